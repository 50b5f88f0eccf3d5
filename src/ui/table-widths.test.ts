import { expect, it } from 'vitest'
import { shareOut } from './table-widths'

const said = (width: number) => ({ width })
const open = {}

it('gives each column what its words need, small needs first, where not all fit', () => {
  expect(shareOut([said(100), said(100)], [150, 90], 250)).toEqual([150, 100])
  // 60 px are left: 20 are enough for the second, so the third has 40 of the 500 it lacks.
  expect(shareOut([said(100), said(100), said(100)], [100, 120, 600], 360)).toEqual([100, 120, 140])
})

it('leaves the rest to the columns that say no width, by what they need', () => {
  expect(shareOut([said(100), open, open], [90, 60, 180], 460)).toEqual([100, 90, 270])
})

it('leaves the rest to all where each says a width', () => {
  expect(shareOut([said(100), said(100)], [80, 40], 320)).toEqual([180, 140])
})

it('takes from the first what is too much, and never more than there is', () => {
  expect(shareOut([said(240), said(120)], [300, 80], 300)).toEqual([180, 120])
  for (const room of [10, 333, 777, 1_500])
    expect(
      shareOut([open, said(130), open], [700, 20, 333], room).reduce((sum, each) => sum + each, 0),
    ).toBeCloseTo(room, 5)
})

it('leaves the first column, which names the row, the width that it was promised when the others were let in', () => {
  const [name = 0] = shareOut([open, said(150), said(130), open], [400, 150, 130, 300], 600)
  expect(name).toBeGreaterThanOrEqual(200)
})
