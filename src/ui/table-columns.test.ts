import { expect, it } from 'vitest'
import { type Column, heightsOf, layOut, topsOf, widthOfAll } from './table-columns'

const columns: Column<object>[] = [
  { id: 'to', header: 'To' },
  { id: 'channel', header: 'Channel', width: 112 },
  { id: 'agent', header: 'Agent' },
  { id: 'id', header: 'Id', width: 100, narrow: 'hide' },
  { id: 'state', header: 'State', width: 170, narrow: 'keep' },
  { id: 'time', header: 'Time', width: 130 },
]
const ids = ({ shown, lines }: ReturnType<typeof layOut<object>>) =>
  [shown, lines].map((each) => each.map(({ id }) => id).join(' '))

it('shows every column where there is room', () => {
  expect(ids(layOut(columns, false, 832))).toEqual(['to channel agent id state time', ''])
})

it('tells from which width on all columns stand, so that a table need not be laid out anew beyond it', () => {
  const least = widthOfAll(columns)
  expect(ids(layOut(columns, false, least))).toEqual(ids(layOut(columns, false, Number.POSITIVE_INFINITY)))
  expect(ids(layOut(columns, false, least - 1))).not.toEqual(ids(layOut(columns, false, least)))
})

it('moves what does not fit into the second line, what is hidden elsewhere first, then from the last on', () => {
  expect(ids(layOut(columns, false, 831))).toEqual(['to channel agent state time', 'id'])
  expect(ids(layOut(columns, false, 708))).toEqual(['to channel agent state', 'id time'])
  expect(ids(layOut(columns, false, 100))).toEqual(['to state', 'channel agent id time'])
})

it('leaves the first column and what is kept on a narrow screen', () => {
  expect(ids(layOut(columns, true, 2_000))).toEqual(['to state', 'channel agent time'])
})

it('has what is a line of its own under the others at any width, and gives them its room', () => {
  const withReason = [...columns, { id: 'why', header: 'Why', below: true, seldom: true }]
  expect(ids(layOut(withReason, false, 2_000))).toEqual(['to channel agent id state time', 'why'])
  expect(ids(layOut(withReason, false, 832))).toEqual(['to channel agent id state time', 'why'])
  expect(ids(layOut(withReason, true, 2_000))).toEqual(['to state', 'channel agent time why'])
})

it('gives three lines more to what is below on a narrow screen, and to no row without it', () => {
  const lines = [
    { id: 'state', header: 'State', sortValue: () => 'FAILED' },
    { id: 'why', header: 'Why', below: true, seldom: true, sortValue: (row: string) => row },
  ]
  const tops = (narrow: boolean) => topsOf(['protected', ''], { lines, ...heightsOf(lines, false, narrow) })
  expect(tops(false)).toEqual([0, 56, 112])
  expect(tops(true)).toEqual([0, 116, 172])
})
