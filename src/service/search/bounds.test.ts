import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, expect, test } from 'vitest'
import { addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'
import * as schema from '../store/schema'
import { countOf } from './parse-query'
import { searchPassages } from './search-passages'

const service = testService()
const FIVE = 'ab cd ef gh ij '
const CAMERA = `In 1900 Eastman had a camera made that cost one dollar, so that anyone could make pictures with it. A roll of film was fifteen cents, and the firm
  developed it. Cameras of before had cost as much as a house, and whoever wanted to make a picture had to carry plates, a tent and a case of bottles.`

async function addRead(name: string, texts: readonly string[]) {
  service.readFilesWith(async () => ({ ok: true, passages: texts.map((text) => ({ text })) }))
  await addFile(service, name)
  await service.service().idle()
}

beforeAll(async () => {
  await addRead(
    'same-words.md',
    Array.from({ length: 1_500 }, () => FIVE.repeat(75)),
  )
  await addRead(
    'one-word.md',
    Array.from({ length: 1_200 }, () => 'walrus '.repeat(170)),
  )
  await addRead(
    'pairs.md',
    Array.from({ length: 100 }, (_, at) => `${PAIRS.join(' ')} ${PAIRS[at]}`),
  )
  const documents = [
    CAMERA,
    'Wir erstatten den Betrag innerhalb von vierzehn Tagen, nachdem die Ware bei uns ist. Die Kamera und der Film sind in der Kiste.',
    'Le remboursement est effectué dans les quatorze jours qui suivent la réception de la caméra et du film.',
    'El reembolso se hace en los catorce días siguientes a la llegada de la cámara y de la película.',
    'Il rimborso è effettuato entro quattordici giorni dal ricevimento della merce e della pellicola.',
    'Wij betalen het bedrag terug binnen veertien dagen nadat de goederen zijn ontvangen, ook de camera.',
    'O reembolso é feito em catorze dias após a chegada das mercadorias, se não estão usadas.',
  ]
  for (const [index, text] of documents.entries())
    await addRead(
      `document-${index}.md`,
      Array.from({ length: 100 }, (_, page) => `${text} ${page}`),
    )
}, 300_000)

/** As many different words as fit into a query. */
const PAIRS = Array.from(
  { length: 100 },
  (_, at) => `${'bcdfghjklm'[at % 10]}${'npqrstvwxz'[Math.floor(at / 10)]}`,
)

const longest = (text: string) => text.repeat(300).slice(0, 300).trim()
const quoted = (text: string) => `"${text.repeat(300).slice(0, 290).trim()}"`

const HOSTILE: [string, string][] = [
  ['a phrase of the words of every passage', `"${FIVE.repeat(19).trim()}"`],
  ['a phrase of its one word', quoted('walrus ')],
  ['a phrase of its words in an order that it has not', quoted('ij gh ef cd ab ')],
  ['phrases of pairs', longest('"ab cd" "cd ef" "ef gh" "gh ij" ')],
  ['five words', FIVE.trim()],
  ['48 or', 'ab or cd or ef or gh or ij or '.repeat(9).concat('ab or cd or ef')],
  ['33 minus', '- '.repeat(33).trim()],
  ['300 minus', '-'.repeat(300)],
  ['excluded words', longest('-ab -cd -ef -gh ')],
  ['a word without another', 'ab -ij'],
  ['a table divider', longest('| --- | :---: | ---: ')],
  ['a divider with words', longest('| ab | --- | cd ')],
  ['quotes', '"'.repeat(300)],
  ['hyphens', longest('ab-cd-ef-')],
  ['addresses', longest('ab@cd.ef ')],
  ['paths', longest('/ab/cd/ef')],
  ['letters', longest('a b c d e f g h i j k l m n o p q r s t u v w x y z ')],
  ['slips', longest('abx cdx efx ghx camrea pictrue walrsu ')],
  ['a hundred words', longest(PAIRS.join(' '))],
  [
    'fifty words with slips',
    longest(
      PAIRS.slice(0, 50)
        .map((each) => `${each}camrea`)
        .join(' '),
    ),
  ],
  ['brackets', longest('((ab)|(cd&')],
  ['backslashes', longest("\\'")],
  ['a question of seven words', "How much did Eastman's Kodak camera cost?"],
  ['of nine with slips', 'How mcuh did the cammera of Eastmann cosst anyonne?'],
  ['of fourteen', "How much did Eastman's Kodak camera cost when anyone could make pictures with it?"],
  [
    'of eighty',
    longest("How much did Eastman's Kodak camera cost when anyone could make pictures with it? "),
  ],
]

test.each(HOSTILE)('%s: answered, and so is who asks meanwhile', async (_, query) => {
  const [{ status, json }, list] = await Promise.all([
    service.send('/api/v1/knowledge-base/search', { method: 'POST', body: { query, limit: 50 } }),
    service.send('/api/v1/knowledge-base/files'),
  ])
  expect(status, JSON.stringify(json)).toBe(200)
  expect(list.status).toBe(200)
})

test.each(HOSTILE)('%s: what is asked of the database is bounded', async (_, query) => {
  const asked: unknown[][] = []
  const db = drizzle({
    client: service.database().$client,
    schema,
    logger: { logQuery: (_statement, values) => asked.push(values) },
  })
  await db.transaction((tx) => searchPassages(tx, { query, fileIds: sql`(select id from files)`, limit: 50 }))
  // Twelve at most where no word has a slip; else one that prepares for them, and a look-up for each of sixteen.
  expect(asked.length).toBeLessThanOrEqual(12 + 1 + 16)
  for (const value of asked.flat()) {
    if (typeof value === 'string') expect(countOf(value)).toBeLessThanOrEqual(256)
    if (typeof value === 'number') expect(value).toBeLessThanOrEqual(25_000)
  }
})

test('the answers are still the right ones', async () => {
  const ask = async (query: string) => {
    const { json } = await service.send('/api/v1/knowledge-base/search', { method: 'POST', body: { query } })
    return (json as { passages: { text: string; match: string; fileName: string }[] }).passages
  }
  expect((await ask(`"${FIVE.repeat(19).trim()}"`))[0]).toMatchObject({
    fileName: 'same-words.md',
    match: 'words',
  })
  expect(await ask(quoted('ij gh ef cd ab '))).toEqual([])
  expect((await ask("How much did Eastman's Kodak camera cost?"))[0]).toMatchObject({
    fileName: 'document-0.md',
    match: 'some',
  })
  // Excluded in the stem of every language.
  expect(await ask('camera -film')).not.toContainEqual(expect.objectContaining({ fileName: 'document-0.md' }))
})

test('what has the phrase far behind passages with its words is found', async () => {
  await addRead('far.md', [
    ...Array.from({ length: 1_300 }, () => 'A lantern that is green.'),
    'The green lantern is here.',
  ])
  const { json } = await service.send('/api/v1/knowledge-base/search', {
    method: 'POST',
    body: { query: '"green lantern"' },
  })
  expect(json).toMatchObject({ passages: [{ text: 'The green lantern is here.' }] })
})

test('when the time is over, what was found is the answer', async () => {
  const found = await service.database().transaction((tx) =>
    searchPassages(tx, {
      query: 'walrus unfindable',
      fileIds: sql`(select id from files)`,
      limit: 5,
      timeMax: 0,
    }),
  )
  expect(found).toEqual([])
})
