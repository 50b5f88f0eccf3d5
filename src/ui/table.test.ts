import { describe, expect, it, vi } from 'vitest'
import { rowsDrawn, scrollFor } from './row-window'
import { addRange, countSelected, readTableKey, toggleKey, toggleShown } from './table-keys'
import { nextSort, type Sort, sortedBy, sortRows } from './table-sort'

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

  it('orders all texts as the alphabet does, whatever they begin with', () => {
    const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    const signs = [
      ' ',
      'A',
      'a',
      'b',
      'Z',
      '0',
      '0',
      '1',
      '9',
      '-',
      '_',
      '.',
      '(',
      '~',
      'é',
      'ß',
      '\u0301',
      '漢',
      '\t',
    ]
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (const start of ['', 'File 10', 'Résumé ', '0'.repeat(60)]) {
      const texts = Array.from(
        { length: 600 },
        () => start + Array.from({ length: next(12) }, () => signs[next(signs.length)]).join(''),
      )
      expect(sorted(texts)).toEqual(texts.toSorted(compare))
      expect(sorted(texts, 'desc')).toEqual(texts.toSorted((one, other) => compare(other, one)))
    }
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

it('sorts the same rows in the same way once', () => {
  const rows = [{ name: 'b' }, { name: 'a' }]
  const sortValue = vi.fn(({ name }: { name: string }) => name)
  const columns = [{ id: 'name', sortValue }, { id: 'plain' }]
  const sorted = (direction: 'asc' | 'desc') => sortedBy(rows, columns, { column: 'name', direction })
  expect(sorted('asc').map(({ name }) => name)).toEqual(['a', 'b'])
  expect(sorted('asc')).toBe(sorted('asc'))
  expect(sortValue).toHaveBeenCalledTimes(2)
  expect(sorted('desc').map(({ name }) => name)).toEqual(['b', 'a'])
  expect(sorted('asc').map(({ name }) => name)).toEqual(['a', 'b'])
  expect(sortedBy(rows, columns, { column: 'plain', direction: 'asc' })).toBe(rows)
  expect(sortedBy(rows, columns, null)).toBe(rows)
})

describe('times', () => {
  it('sort by when they were, whether they have one form or several', () => {
    const sorted = (...times: string[]) => sortRows(times, (time) => time, 'asc')
    const [early, late, later] = [
      '2026-03-09T10:00:00Z',
      '2026-03-10T09:00:00Z',
      '2026-12-01T00:00:00Z',
    ] as const
    expect(sorted(later, early, late)).toEqual([early, late, later])
    expect(sorted('2026-03-10', later, early)).toEqual([early, '2026-03-10', later])
    expect(sortRows([early, later, late], (time) => time, 'desc')).toEqual([later, late, early])
  })

  it('sort to their last digit, and over centuries', () => {
    const parts = [
      '2026-03-09T10:00:00.123456Z',
      '2026-03-09T10:00:00.123457Z',
      '2026-03-09T10:00:00.923450Z',
    ]
    expect(sortRows(parts.toReversed(), (time) => time, 'asc')).toEqual(parts)
    const years = ['1999-12-31T23:59:59Z', '2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z']
    expect(sortRows(years.toReversed(), (time) => time, 'asc')).toEqual(years)
  })
})

describe('rows of one height', () => {
  const sight = { count: 100, height: 36, top: 0, room: 360 }
  const drawn = (more: Partial<typeof sight>, beyond = 0, current = 0) => {
    const rows = rowsDrawn({ ...sight, ...more }, beyond, current)
    return [rows[0], rows.at(-1), rows.length]
  }

  it('are drawn as far as they are in sight or soon will be', () => {
    // Before the first picture is painted nobody scrolls: nine rows and a part of one stand below the header.
    expect(drawn({})).toEqual([0, 9, 10])
    expect(drawn({}, 12)).toEqual([0, 25, 26])
    expect(drawn({ top: 1800 }, 12, 50)).toEqual([38, 75, 38])
    expect(drawn({ count: 5 }, 12)).toEqual([0, 4, 5])
    expect(rowsDrawn({ ...sight, count: 0 }, 12, 0)).toEqual([])
    expect(rowsDrawn({ ...sight, room: 0 }, 12, 0)).toEqual([])
  })

  it('are drawn where the list ends, when it has become shorter than what was scrolled', () => {
    expect(drawn({ top: 90_000 }, 0, 95)).toEqual([90, 99, 10])
    expect(drawn({ top: 90_000, count: 3 })).toEqual([0, 2, 3])
  })

  it('hold the current one wherever it stands', () => {
    expect(drawn({ top: 1800 }, 0, 2)).toEqual([2, 59, 11])
    expect(drawn({}, 0, 99)).toEqual([0, 99, 11])
    expect(drawn({ count: 3 }, 0, 7)).toEqual([0, 2, 3])
  })

  it('show whole once they are scrolled to, and nothing moves for one that does', () => {
    expect(scrollFor(sight, 3)).toBe(0)
    // Below the header there is room for nine rows and 4 px.
    expect(scrollFor(sight, 8)).toBe(0)
    expect(scrollFor(sight, 9)).toBe(32)
    expect(scrollFor({ ...sight, top: 1800 }, 49)).toBe(1764)
    expect(scrollFor({ ...sight, top: 1800 }, 50)).toBe(1800)
  })
})

describe('rows of two heights', () => {
  /** Every fourth of 100 rows is 56 px high, the others 36. */
  const tops = [0]
  for (let at = 0; at < 100; at++) tops.push((tops[at] ?? 0) + (at % 4 === 3 ? 56 : 36))
  const sight = { count: 100, height: 36, top: 0, room: 328, tops }

  it('are drawn as far as they are in sight', () => {
    // Four rows take 164 px.
    expect(rowsDrawn(sight, 0, 0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(rowsDrawn({ ...sight, top: 1_640 }, 0, 40)).toEqual([40, 41, 42, 43, 44, 45, 46, 47])
    expect(rowsDrawn({ ...sight, top: 90_000 }, 0, 95)).toEqual([92, 93, 94, 95, 96, 97, 98, 99])
    expect(rowsDrawn({ ...sight, count: 0, tops: [0] }, 12, 0)).toEqual([])
  })

  it('show whole once they are scrolled to', () => {
    expect(scrollFor(sight, 6)).toBe(0)
    expect(scrollFor(sight, 7)).toBe(32)
    expect(scrollFor({ ...sight, top: 1_640 }, 39)).toBe(1_584)
  })
})
