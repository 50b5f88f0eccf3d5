import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Passage } from '../ingestion/passages'
import { addCollection, addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { ensureTrigrams } from '../store/open-database'

const service = testService()
const { send } = service
const PATH = '/api/v1/knowledge-base/search'

interface Answer {
  passages: {
    fileId: string
    fileName: string
    page: number | null
    heading: string[]
    text: string
    marks: { start: number; end: number }[]
    match: string
  }[]
  tookMs: number
}

async function search(body: Record<string, unknown>): Promise<Answer> {
  const { status, json } = await send(PATH, { method: 'POST', body })
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Answer
}

const textsOf = ({ passages }: Answer) => passages.map(({ text }) => text)
const marked = ({ passages }: Answer) =>
  passages.flatMap(({ text, marks }) => marks.map(({ start, end }) => text.slice(start, end)))

/** A file that is read as these passages. */
async function addRead(name: string, passages: readonly Passage[]): Promise<string> {
  service.readFilesWith(async () => ({ ok: true, passages, pages: 3 }))
  const fileId = await addFile(service, name)
  await service.service().idle()
  return fileId
}

const REFUND = 'Refunds are paid within fourteen days of the day on which the goods arrive.'
const HOURS = 'We are open from nine to five. The shop is closed on public holidays.'
const SHIPPING = 'The parcel is sent on the day of the order, if you pay before noon.'
const ERSTATTUNG = 'Wir zahlen den Betrag zurück, wenn die Häuser nicht geliefert werden.'

let guide = ''
let haus = ''
let shop = ''
let failed = ''

beforeAll(async () => {
  guide = await addRead('guide.pdf', [
    { text: SHIPPING, page: 1 },
    { text: REFUND, page: 2, heading: ['Orders', 'Money back'] },
    { text: 'Money can be paid by card or in cash, and some of it comes back to you.', page: 3 },
  ])
  haus = await addRead('haus.pdf', [{ text: ERSTATTUNG }])
  shop = await addRead('shop.pdf', [{ text: HOURS, heading: ['Opening hours'] }])
  service.readFilesWith(async () => ({ ok: false, reason: 'It is damaged.' }))
  failed = await addFile(service, 'failed.pdf')
  await service.service().idle()
})

describe('a search (D100 to D103)', () => {
  test('finds the passage by another form of its words, with page, heading and the words found', async () => {
    const answer = await search({ query: 'refunded fourteen' })
    expect(answer.passages).toEqual([
      {
        fileId: guide,
        fileName: 'guide.pdf',
        page: 2,
        heading: ['Orders', 'Money back'],
        text: REFUND,
        marks: [
          { start: 0, end: 7 },
          { start: 24, end: 32 },
        ],
        match: 'words',
      },
    ])
    expect(answer.tookMs).toBeGreaterThan(0)
  })

  test('puts what has the words in its heading first', async () => {
    expect(textsOf(await search({ query: 'money back' }))[0]).toBe(REFUND)
  })

  test('finds a phrase only where the words follow each other', async () => {
    expect(textsOf(await search({ query: '"public holidays"' }))).toEqual([HOURS])
    expect(textsOf(await search({ query: '“public holidays”' }))).toEqual([HOURS])
    expect(textsOf(await search({ query: '"holidays public"' }))).toEqual([])
  })

  test('understands or and minus', async () => {
    expect(textsOf(await search({ query: 'holidays or parcel' })).sort()).toEqual([SHIPPING, HOURS].sort())
    expect(textsOf(await search({ query: 'day -parcel' }))).toEqual([REFUND])
  })

  test.each([
    ['holi', HOURS, 'holidays'],
    // "opening" has the stem "open", which does not begin with "openi".
    ['goods arri', REFUND, 'arrive'],
  ])('takes the last word as a beginning: %s', async (query, text, word) => {
    const answer = await search({ query })
    expect(textsOf(answer)).toEqual([text])
    expect(answer.passages[0]?.match).toBe('prefix')
    expect(marked(answer)).toContain(word)
  })

  test('finds a word by a beginning that its stem has not', async () => {
    expect(textsOf(await search({ query: 'openi' }))).toEqual([HOURS])
  })

  test.each([
    ['refnuds', REFUND, 'Refunds'],
    ['pubilc holydays', HOURS, 'holidays'],
    ['parzel', SHIPPING, 'parcel'],
  ])('finds a word in spite of a typo: %s', async (query, text, word) => {
    const answer = await search({ query })
    expect(textsOf(answer)).toEqual([text])
    expect(answer.passages[0]?.match).toBe('similar')
    expect(marked(answer)).toContain(word)
  })

  test('adds no words that are spelled alike where the words themselves are found', async () => {
    expect((await search({ query: 'days' })).passages.map(({ match }) => match)).not.toContain('similar')
  })

  test('falls back to passages with some of the words, the ones with more first', async () => {
    const answer = await search({ query: 'when do you ship the parcel to my holidays order noon' })
    expect(answer.passages[0]).toMatchObject({ text: SHIPPING, match: 'some' })
  })

  test('understands the endings of the language that a file is in', async () => {
    const answer = await search({ query: 'Haus geliefert' })
    expect(answer.passages).toMatchObject([{ fileId: haus, match: 'words' }])
    expect(marked(answer)).toEqual(['Häuser', 'geliefert'])
  })

  test('keeps to the files, or to the collection, that are named', async () => {
    expect(textsOf(await search({ query: 'parcel', fileIds: [shop] }))).toEqual([])
    expect(textsOf(await search({ query: 'parcel', fileIds: [shop, guide] }))).toEqual([SHIPPING])
    const collectionId = await addCollection(service)
    expect(textsOf(await search({ query: 'holidays', collectionId }))).toEqual([])
    await send(`/api/v1/knowledge-base/collection/${collectionId}/file/${shop}`, { method: 'POST' })
    expect(textsOf(await search({ query: 'holidays', collectionId }))).toEqual([HOURS])
    expect(textsOf(await search({ query: 'parcel', collectionId }))).toEqual([])
  })

  test('finds nothing of a file that is not INGESTED, even where it has passages', async () => {
    const db = service.database()
    await db.execute(sql`insert into passages (file_id, ordinal, heading, content, language)
      values (${failed}, 0, '[]', 'A unicorn that was left behind', 'english')`)
    expect(textsOf(await search({ query: 'unicorn' }))).toEqual([])
    expect(textsOf(await search({ query: 'unicorn', fileIds: [failed] }))).toEqual([])
    expect(textsOf(await search({ query: 'parcel unicorn' }))).toEqual([SHIPPING])
  })

  test('gives at most as many as are asked for', async () => {
    expect((await search({ query: 'paid or day or open', limit: 1 })).passages).toHaveLength(1)
    expect((await search({ query: 'paid or day or open' })).passages.length).toBeGreaterThan(2)
  })

  test.each([
    ['brand', ['brand', 'brand', 'brand']],
    ['brand items', ['items', 'brand', 'items', 'brand', 'items', 'brand']],
    ['brand/items', ['items', 'brand/items', 'brand/items', 'brand']],
    ['shop.example.com', ['shop.example.com']],
  ])('of a path the words asked for are marked, or all that was asked for: %s', async (query, words) => {
    const text = 'Send items to brand/items, or see shop.example.com/brand/items of that brand.'
    const file = await addRead('paths.md', [{ text }])
    expect(marked(await search({ query, fileIds: [file] }))).toEqual(words)
  })

  test.each([
    ['swap', 'of swaps/exchanges.'],
    ['exchange', 'of swaps/exchanges.'],
    ['frist', 'die Rückgabe/Fristen'],
    ['Umbau', '(/straße/umbau.md)'],
    ['straße', '(/straße/umbau.md)'],
    ['catalogue', 'https://shop.example.com/catalogue?page=2'],
    ['"swaps/exchanges"', 'of swaps/exchanges.'],
  ])('a word is found that stands only within a path, or beside a slash: %s', async (query, found) => {
    const texts = [
      'The page of swaps/exchanges.',
      'See die Rückgabe/Fristen',
      'It stands there (/straße/umbau.md)',
      'Look at https://shop.example.com/catalogue?page=2',
      'Nothing <b>bold</b> stands there and / or here, at https://plain.example.com',
    ]
    const file = await addRead(
      'slashes.md',
      texts.map((text) => ({ text })),
    )
    expect(textsOf(await search({ query, fileIds: [file] }))).toEqual([expect.stringContaining(found)])
    expect((await search({ query: '"b"', fileIds: [file] })).passages).toEqual([])
  })

  test('a text with the characters that stand around the words found stays in order', async () => {
    const fileId = await addRead('odd.pdf', [{ text: 'A \uE001 quokka \uE000 & <b>lives</b> here.' }])
    const answer = await search({ query: 'quokka', fileIds: [fileId] })
    expect(textsOf(answer)).toEqual(['A  quokka  & <b>lives</b> here.'])
    expect(marked(answer)).toEqual(['quokka'])
  })

  test.each(['"', "' & | ! ( ) :*", '\\', '-', 'a & b:*', '<->', '🙂', '%', 'the', "x'; drop table words"])(
    'answers whatever is typed: %s',
    async (query) => {
      expect((await search({ query })).passages).toBeInstanceOf(Array)
    },
  )

  test.each([
    [{ query: '  ' }, 'query'],
    [{ query: 'x'.repeat(301) }, 'query'],
    [{ query: 'x', limit: 51 }, 'limit'],
    [{ query: 'x', limit: 0 }, 'limit'],
    [{ query: 'x', fileIds: [] }, 'fileIds'],
    [{ query: 'x', fileIds: ['no-such-file'] }, 'fileIds.0'],
    [{ query: 'x', collectionId: 'no-such-collection' }, 'collectionId'],
    [{ query: 'x', collectionId: 'c', fileIds: ['f'] }, 'collectionId'],
  ])('refuses %j', async (body, path) => {
    const { status, json } = await send(PATH, { method: 'POST', body })
    expect(status).toBe(400)
    expect(json).toMatchObject({ errors: [{ path }] })
  })
})

describe('a database that cannot compare letters', () => {
  afterEach(() => ensureTrigrams(service.database().$client))

  test('searches without typos, and learns it when it can', async () => {
    await service.database().execute(sql`drop extension pg_trgm cascade`)
    expect(textsOf(await search({ query: 'refunds' }))).toEqual([REFUND])
    expect(textsOf(await search({ query: 'holi' }))).toEqual([HOURS])
    expect(textsOf(await search({ query: 'refnuds' }))).toEqual([])
    await ensureTrigrams(service.database().$client)
    expect(textsOf(await search({ query: 'refnuds' }))).toEqual([REFUND])
  })
})
