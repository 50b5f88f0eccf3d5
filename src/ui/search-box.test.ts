import { expect, it, vi } from 'vitest'
import { matchesSearch } from './search-box'

it('finds all words in any order, over several texts', () => {
  expect(matchesSearch('2025 pric', ['Pricing.pdf', 'spring 2025'])).toBe(true)
  expect(matchesSearch('2025 menu', ['Pricing.pdf', 'spring 2025'])).toBe(false)
  expect(matchesSearch('  ', ['x'])).toBe(true)
  expect(matchesSearch('x', [null, undefined])).toBe(false)
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
