import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query'

/** The alternatives in a line: wanted pieces, then those that are excluded. */
const read = (query: string) =>
  parseQuery(query)
    .alternatives.map(({ wanted, unwanted }) =>
      [...wanted, ...unwanted.map((piece) => `NOT ${piece}`)].join(', '),
    )
    .join(' | ')

describe('operators (D244)', () => {
  test.each([
    ['refund "public holidays" -parcel', 'refund, public holidays, NOT parcel'],
    ['“public holidays”', 'public holidays'],
    ['-"public holidays" parcel', 'parcel, NOT public holidays'],
    ['holidays or parcel', 'holidays | parcel'],
    ['paid or day OR open', 'paid | day | open'],
    ['refund policy or return policy', 'refund, policy | return, policy'],
    ['can I pay by card OR pay in cash', 'can, I, pay, by, card | pay, in, cash'],
    ['day -parcel or shop', 'day, NOT parcel | shop'],
  ])('%s', (query, alternatives) => {
    expect(read(query)).toBe(alternatives)
    expect(parseQuery(query).strict).toBe(true)
  })

  test.each([
    ['Can I pay by card or in cash?', 'Can, I, pay, by, card, or, in, cash'],
    ['Paid or free?', 'Paid, or, free'],
    ['Paid or free？', 'Paid, or, free'],
    ['or', 'or'],
    ['refund or', 'refund, or'],
    ['or or', 'or'],
    ['returns - what do they cost?', 'returns, what, do, they, cost'],
    ['| Plan | --- | :---: |', 'Plan'],
    ['--force', 'force'],
    ['AB-1234 ab-', 'AB-1234, ab'],
    ['a pipe of 5" and', 'a, pipe, of, 5, and'],
  ])('none in %s', (query, alternatives) => {
    expect(read(query)).toBe(alternatives)
    expect(parseQuery(query).strict).toBe(false)
  })

  test.each([
    '',
    '-',
    '- '.repeat(150),
    '-'.repeat(300),
    '"',
    '""',
    '"" ""',
    '🙂',
    '| --- |',
    '<->',
    '&|!()',
    '-parcel',
    '-"a b"',
  ])('nothing to look for in %j', (query) => {
    expect(parseQuery(query).alternatives).toEqual([])
  })
})

describe('bounds (D244)', () => {
  const longest = (text: string) => text.repeat(300).slice(0, 300)

  test.each(['a ', 'a or ', '"a b" ', '-a ', 'b -a ', 'ab.cd ', 'a"'])(
    '%j as often as there is room',
    (text) => {
      // Different words, as the same one counts once.
      let count = 0
      const { alternatives } = parseQuery(longest(text).replaceAll('a', () => `w${count++}`))
      const pieces = alternatives.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted])
      expect(pieces.length).toBeLessThanOrEqual(24)
    },
  )

  test('of a phrase the first sixteen words count', () => {
    const words = Array.from({ length: 40 }, (_, index) => `w${index}`)
    expect(read(`"${words.join(' ')}"`)).toBe(words.slice(0, 16).join(' '))
  })

  test('a word that is many, like an address, is a phrase', () => {
    expect(read(Array.from({ length: 40 }, () => 'w').join('-'))).toBe(
      Array.from({ length: 16 }, () => 'w').join('-'),
    )
  })
})
