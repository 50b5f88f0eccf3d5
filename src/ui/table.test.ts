import { describe, expect, it } from 'vitest'
import { addRange, countSelected, readTableKey, toggleKey, toggleShown } from './table-keys'
import { nextSort, type Sort, sortRows } from './table-sort'

describe('keys on a row', () => {
  const press = (key: string, current: number) => readTableKey({ key }, current, 100, 10)

  it('move by one, by a page less a row, and to the ends', () => {
    expect(press('ArrowDown', 3)).toEqual({ move: 4 })
    expect(press('ArrowUp', 3)).toEqual({ move: 2 })
    expect(press('PageDown', 3)).toEqual({ move: 12 })
    expect(press('PageUp', 30)).toEqual({ move: 21 })
    expect(press('Home', 50)).toEqual({ move: 0 })
    expect(press('End', 50)).toEqual({ move: 99 })
  })

  it('stop at the first and the last row', () => {
    expect(press('ArrowUp', 0)).toEqual({ move: 0 })
    expect(press('ArrowDown', 99)).toEqual({ move: 99 })
    expect(press('PageDown', 95)).toEqual({ move: 99 })
    expect(readTableKey({ key: 'PageDown' }, 0, 5, 0)).toEqual({ move: 1 })
  })

  it('open, select, and leave the rest to the browser', () => {
    expect(press('Enter', 0)).toBe('open')
    expect(press(' ', 0)).toBe('toggle')
    expect(readTableKey({ key: ' ', shiftKey: true }, 0, 5, 5)).toBe('toggle-range')
    expect(readTableKey({ key: 'a', ctrlKey: true }, 0, 5, 5)).toBe('select-all')
    expect(readTableKey({ key: 'ArrowDown', ctrlKey: true }, 0, 5, 5)).toBeNull()
    expect(readTableKey({ key: 'ArrowLeft', altKey: true }, 0, 5, 5)).toBeNull()
    expect(press('a', 0)).toBeNull()
    expect(readTableKey({ key: 'End' }, 0, 0, 5)).toBeNull()
  })
})

describe('selection', () => {
  const keys = ['a', 'b', 'c', 'd']

  it('toggles one and adds a range in either direction, never changing the old one', () => {
    const before: ReadonlySet<string> = new Set(['a'])
    expect([...toggleKey(before, 'b')]).toEqual(['a', 'b'])
    expect([...toggleKey(before, 'a')]).toEqual([])
    expect([...addRange(before, keys, 'd', 1)]).toEqual(['a', 'b', 'c', 'd'])
    expect([...addRange(before, keys, 'b', 2)]).toEqual(['a', 'b', 'c'])
    expect([...before]).toEqual(['a'])
  })

  it('begins no range at a row that is hidden', () => {
    for (const from of [null, 'gone']) expect([...addRange(new Set(), keys, from, 2)]).toEqual(['c'])
  })

  it('of all that are shown leaves what is hidden as it was', () => {
    expect([...toggleShown(new Set(['hidden', 'b']), ['a', 'b'], true)]).toEqual(['hidden', 'b', 'a'])
    expect([...toggleShown(new Set(['hidden', 'b']), ['a', 'b'], false)]).toEqual(['hidden'])
  })

  it('counts only rows that are shown', () => {
    expect(countSelected(new Set(['a', 'gone']), keys)).toBe(1)
    expect(countSelected(new Set(), keys)).toBe(0)
  })
})

describe('sorting', () => {
  const sorted = (values: (string | number | boolean | null)[], direction: 'asc' | 'desc' = 'asc') =>
    sortRows(values, (value) => value, direction)

  it('orders words by the alphabet, numbers in them by size, absent ones last both ways', () => {
    expect(sorted(['b', null, 'A', 'file 10', 'file 9'])).toEqual(['A', 'b', 'file 9', 'file 10', null])
    expect(sorted(['b', null, 'A'], 'desc')).toEqual(['b', 'A', null])
    expect(sorted([10, 9, null, -1])).toEqual([-1, 9, 10, null])
    expect(sorted([true, false])).toEqual([false, true])
  })

  it('keeps the order of equal rows and leaves the rows themselves alone', () => {
    const rows = [
      { name: 'x', at: 1 },
      { name: 'X', at: 2 },
    ]
    expect(sortRows(rows, (row) => row.name, 'desc').map((row) => row.at)).toEqual([1, 2])
    expect(rows.map((row) => row.at)).toEqual([1, 2])
  })

  it('goes first way, other way, off', () => {
    const steps: Sort[] = [null]
    for (let step = 0; step < 3; step += 1) steps.push(nextSort(steps.at(-1) ?? null, 'created', 'desc'))
    expect(steps).toEqual([
      null,
      { column: 'created', direction: 'desc' },
      { column: 'created', direction: 'asc' },
      null,
    ])
    expect(nextSort({ column: 'name', direction: 'desc' }, 'created')).toEqual({
      column: 'created',
      direction: 'asc',
    })
  })
})
