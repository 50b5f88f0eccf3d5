import { expect, it } from 'vitest'
import { email, id, labNumber, tags, text, toolHeaders, variableValues } from './formats'

const complaints = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message)

it.each(['a@example.com', "o'neil+x@mail.example.co.uk", 'ä@例え.jp'])('takes %s as an address', (given) => {
  expect(email('To').safeParse(given).success).toBe(true)
})

it.each([
  'Ada <a@example.com>',
  'a@example.com, b@example.com',
  'a b@example.com',
  'a@b@example.com',
  'a@example',
  'a@.com',
  'a@example.com.',
  'a@example. com',
  '@example.com',
  `${'a'.repeat(250)}@b.de`,
])('refuses %s as an address', (given) => {
  expect(email('To').safeParse(given).success).toBe(false)
})

it.each([
  ['', 'is needed'],
  ['a b@example.com', 'has a space in it'],
  ['ada.example.com', 'has no @'],
  ['a@b@example.com', 'has two @'],
  ['a@@b@example.com', 'has 3 @'],
  ['a@example.com,b@example.com', 'has two @'],
  ['@example.com', 'has nothing before the @'],
  ['ada@', 'has nothing after the @'],
  ['ada@example', 'has no ending after example, such as .com'],
  ['ada@example.com.', 'ends with a dot'],
  ['ada@.com', 'has a dot right after the @'],
  ['ada@example..com', 'has two dots in a row after the @'],
  ['<ada@example.com', 'has < in it, which no address has'],
  ['ada@example.com>', 'has > in it, which no address has'],
])('says of the address %s what is wrong with it', (given, fault) => {
  expect(complaints(email('To e-mail').safeParse(given))).toEqual([
    `To e-mail ${fault}. Write it like name@example.com`,
  ])
})

it('takes names and plain values, and nothing else, as variables (D7)', () => {
  for (const given of [{}, { a: 'x', b: 1, c: true, d: null }])
    expect(variableValues.safeParse(given).success).toBe(true)
  for (const given of [null, [], ['x'], 'x', 7, { a: {} }, { a: 'x', b: [] }])
    expect(variableValues.safeParse(given).success, JSON.stringify(given)).toBe(false)
})

it('takes ids of the testing lab that a number can hold, and says what is wrong with others', () => {
  const number = labNumber('Agent id')
  for (const given of [1, 2 ** 31, Number.MAX_SAFE_INTEGER])
    expect(number.safeParse(given).success).toBe(true)
  expect(complaints(number.safeParse(0))).toEqual(['Agent id must be at least 1'])
  expect(number.safeParse(2 ** 53).success).toBe(false)
  for (const none of [null, undefined])
    expect(complaints(number.safeParse(none))).toEqual(['Agent id is needed'])
  for (const odd of ['1', 1.5, '', false])
    expect(complaints(number.safeParse(odd))).toEqual(['Agent id must be a whole number'])
})

it('takes ids of 1 to 200 characters, and 50 tags', () => {
  const label = id('Voice id')
  expect(label.safeParse('x'.repeat(200)).success).toBe(true)
  for (const given of ['', ' ', 'x'.repeat(201)]) expect(label.safeParse(given).success).toBe(false)
  expect(tags.safeParse(Array.from({ length: 50 }, () => 'x')).success).toBe(true)
  for (const given of [Array.from({ length: 51 }, () => 'x'), [''], 'x'])
    expect(tags.safeParse(given).success).toBe(false)
})

const many = (count: number) => Array.from({ length: count }, (_, at) => `x-${at}`)

it.each([
  {},
  { 'X-Key': 'x', accept: '' },
  { a: 'x'.repeat(8_000) },
  { ['n'.repeat(200)]: 'x' },
  Object.fromEntries(many(50).map((name) => [name, 'x'])),
  [{ key: 'X-Key', value: 'x', secure: true }],
  many(50).map((key) => ({ key, value: 'x' })),
])('takes %j as headers of a tool', (given) => {
  expect(toolHeaders.safeParse(given).success).toBe(true)
})

// A line break would begin another header.
it.each([
  { a: 'x\r\nHost: evil.example' },
  { a: 'x\nb' },
  { a: 'x\u0000' },
  { 'a b': 'x' },
  { 'a:': 'x' },
  { '': 'x' },
  { a: 7 },
  { a: 'x', b: null },
  { a: 'x'.repeat(8_001) },
  { ['n'.repeat(201)]: 'x' },
  Object.fromEntries(many(51).map((name) => [name, 'x'])),
  [{ key: 'a b', value: 'x' }],
  [{ key: 'a', value: 'x\r' }],
  [{ key: 'a' }],
  many(51).map((key) => ({ key, value: 'x' })),
  'a: x',
  null,
])('refuses %j as headers of a tool', (given) => {
  expect(toolHeaders.safeParse(given).success).toBe(false)
})

it('says of a text that is too long how long it is', () => {
  expect(complaints(text({ label: 'Name', max: 1_000 }).safeParse('a'.repeat(1_012)))).toEqual([
    'Name can have at most 1,000 characters, not 1,012',
  ])
})
