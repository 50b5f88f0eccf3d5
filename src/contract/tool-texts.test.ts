import { expect, test } from 'vitest'
import { headersOf, toolTexts } from './tool-texts'

const structure = { variables: [], other: {} }

test.each([
  [
    { Accept: 'x', 'X-Count': 3 },
    [
      { name: 'Accept', value: 'x' },
      { name: 'X-Count', value: '3' },
    ],
  ],
  [
    [{ key: 'A', value: 'b', secure: true }, 7, { name: 'C', value: null }],
    [
      { name: 'A', value: 'b', secure: true },
      { name: '', value: '7' },
      { name: 'C', value: '', secure: false, other: { value: null } },
    ],
  ],
  [
    [{ name: 'D', value: { deep: 1 }, note: 'n' }, 'X-Id: a: b'],
    [
      { name: 'D', value: '{"deep":1}', secure: false, other: { note: 'n' } },
      { name: 'X-Id', value: 'a: b' },
    ],
  ],
  [undefined, []],
  [null, []],
  ['Accept: x', [{ name: 'Accept', value: 'x' }]],
])('headers %j are read', (headers, expected) => {
  expect(headersOf({ headers })).toEqual(expected)
})

test('every text that may hold variables is found, with its place', () => {
  const texts = toolTexts({
    ...structure,
    url: 'https://a/{{id}}',
    headers: { A: 'h' },
    body: { to: ['x', { deep: 'y' }], count: 1 },
  })
  expect(texts).toEqual([
    { where: 'the URL', text: 'https://a/{{id}}' },
    { where: 'the header A', text: 'h' },
    { where: 'the body at to.0', text: 'x' },
    { where: 'the body at to.1.deep', text: 'y' },
  ])
  expect(toolTexts({ ...structure, body: 'plain {{a}}' })).toEqual([
    { where: 'the body', text: 'plain {{a}}' },
  ])
})

test('a body nested without end does not stop the reading', () => {
  let body: unknown = 'x'
  for (let depth = 0; depth < 10_000; depth++) body = { a: body }
  expect(toolTexts({ ...structure, body })).toEqual([])
})
