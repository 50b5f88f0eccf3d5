import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Passage } from '../ingestion/passages'
import { addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { countTerms } from './rank-passages'

const service = testService()

async function addRead(name: string, passages: readonly Passage[]) {
  service.readFilesWith(async () => ({ ok: true, passages }))
  const id = await addFile(service, name)
  await service.service().idle()
  return id
}

async function ask(query: string, rest: object = {}) {
  const { status, json } = await service.send('/api/v1/knowledge-base/search', {
    method: 'POST',
    body: { query, ...rest },
  })
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as { passages: { fileName: string; text: string; match: string; page: number | null }[] })
    .passages
}

interface Marked {
  readonly text: string
  readonly marks: readonly { readonly start: number; readonly end: number }[]
}

const LANTERN = 'The lantern keeper lights the harbour at nine, and puts the light out when the sun is up.'
const OTHERS = [
  'Please tell us what you would like to know about the ferry; we are happy to help you with a question.',
  'The ferry leaves the harbour at eight. If it is late, the keeper of the kiosk knows.',
  'Tickets are sold at the kiosk, on the ferry, or at the station that is behind the market.',
  'A dog is a guest on the ferry as long as it is on a lead, and bicycles are free.',
]
const ZWEITER =
  'Der Krieg ist der Name des Spiels, das die Kinder am Hafen spielen, wenn die Fähre nicht fährt.'

beforeAll(async () => {
  await addRead('harbour.pdf', [
    ...OTHERS.map((text, index) => ({ text, page: index + 1 })),
    { text: LANTERN, page: 9 },
  ])
  await addRead('copy.pdf', [{ text: LANTERN, page: 2 }])
  await addRead('spiel.pdf', [{ text: ZWEITER, page: 1 }])
  await addRead('war.pdf', [
    { text: 'The war was over when the bridge of the town was built, and the tolls were low.', page: 1 },
    { text: 'The tolls of the bridge are paid in the evening at the office of the town.', page: 2 },
  ])
})

test('what one asks with does not count, what it is about does (D300)', async () => {
  const plain =
    'Hello, could you please tell me, I would like to know, what does the lantern keeper do, or when?'
  expect((await ask(plain))[0]?.text).toBe(LANTERN)
  expect((await ask('Please help me with a question about bicycles'))[0]?.text).toBe(OTHERS[3])
})

test('letters of two characters are found, also in quotes and beside a hyphen', async () => {
  await addRead('umlaut.md', [
    { text: 'Die Fähre fährt um sieben; die Cafés am Hafen öffnen danach, auch das Nord-Café.' },
  ])
  for (const query of ['Nord-Café', '"auch das Nord-Café"', 'Cafés öffnen'])
    expect((await ask(query.normalize('NFD')))[0]).toMatchObject({ fileName: 'umlaut.md', match: 'words' })
})

test('such words count where there are no others', async () => {
  expect((await ask('please'))[0]?.text).toBe(OTHERS[0])
})

test('one passage with all the words does not keep others out', async () => {
  const found = await ask('kiosk tickets')
  expect(found[0]).toMatchObject({ text: OTHERS[2], match: 'words' })
  expect(found).toContainEqual(expect.objectContaining({ text: OTHERS[1], match: 'some' }))
})

test('a rare word counts more than frequent ones', async () => {
  expect((await ask('Is the ferry at the harbour free for bicycles?'))[0]?.text).toBe(OTHERS[3])
})

test('what is asked in other words is found, but is not said to have the words (D401)', async () => {
  const [found] = await ask('Is there a fee for my pet or my bike?')
  expect(found).toMatchObject({ text: OTHERS[3], match: 'some' })
})

test('what shares no word with the question is found beside what shares one (D590)', async () => {
  const id = await addRead('hours.pdf', [
    { text: 'The keeper of the mill sings while the flour is ground.', page: 1 },
    { text: 'Fares are collected at the pier, and guests under six travel without any.', page: 2 },
  ])
  const found = await ask('What does the keeper take as the price of a ticket?', { fileIds: [id] })
  expect(found.map(({ page }) => page)).toContain(2)
})

test('a passage that has a word and what else it is called has it once (D590)', async () => {
  const id = await addRead('twice.pdf', [
    { text: 'Here stands the parcel of the miller, which is a stamp.', page: 1 },
    { text: 'Here stands the parcel of the miller, which is a packet.', page: 2 },
  ])
  expect((await ask('Is there a parcel?', { fileIds: [id] }))[0]?.page).toBe(1)
})

test('a phrase is found by what it is called, though its first word does not count (D741)', async () => {
  const gone = 'Nets are disposed of at the quay.'
  const id = await addRead('nets.md', [{ text: 'The winch of the boat is oiled.' }, { text: gone }])
  expect(await ask('How do I get rid of it?', { fileIds: [id] })).toMatchObject([{ text: gone }])
})

test('other words are marked, but where one or two words are found, or quoted, they stand for themselves (D741)', async () => {
  const id = await addRead('boxes.md', [
    { text: 'A crate was stolen from the shed.' },
    { text: 'The theft was seen by nobody.' },
  ])
  const hens = await addRead('hens.md', [
    { text: 'A hen was stolen.' },
    { text: 'Foxes steal.' },
    { text: 'The theft was seen.' },
  ])
  const marked = async (query: string) =>
    ((await ask(query, { fileIds: [id] })) as unknown as Marked[]).map(({ text, marks }) =>
      marks.map(({ start, end }) => text.slice(start, end)),
    )
  expect(await marked('Was the theft of it seen?')).toEqual([['theft', 'seen'], ['stolen']])
  expect(await marked('theft')).toEqual([['theft']])
  expect((await ask('stolen', { fileIds: [hens] })).map(({ text }) => text)).toEqual([
    'A hen was stolen.',
    'Foxes steal.',
  ])
  expect(await marked('theft crate')).toHaveLength(2)
  expect(await marked('"theft"')).toEqual([['theft']])
  expect((await marked('rob')).flat().sort()).toEqual(['stolen', 'theft'])
})

test('a word of another language is not what it looks like in English (D741)', async () => {
  const id = await addRead('fest.md', [{ text: 'The present is wrapped for the party of the guests.' }])
  expect(await ask('Ist das Gift in der Flasche?', { fileIds: [id] })).toEqual([])
  expect(await ask('Is the gift in the bottle?', { fileIds: [id] })).toHaveLength(1)
})

test('what led to the question counts less than what it asks (D402)', async () => {
  const asked =
    'I stood at the station behind the market, so can you tell me when the harbour has its lantern keeper?'
  expect((await ask(asked))[0]?.text).toBe(LANTERN)
})

test('a word of a passage stands for one word of the question (D690)', async () => {
  const refund = 'A refund is given at the counter of the quay.'
  const id = await addRead('refunds.md', [
    { text: 'The ropes and the nets of this harbour last.' },
    { text: refund },
  ])
  expect((await ask('How long do refunds take?', { fileIds: [id] })).map(({ text }) => text)[0]).toBe(refund)
})

test('an "or" of a sentence is a word', async () => {
  expect((await ask('Kiosk or ship?'))[0]?.text).toMatch(/kiosk/)
  expect((await ask('lanterns or walrusses'))[0]?.text).toBe(LANTERN)
})

test('a word that is small in another language counts', async () => {
  expect((await ask('When was the war over?'))[0]?.fileName).toBe('war.pdf')
  expect((await ask('war bridge'))[0]?.fileName).toBe('war.pdf')
})

test('a copy is found once, and where only the copy is looked through', async () => {
  const found = await ask('lantern keeper')
  expect(found.filter(({ text }) => text === LANTERN)).toEqual([
    expect.objectContaining({ fileName: 'harbour.pdf' }),
  ])
  const id = await addRead('third.pdf', [{ text: LANTERN }])
  expect(await ask('lantern keeper', { fileIds: [id] })).toMatchObject([{ fileName: 'third.pdf' }])
})

test('neighbours on a page are one, with what both have once and the words found in both', async () => {
  const id = await addRead('neighbours.pdf', [
    { text: 'The walrus sleeps on the pier. It wakes at noon.', page: 4 },
    { text: 'It wakes at noon.\n\nThen the walrus swims to the rock.', page: 4 },
    {
      text: 'There is the rock on which the walrus eats what it has found in the sea on the day before.',
      page: 5,
    },
  ])
  const found = await ask('walrus', { fileIds: [id] })
  expect(found).toMatchObject([
    {
      page: 4,
      text: 'The walrus sleeps on the pier. It wakes at noon.\n\nThen the walrus swims to the rock.',
    },
    { page: 5 },
  ])
  const [first] = found as unknown as Marked[]
  expect(first?.marks.map(({ start, end }) => first.text.slice(start, end))).toEqual(['walrus', 'walrus'])
})

test('what runs over pages is found on the page of its words (D985)', async () => {
  const first = 'The sluice is opened at dawn.'
  const rest = '\n\nThe weir is shut at dusk, and the sluice with it.'
  const pageStarts = [
    { start: 0, page: 1 },
    { start: first.length, page: 2 },
  ]
  const next = 'The sluice with it. The barges are counted at noon.'
  const id = await addRead('sluice.pdf', [
    { text: first + rest, page: 1, pageStarts },
    {
      text: next,
      page: 1,
      pageStarts: [
        { start: 0, page: 2 },
        { start: 19, page: 3 },
      ],
    },
  ])
  const pageOf = async (query: string) => (await ask(query, { fileIds: [id] }))[0]?.page
  expect(await pageOf('When is the sluice open?')).toBe(1)
  expect(await pageOf('When is the weir shut?')).toBe(2)
  expect(await pageOf('weir')).toBe(2)
  expect(await pageOf('"weir is shut"')).toBe(2)
  // As much on both.
  expect(await pageOf('sluice')).toBe(1)
  expect(await ask('weir shut, barges counted, noon', { fileIds: [id] })).toMatchObject([
    { text: `${first}${rest}\n\n${next}`, page: 3 },
  ])
})

test('what another page says comes before more of the same page (D742)', async () => {
  const fees = 'The mooring fee is paid to the harbour master.'
  const filling = 'Nothing else is written on this part of the page, which is about ropes and paint.'
  const id = await addRead('mooring.pdf', [
    { text: 'A mooring fee is a fee for a mooring, and the mooring fee is due at once.', page: 1 },
    { text: filling, page: 1 },
    { text: 'Who has paid the mooring fee gets a mooring; the fee is shown on the mooring.', page: 1 },
    { text: filling, page: 2 },
    { text: fees, page: 3 },
  ])
  const found = await ask('How high is the mooring fee?', { fileIds: [id] })
  expect(found.map(({ page }) => page)).toEqual([1, 3, 1])
})

test('in a large store some passages tell how frequent a word is, and rare ones are counted (D350)', async () => {
  const id = await addRead('large.md', [{ text: 'The first of many.' }])
  await service.database().execute(sql`
    insert into passages (file_id, ordinal, heading, content, language)
    select ${id}, n, '[]', case when n * 7919 % 1000 < 250 then 'ferry ' else '' end || case when n % 7000 = 0 then 'quagga ' else '' end || 'pier ' || n, 'english'
    from generate_series(1, 21000) as n`)
  const terms = ["'pier'", "'ferri'", "'quagga'", "'unfindable'"]
  const { total, counted } = await countTerms(
    service.database(),
    terms.map((term) => ({ term })),
  )
  const [pier = 0, ferry = 0, ...rare] = counted.map(({ count }) => count)
  expect(rare).toEqual([3, 0])
  expect(pier / total).toBeGreaterThan(0.95)
  expect(ferry / total).toBeGreaterThan(0.2)
  expect(ferry / total).toBeLessThan(0.3)
  expect((await ask('Which ferry has the quagga?', { fileIds: [id] }))[0]?.text).toMatch(/quagga/)
}, 60_000)

test('ids that deleted passages left unused count for nothing', async () => {
  const db = service.database()
  const terms = [{ term: "'dinghi'" }]
  const insert = (id: string, last: number) =>
    db.execute(sql`
      insert into passages (file_id, ordinal, heading, content, language)
      select ${id}, n, '[]', 'dinghy ' || n, 'english' from generate_series(1, ${last}::int) as n`)
  const gone = await addRead('gone.md', [{ text: 'Soon replaced.' }])
  await insert(gone, 21_000)
  await db.execute(
    sql`delete from passages where file_id in (select id from files where file_name in ('gone.md', 'large.md'))`,
  )
  const id = await addRead('dinghies.md', [{ text: 'A small boat.' }])
  const { rows } = await db.execute(sql`select count(*)::int as count from passages`)
  const few = await countTerms(db, terms)
  expect(few).toMatchObject({ total: rows[0]?.count, counted: [{ count: 0 }] })

  await insert(id, 30_000)
  const { total, counted } = await countTerms(db, terms)
  for (const each of [total, counted[0]?.count]) {
    expect(each).toBeGreaterThan(28_000)
    expect(each).toBeLessThan(32_000)
  }
}, 60_000)
