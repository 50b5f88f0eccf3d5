import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { findAnswers } from './find-answers'

const service = testService()

const TEXTS = [
  'The lantern keeper lights the harbour at nine, and puts the light out when the sun is up.',
  'The ferry to the island leaves the harbour at eight. Tickets are sold at the kiosk.',
  'A dog is a guest on the ferry as long as it is on a lead, and bicycles are free.',
  'The kiosk at the harbour sells tea, bread and maps of the island until the evening.',
]

beforeAll(async () => {
  service.readFilesWith(async () => ({
    ok: true,
    passages: TEXTS.map((text) => ({ text, heading: ['Harbour', 'Visitors'] })),
  }))
  await addFile(service, 'harbour.md')
  await service.service().idle()
})

const answers = async (question: string, isWide = false) =>
  (await findAnswers(service.database(), sql`(select id from files)`, question, { isWide })).map(
    ({ text }) => text,
  )

test.each([
  ['What does the lantern keeper do at the harbour?', 0],
  ['Who lights the lantern every night?', 0],
  ['May my dog come along, and what do bicycles cost?', 2],
  // Letters in another order: of so short a word few trigrams are left.
  ['Where is the kisok?', 1],
  // What its only word is called otherwise (D741).
  ['What about pets?', 2],
])('%s', async (question, place) => {
  expect((await answers(question))[0]).toBe(TEXTS[place])
})

test.each([
  'Do you repair violins?',
  // One frequent word is not what it is about.
  'Which airline flies to the harbour of Lisbon on Sundays?',
])('nothing is told about: %s', async (question) => {
  expect(await answers(question)).toEqual([])
})

test('a model is given what fits best, however little that is', async () => {
  expect(await answers('Which airline flies to the harbour of Lisbon on Sundays?', true)).not.toEqual([])
})

test.each(['How much does delivery cost?', 'Please tell me about delivery.'])(
  'in a short text about nothing else: %s',
  async (question) => {
    const text = 'Delivery costs 4.90 euros.'
    service.readFilesWith(async () => ({ ok: true, passages: [{ text }] }))
    const id = await addFile(service, 'delivery.md')
    await service.service().idle()
    const found = await findAnswers(
      service.database(),
      sql`(select id from files where id = ${id})`,
      question,
    )
    expect(found).toMatchObject([{ text }])
  },
)

test('a passage says under which headings it stands', async () => {
  const [first] = await findAnswers(
    service.database(),
    sql`(select id from files)`,
    'Who lights the lantern every night?',
  )
  expect(first).toMatchObject({ fileName: 'harbour.md', page: null, heading: ['Harbour', 'Visitors'] })
})
