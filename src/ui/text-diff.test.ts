import { describe, expect, it } from 'vitest'
import { type ChangeRow, changesBetween, type Piece } from './text-diff'

const marked = (pieces: readonly Piece[]) =>
  pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')
const shown = (rows: readonly ChangeRow[]) =>
  rows.map((row) =>
    row.kind === 'same' ? row.lines.join('|') : `${marked(row.before)} > ${marked(row.after)}`,
  )

describe('changes between two texts', () => {
  it('are marked by words, in the lines where they are', () => {
    const before = 'Greet the caller.\nAsk for the order number.\nBe brief.'
    const after = 'Greet the caller.\nAsk for the customer number.\nBe brief.'
    expect(shown(changesBetween(before, after))).toEqual([
      'Greet the caller.',
      'Ask for the [order] number.\n > Ask for the [customer] number.\n',
      'Be brief.',
    ])
  })

  it('are added and removed lines', () => {
    expect(shown(changesBetween('a\nb\n', 'a\nb\nc\n'))).toEqual(['a|b', ' > [c\n]'])
    expect(shown(changesBetween('a\nb\n', 'b\n'))).toEqual(['[a\n] > ', 'b'])
    expect(shown(changesBetween('', 'a'))).toEqual([' > [a]'])
  })

  it('that lengthen a text are still marked by words', () => {
    const [row] = changesBetween('Be brief.', 'Be brief and polite.\nRule 1\nRule 2\nRule 3')
    expect(row?.kind === 'changed' && marked(row.before)).toBe('Be brief.')
    expect(row?.kind === 'changed' && marked(row.after)).toMatch(/^Be brief\[ and polite\]/)
  })

  it('of nothing in common are marked as a whole', () => {
    expect(shown(changesBetween('You sell shoes to people.', 'Answer in French, briefly, always.'))).toEqual([
      '[You sell shoes to people.] > [Answer in French, briefly, always.]',
    ])
  })

  it('lose nothing of either text', () => {
    const before = 'one two three\n\n  four {{five}}\nsix\n'
    const after = 'one 2 three\n  four {{5}}\n\nsix seven'
    const rows = changesBetween(before, after)
    const text = (side: 'before' | 'after') =>
      rows
        .map((row) =>
          row.kind === 'same' ? `${row.lines.join('\n')}\n` : row[side].map((each) => each.text).join(''),
        )
        .join('')
    expect(text('before')).toBe(before)
    expect(text('after')).toBe(after)
  })

  it('are none between equal texts', () => {
    expect(changesBetween('a\nb', 'a\nb').every(({ kind }) => kind === 'same')).toBe(true)
  })

  it('of two large texts that have nothing in common are found in time', () => {
    const text = (word: string) =>
      Array.from({ length: 4_000 }, (_, index) => `${word} ${(index * 7919) % 4001} ${word}x`).join('\n')
    const started = performance.now()
    expect(changesBetween(text('alpha'), text('beta')).length).toBeGreaterThan(0)
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
