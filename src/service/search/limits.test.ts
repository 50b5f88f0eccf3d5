import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'
import type { Queries } from '../store/open-database'
import * as schema from '../store/schema'
import { LANGUAGES } from '../store/schema'
import { bounded, countOf, findStarting, lexemesOf, OPERANDS_MAX, within } from './parse-query'
import { rankPassages } from './rank-passages'
import { searchPassages } from './search-passages'

// What a search asks at most, limit by limit. `bounds.test.ts` has the whole of it, where one limit stands in for another.

const service = testService()

async function addRead(name: string, text: string) {
  service.readFilesWith(async () => ({ ok: true, passages: [{ text }] }))
  await addFile(service, name)
  await service.service().idle()
}

/** The values that the database is given, query by query. */
async function valuesOf(ask: (db: Queries) => Promise<unknown>): Promise<unknown[][]> {
  const asked: unknown[][] = []
  const logger = { logQuery: (_statement: string, values: unknown[]) => asked.push(values) }
  await drizzle({ client: service.database().$client, schema, logger }).transaction(ask)
  return asked
}

const search = (query: string) =>
  valuesOf((db) => searchPassages(db, { query, fileIds: sql`(select id from files)`, limit: 5 }))

const most = (values: readonly unknown[], measure: (value: unknown) => number) =>
  Math.max(0, ...values.map(measure))
const length = (value: unknown) => (Array.isArray(value) ? value.length : 0)
const words = (value: unknown) => (typeof value === 'string' ? countOf(value) : 0)

/** So many words that mean nothing in any language. */
const named = (count: number) =>
  Array.from({ length: count }, (_, at) => `${'bcdfghjklm'[at % 10]}${'npqrstvwxz'[Math.floor(at / 10)]}`)

test('of a hundred words 64 are read, 24 counted, and 12 rank', async () => {
  await addRead('names.md', named(100).join(' '))
  const asked = await search(named(100).join(' '))
  const lists = asked.map((values) => most(values, length))
  expect(Math.max(...lists)).toBe(64)
  expect(lists).toContain(24)
  expect(most(asked.flat(), words)).toBe(12)
})

test('of a hundred words with a hyphen 12 are read as one', async () => {
  const asked = await search(Array.from({ length: 50 }, (_, at) => `b-${at}`).join(' '))
  const read = asked
    .flat()
    .find((value) => Array.isArray(value) && value.some((each) => `${each}`.includes('-')))
  expect((read as string[]).filter((each) => each.includes('-'))).toHaveLength(12)
})

test('all words with a slip stand for 16 others', async () => {
  const stems = ['lantern', 'harbour', 'captain', 'bicycle']
  const near = (stem: string) => [...'abcdefgh'].map((each) => `${stem}${each}q`)
  await addRead('slips.md', stems.flatMap(near).join(' '))
  const asked = await search(stems.map((stem) => `${stem}zz`).join(' '))
  const meant = (value: unknown) =>
    Array.isArray(value) ? value.filter((each) => /[a-h]q$/.test(`${each}`)).length : 0
  expect(most(asked.flat(), meant)).toBe(16)
})

test('more words with a slip than these stand for 16 others, too', async () => {
  const stems = [...'bcdfghjklmnprstvwxzaeiou'].map((first) => `${first}anternly`)
  await addRead('more-slips.md', stems.map((stem) => `${stem}q`).join(' '))
  const asked = await search(stems.map((stem) => `${stem}zz`).join(' '))
  const meant = new Set(
    asked
      .flat(2)
      .flatMap((value) => (typeof value === 'string' ? lexemesOf(value) : []))
      .filter((each) => each.endsWith("q'")),
  )
  expect(meant.size).toBe(16)
  expect(asked.filter((values) => values.some((value) => /zz$/.test(`${value}`))).length).toBeLessThan(40)
})

test('a term has 256 words, whatever it is made of', () => {
  expect(OPERANDS_MAX).toBe(256)
  const terms = Array.from({ length: 300 }, (_, at) => `'w${at}'`)
  expect(countOf(bounded(terms, 1))).toBe(256)
  expect(countOf(bounded(terms.slice(0, 40), 2))).toBe(252)
  expect(within(terms, OPERANDS_MAX)).toHaveLength(256)
})

test('a search has 256 words over all languages, also with what it excludes', async () => {
  const { $client } = service.database()
  for (const language of LANGUAGES) {
    await addRead(`${language}.md`, 'One passage')
    await $client.query('update files set language = $1 where file_name = $2', [language, `${language}.md`])
  }
  // Each language stems these in its own way.
  const ends = ['ates', 'ades', 'asse', 'ene', 'eren', 'ende', 'iste', 'ames']
  const stemmed = [...'bcdfghlm'].flatMap((first) => ends.map((end) => `${first}${end}`))
  const phrases = (size: number, between: string) =>
    Array.from({ length: 60 / size }, (_, at) => `"${stemmed.slice(at * size, (at + 1) * size).join(' ')}"`)
      .join(between)
      .slice(0, 288)
  const queries = [
    ...[4, 15].map((size) => `a -${phrases(size, ' -')}`),
    phrases(15, ' -'),
    phrases(15, ' '),
    phrases(15, ' or '),
  ]
  for (const query of queries)
    expect([query, most((await search(query)).flat(), words)]).toEqual([
      query,
      expect.toSatisfy((each) => each > 100 && each <= 256),
    ])
})

test('a beginning is looked for in the first 5,000 words that have it (D103)', async () => {
  const { $client } = service.database()
  const rows = Array.from({ length: 5_000 }, (_, at) => `quay${String(at).padStart(6, '0')}`)
  await $client.query('insert into words (word) select unnest($1::text[])', [[...rows, 'quaz', 'quayz']])
  const found = await findStarting(service.database(), 'quay')
  expect(found).toEqual(rows.slice(0, 8))
})

test('frequent words are looked for together while the index reads 60,000 entries', async () => {
  const often = (word: string) => ({ word, term: `'${word}'`, weight: 1, count: 40_000 })
  const asked = ['ay', 'by', 'cy', 'dy'].map(often)
  const values = await valuesOf((db) => rankPassages(db, sql`true`, { asked, total: 100_000 }, 5))
  expect(values.flat()).toContain(`(('ay' & ('by' | 'cy' | 'dy')) | ('by' & ('cy' | 'dy')))`)
})
