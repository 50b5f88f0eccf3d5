import { describe, expect, it } from 'vitest'
import { readMarkdown, textOf } from './markdown-tree'

const tree = (text: string) => {
  const read = readMarkdown(text)
  return 'problem' in read ? expect.fail(read.problem) : read
}

it('reads headings, tables, tasks and code, also with CRLF and a byte order mark', () => {
  const { blocks } = tree(
    '\uFEFF# A\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n\r\n- [x] done\r\n\r\n```js\r\nlet a\r\n```\r\n',
  )
  expect(blocks.map(({ type }) => type)).toEqual(['heading', 'table', 'list', 'code'])
})

it('takes settings at the start apart', () => {
  const { frontMatter, blocks } = tree('---\ntitle: A\n---\n# B\n')
  expect([frontMatter, blocks.length]).toEqual(['title: A', 1])
  expect(tree('# B\n\n---\n\ntext\n').frontMatter).toBeUndefined()
})

it('finds definitions wherever they stand, the first of a name', () => {
  const { definitions } = tree('[a]\n\n> [a]: https://x.test/1\n\n[a]: https://x.test/2\n')
  expect(definitions.get('a')?.url).toBe('https://x.test/1')
})

describe('what would hold the page up is shown as text', () => {
  it.each([
    ['too long', 'word '.repeat(70_000)],
    ['too tangled', '>'.repeat(5_000)],
    ['too tangled', `${'- '.repeat(50)}x`],
    ['too tangled', `before\n\n${'*a '.repeat(8_000)}`],
  ])('%s', (problem, text) => {
    const started = performance.now()
    expect(readMarkdown(text)).toEqual({ problem })
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

it('gives all words of what is too deep', () => {
  expect(textOf(tree('> a\n> > **b** `c`\n').blocks[0] ?? expect.fail())).toBe('a b   c')
})
