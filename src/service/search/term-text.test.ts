import { expect, test } from 'vitest'
import { all, asBeginning, countOf, either, flattened, loosened, someOf } from './parse-query'

test('terms are joined once each, and what the dictionary left nothing of is left out', () => {
  expect(all(["'a'", '', "'b'", "'a'"])).toBe("('a' & 'b')")
  expect(either(["'a'", ''])).toBe("'a'")
  expect(all([])).toBe('')
})

test('words are counted whatever stands in them', () => {
  expect(countOf("'a' & ('b''c' | 'd\\\\' | '& | !') & 'e':*")).toBe(5)
  expect(countOf('')).toBe(0)
})

test('without the order of words', () => {
  expect(loosened("('public' <-> 'holiday' <3> 'shop') | 'a<->b'")).toBe(
    "('public' & 'holiday' & 'shop') | 'a<->b'",
  )
})

test('its words as alternatives, beginnings as such', () => {
  expect(flattened("('a' & ('b' | 'c':*)) | ('a' & 'd''s')")).toBe("('a' | 'b' | 'c':* | 'd''s')")
  expect(asBeginning("'a' <-> 'b':*")).toBe("'a':* <-> 'b':*")
})

test('some of the terms, far shorter than all ways to take them', () => {
  expect(someOf(["'a'", "'b'", "'c'"], 2)).toBe("(('a' & ('b' | 'c')) | ('b' & 'c'))")
  expect(someOf(["'a'", '', "'b'"], 3)).toBe('')
  expect(countOf(someOf(["'a'", "'b'", "'c'", "'d'", "'e'", "'f'"], 3))).toBe(34)
})
