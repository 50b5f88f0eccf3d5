import { expect, test } from 'vitest'
import { piecesOf } from './passage-text'

const shown = (pieces: ReturnType<typeof piecesOf>) =>
  pieces.map(({ text, found }) => (found ? `[${text}]` : text)).join('')

test('the words found are pieces of their own', () => {
  const passage = {
    text: 'Refunds are paid.',
    marks: [
      { start: 0, end: 7 },
      { start: 12, end: 16 },
    ],
  }
  expect(shown(piecesOf(passage, false))).toBe('[Refunds] are [paid].')
})

test('a long passage is shown around the first word found, from word to word', () => {
  const text = `${'before '.repeat(60)}refund ${'after '.repeat(80)}`.trim()
  const start = text.indexOf('refund')
  const passage = { text, marks: [{ start, end: start + 6 }] }
  const part = shown(piecesOf(passage, false))
  expect(part).toMatch(/^… before (?:before )+\[refund\] (?:after )+…$/)
  expect(part.length).toBeLessThan(350)
  expect(shown(piecesOf(passage, true)).replace(/[[\]]/g, '')).toBe(text)
})

test('a text without spaces is cut and still shows the word', () => {
  const text = 'x'.repeat(2_000)
  expect(shown(piecesOf({ text, marks: [{ start: 1_000, end: 1_003 }] }, false))).toContain('[xxx]')
})
