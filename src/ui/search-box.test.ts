import { expect, it, vi } from 'vitest'
import { finderOf, matchesSearch } from './search-box'

it('finds all words in any order, over several texts', () => {
  expect(matchesSearch('2025 pric', ['Pricing.pdf', 'spring 2025'])).toBe(true)
  expect(matchesSearch('2025 menu', ['Pricing.pdf', 'spring 2025'])).toBe(false)
  expect(matchesSearch('  ', ['x'])).toBe(true)
  expect(matchesSearch('x', [null, undefined])).toBe(false)
})

it('looks for little in an id, which has every digit somewhere', () => {
  const texts = ['gemini 16.pdf', '3f2a77c1-9b0d-4c55-8e21-0a6d94b7e2f8', 'INGESTED']
  expect(matchesSearch('gemini 2', texts)).toBe(false)
  expect(matchesSearch('gemini 16', texts)).toBe(true)
  expect(matchesSearch('3f2a', texts)).toBe(true)
  expect(matchesSearch('94b7e2f8 gemini', texts)).toBe(true)
})

it('does not mind case and accents', () => {
  expect(matchesSearch('resume', ['Résumé.md'])).toBe(true)
  expect(matchesSearch('CAFÉ', ['cafe'])).toBe(true)
})

it('folds what is beyond ASCII, whichever way it is written', () => {
  expect(matchesSearch('naive tm', ['Nai\u0308ve™'])).toBe(true)
  expect(matchesSearch('ａbc', ['ABC'])).toBe(true)
  expect(matchesSearch('שלום', ['שָׁלוֹם'])).toBe(true)
})

it('folds a long text at the first key only', () => {
  const transcript = `Où est ${'mon colis ? '.repeat(50)}`
  matchesSearch('o', [transcript])
  const folding = vi.spyOn(String.prototype, 'normalize')
  expect(matchesSearch('ou', [transcript])).toBe(true)
  expect(matchesSearch('oui', [transcript])).toBe(false)
  expect(folding).not.toHaveBeenCalled()
})

it('finds rows for one query after the other', () => {
  const rows = ['Café 3f2a', 'pricing', '3f2a1b4c-94b7-4e2f-8a16-0123456789ab']
  const find = finderOf(rows, (row) => [row])
  expect(find('cafe')).toEqual(['Café 3f2a'])
  expect(find('3f2a')).toEqual([rows[0], rows[2]])
  // Ids are left out, and come back.
  expect(find('3f')).toEqual([rows[0]])
  expect(find('94b7')).toEqual([rows[2]])
  expect(find('')).toEqual(rows)
})

it('reads the texts of each row once, however short the words are that are looked for', () => {
  const textsOf = vi.fn((row: string) => [row])
  const find = finderOf(['bill', 'fair'], textsOf)
  for (const query of ['b', 'bi', 'bill', 'r']) expect(find(query)).toHaveLength(1)
  expect(textsOf).toHaveBeenCalledTimes(2)
})
