import { expect, it } from 'vitest'
import { searchPassages } from './search'

const read = (passage: unknown) => searchPassages.reply.parse({ passages: [passage] }).passages[0]

it('reads a passage of which only the file and the text are there', () => {
  expect(read({ fileId: 'f', text: 'x' })).toEqual({
    fileId: 'f',
    text: 'x',
    marks: [],
    heading: [],
    other: {},
  })
})

it('keeps what it does not know and leaves out what is no passage', () => {
  expect(read({ fileId: 7, text: 'x', page: null, match: 'meaning', score: 0.5 })).toMatchObject({
    fileId: '7',
    other: { match: 'meaning', score: 0.5 },
  })
  expect(searchPassages.reply.parse({ passages: [{ text: 'x' }, 'x', null] }).passages).toEqual([])
})

it('leaves out marks that are outside of the text, over another, or none', () => {
  const marks = [
    { start: 4, end: 6 },
    { start: 0, end: 2 },
    { start: 1, end: 3 },
    { start: 5, end: 99 },
    { start: 6, end: 6 },
    { start: -1, end: 1 },
    { start: '0', end: 1 },
    null,
  ]
  expect(read({ fileId: 'f', text: 'abcdefgh', marks })?.marks).toEqual([
    { start: 0, end: 2 },
    { start: 4, end: 6 },
  ])
})

it.each([undefined, {}, [], '', { passages: {} }, { data: { passages: [] } }])(
  'does not take %j for the answer of a search',
  (reply) => {
    expect(searchPassages.reply.safeParse(reply).success).toBe(false)
  },
)
