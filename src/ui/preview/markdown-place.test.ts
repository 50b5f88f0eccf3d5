import { expect, it } from 'vitest'
import { linesIn, placeIn } from './markdown-place'
import { readMarkdown, textOf } from './markdown-tree'

const text = `# Orders

Paid **by card** or \`cash\`.

- First, ask.
- Then wait:
  - an hour
  - a day

> Said so.

The end.
`
const blocks = (() => {
  const tree = readMarkdown(text)
  return 'blocks' in tree ? tree.blocks : []
})()
const placed = (words: string) => {
  const place = placeIn(blocks, words)
  return place && [place.type, textOf(place)]
}

it('finds the smallest block in which words begin, whatever marks and spaces there are', () => {
  expect(placed('Paid by card or cash.')).toEqual(['paragraph', 'Paid  by card  or  cash .'])
  expect(placed('orders')).toEqual(['heading', 'Orders'])
  expect(placed('First, ask.')).toEqual(['listItem', 'First, ask.'])
  expect(placed('a day')).toEqual(['listItem', 'a day'])
  expect(placed('said SO')?.[0]).toBe('paragraph')
})

it('finds what goes on in the next blocks where it begins', () => {
  expect(placed('Said so.\n\nThe end.')?.[1]).toBe('Said so.')
  expect(placed('an hour\na day')?.[1]).toBe('an hour')
})

it('finds nothing where nothing of it stands', () => {
  expect(placed('Paid by cheque')).toBeUndefined()
  expect(placed(' … ')).toBeUndefined()
})

it.each([
  ['Paid by card or cash.', 'Paid **by card** or `cash`.'],
  ['day\n\nSaid so', '  - a day'],
  ['orders', '# Orders'],
  ['First ask, which stands nowhere', undefined],
  ['Then wait an hour a day, and more', '- Then wait:'],
  ['…', undefined],
])('finds the lines of a text in which %j begins', (words, line) => {
  const place = linesIn(text, words)
  expect(place && text.slice(place.start, place.end).split('\n')[0]).toBe(line)
})

it('takes of a document in one line what stands around the words', () => {
  const line = `${'so '.repeat(200_000)}Paid by card.${' on'.repeat(200_000)}`
  const { start, end } = linesIn(line, 'Paid by card') ?? { start: 0, end: 0 }
  expect(line.slice(start, end)).toContain('Paid by card.')
  expect(end - start).toBeLessThan(20_000)
})
