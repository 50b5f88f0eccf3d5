import { expect, it } from 'vitest'
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
