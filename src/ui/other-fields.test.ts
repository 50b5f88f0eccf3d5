import { describe, expect, it } from 'vitest'
import { type Outline, outline } from './other-fields'

function leaves(node: Outline): number {
  return node.kind === 'leaf' ? 1 : node.entries.reduce((sum, [, value]) => sum + leaves(value), 0)
}

describe('outline', () => {
  it('names what is there, counts lists from one, and words what is empty', () => {
    expect(outline({ pages: 3, tags: ['a'], owner: null, note: '', extra: {} })).toEqual({
      kind: 'branch',
      left: 0,
      entries: [
        ['pages', { kind: 'leaf', text: '3', quiet: false }],
        ['tags', { kind: 'branch', left: 0, entries: [['1', { kind: 'leaf', text: 'a', quiet: false }]] }],
        ['owner', { kind: 'leaf', text: 'null', quiet: true }],
        ['note', { kind: 'leaf', text: 'empty text', quiet: true }],
        ['extra', { kind: 'leaf', text: 'empty object', quiet: true }],
      ],
    })
  })

  it('cuts long texts and long lists, and says by how much', () => {
    const cut = outline({ text: 'x'.repeat(1000), list: Array.from({ length: 100 }, (_, at) => at) })
    if (cut.kind !== 'branch') throw new Error('a branch was expected')
    const [text, list] = cut.entries.map(([, value]) => value)
    expect(text).toEqual({ kind: 'leaf', text: `${'x'.repeat(400)}… (1000 characters)`, quiet: false })
    expect(list).toMatchObject({ kind: 'branch', left: 60 })
  })

  it('ends on what is deep or wide without end', () => {
    let deep: unknown = 'bottom'
    for (let depth = 0; depth < 50_000; depth += 1) deep = { deep }
    expect(leaves(outline(deep))).toBe(1)
    const wide = (depth: number): unknown =>
      depth === 0 ? 1 : Array.from({ length: 40 }, () => wide(depth - 1))
    expect(leaves(outline(wide(3)))).toBeLessThanOrEqual(400)
  })
})
