import { describe, expect, it } from 'vitest'
import { readMarkdown } from './markdown-reader'
import type { Block } from './passages'
import { DEFAULT_CAPS } from './protocol'

async function blocksOf(content: string | Uint8Array, caps = {}): Promise<Block[]> {
  const blocks: Block[] = []
  for await (const block of readMarkdown(Buffer.from(content), { ...DEFAULT_CAPS, ...caps }))
    blocks.push(block)
  return blocks
}

const textsOf = async (content: string) => (await blocksOf(content)).map(({ text }) => text)

describe('headings', () => {
  it('give their path to what stands under them', async () => {
    const blocks = await blocksOf('# A\n\none\n\n### C\n\ntwo\n\n## B\n\nthree\n\nD\n===\n\nfour')
    expect(blocks).toEqual([
      { text: 'one', heading: ['A'] },
      { text: 'two', heading: ['A', 'C'] },
      { text: 'three', heading: ['A', 'B'] },
      { text: 'four', heading: ['D'] },
    ])
  })

  it('are kept when nothing stands under them', async () => {
    expect(await blocksOf('# A\n\n## B\n\n## C\n\ntext\n\n# D')).toEqual([
      { text: 'B', heading: ['A', 'B'] },
      { text: 'text', heading: ['A', 'C'] },
      { text: 'D', heading: ['D'] },
    ])
  })

  it('hold on over the pieces of a long document', async () => {
    const blocks = await blocksOf(`# Long\n\n${'A paragraph of it.\n\n'.repeat(15_000)}`)
    expect(blocks).toHaveLength(15_000)
    expect(blocks.at(-1)).toEqual({ text: 'A paragraph of it.', heading: ['Long'] })
  })
})

describe('what is text', () => {
  it.each([
    ['a link', 'See [the *rules*](https://example.com "t").', ['See the rules.']],
    ['a link by reference', 'See [rules][1].\n\n[1]: https://example.com', ['See rules.']],
    ['an image', 'Before ![a red door](door.png) after', ['Before a red door after']],
    ['inline HTML', 'one <b onclick="x()">two</b><br>three', ['one two\nthree']],
    [
      'a block of HTML',
      '<div>\n<p>Hello &amp; welcome</p>\n<script>steal()</script></div>',
      ['Hello & welcome'],
    ],
    [
      'a table of HTML',
      '<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>10</td></tr>\n<tr><td></td><td>20</td></tr></table>',
      ['Plan | Price\nBasic | 10\n20'],
    ],
    [
      'references in HTML',
      '<p>M&uuml;ller&#x27;s&nbsp;caf&#233; &hellip; &lt;b&gt; &amp;#39; &NotReal; &#0; R&D; AT&T</p>',
      ["Müller's café … <b> &#39; &NotReal; \ufffd R&D; AT&T"],
    ],
    ['letters of two characters', 'Mu\u0308ller', ['Müller']],
    ['a comment', 'a\n\n<!-- hidden\n\nmore -->\n\nb', ['a', 'b']],
    ['code', '```js\nconst a = 1\n\n  b()\n```', ['const a = 1\n\n  b()']],
    ['inline code', 'Run `npm ci` now', ['Run npm ci now']],
    ['a list', '1. one\n2. two\n   - deeper\n\n     more', ['1. one', '2. two', '  - deeper', '    more']],
    ['tasks', '- [x] done\n- [ ] open', ['- [x] done', '- [ ] open']],
    ['a quotation', '> said\n> twice', ['said twice']],
    ['a line break that was asked for', 'one\\\ntwo  \nthree\nfour', ['one\ntwo\nthree four']],
    ['a footnote', 'Text[^1].\n\n[^1]: The note.', ['Text[1].', '[1] The note.']],
    [
      'a table',
      '| Plan | Price |\n|---|--:|\n| Basic | 10 |\n| Plus | |',
      ['Plan: Basic; Price: 10', 'Plan: Plus'],
    ],
    ['CRLF and a byte order mark', '\ufeff# A\r\n\r\none\r\ntwo\r\n', ['one two']],
    ['a line before any heading that looks like settings', '---\n\ntext\n\n---\n', ['text']],
  ])('%s', async (_, content, texts) => expect(await textsOf(content)).toEqual(texts))
})

it.each(['---', '+++'])('sets front matter between %s apart', async (mark) => {
  expect(await blocksOf(`${mark}\ntitle: Refunds\ntags: [a]\n${mark}\n# A\n\ntext`)).toEqual([
    { text: 'title: Refunds\ntags: [a]', heading: ['Front matter'] },
    { text: 'text', heading: ['A'] },
  ])
})

describe('refuses', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['spaces', ' \n\n ', 'empty'],
    ['only a comment', '<!-- nothing -->', 'empty'],
    ['Latin-1', Uint8Array.of(0x63, 0x61, 0x66, 0xe9), 'not-text'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x41, 0), 'not-text'],
    ['NUL', Uint8Array.of(0x41, 0, 0x42), 'not-text'],
  ])('%s', async (_, content, code) => expect(blocksOf(content)).rejects.toMatchObject({ code }))

  it('too much text', () =>
    expect(blocksOf('word '.repeat(30), { characters: 100 })).rejects.toMatchObject({
      code: 'too-much-text',
    }))
})

describe('what would hold up the parser', () => {
  it.each([
    ['deep quotations', `${'>'.repeat(20_000)} word\n`.repeat(20)],
    [
      'deep lists',
      `${Array.from({ length: 300 }, (_, depth) => `${' '.repeat(2 * depth)}- word`).join('\n')}\n`,
    ],
    ['deep lists on one line', `${'- '.repeat(8_000)}word`],
    ['open brackets', `${'['.repeat(60_000)} word`],
    ['open comments', `word\n\n${'<!--'.repeat(100_000)}`],
    ['other references', `word\n\n<div>\n${Array.from({ length: 20_000 }, (_, at) => `&r${at};`).join(' ')}`],
    ['open scripts', `word\n\n<div>\n${'<script>'.repeat(50_000)}`],
    ['emphasis', `${'*a **b '.repeat(10_000)} word`],
    ['one long line', `word ${'w'.repeat(300_000)}`],
  ])('%s: the words are kept, soon enough', async (_, content) => {
    const start = performance.now()
    expect((await textsOf(content)).join('\n')).toContain('word')
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  it('a table longer than a piece keeps its column names', async () => {
    const texts = await textsOf(`| Plan | Price |\n|---|---|\n${'| Basic | 10 |\n'.repeat(5_000)}`)
    expect(new Set(texts)).toEqual(new Set(['Plan: Basic; Price: 10']))
    expect(texts).toHaveLength(5_000)
  })

  it('code longer than a piece stays code', async () => {
    const texts = await textsOf(`\`\`\`\n${'# not a heading\n\n'.repeat(50_000)}\`\`\`\n\nafter`)
    expect(texts.at(-1)).toBe('after')
    expect(
      texts
        .slice(0, -1)
        .join('\n')
        .match(/# not a heading/g),
    ).toHaveLength(50_000)
  })
})
