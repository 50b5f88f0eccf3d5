import { describe, expect, it } from 'vitest'
import { choicesOf, filterRows, type ListFilter, readSort, writeSort } from './list-state'
import { readOutcome } from './outcome-badge'
import { mayStandInAddress, searchFlag, searchParams, searchShared, searchText } from './search-text'

const readAddress = searchParams({
  q: searchText,
  status: searchText,
  sort: searchText,
  file: searchText,
  delete: searchFlag,
})

describe('the address of a list', () => {
  it('gives back what it was given', () => {
    const said = { q: 'price', status: 'FAILED', sort: '-updated', file: 'f-1', delete: true }
    expect(readAddress(said)).toEqual(said)
  })

  it('takes text that looks like a number or a switch for text', () => {
    expect(readAddress({ q: 2024, file: true })).toMatchObject({ q: '2024', file: 'true' })
  })

  it.each([
    [{ q: [1] }],
    [{ q: {} }],
    [{ q: '' }],
    [{ q: 'x'.repeat(301) }],
    [{ delete: 'yes' }],
    [{ delete: null }],
  ])('leaves out what cannot be meant: %o', (search) => {
    expect(Object.values(readAddress(search)).filter((value) => value !== undefined)).toEqual([])
  })

  it('reads a switch and one of several words', () => {
    expect([searchFlag('true'), searchFlag(''), searchFlag(false)]).toEqual([true, true, undefined])
    expect([readOutcome('refused'), readOutcome('lost')]).toEqual(['refused', undefined])
  })
})

it.each(['+1 (500) 555-0142', '5005550142', '500 555 01', 'ada@example.com', 'call to +15005550142'])(
  'keeps %s out of the address',
  (text) => {
    expect(mayStandInAddress(text)).toBe(false)
    expect(searchShared(text)).toBeUndefined()
  },
)

it.each(['deploy', 'pricing 2026', 'Version 3', '409', 'agent-of-12'])('lets %s stand in it', (text) => {
  expect(searchShared(text)).toBe(text)
})

describe('a sort in the address', () => {
  it('is read and written alike', () => {
    for (const text of ['name', '-updated']) expect(writeSort(readSort(text, ['name', 'updated']))).toBe(text)
  })

  it('of a column that is not there sorts by nothing', () => {
    expect(readSort('-nonsense', ['name'])).toBeNull()
    expect(readSort(undefined, ['name'])).toBeNull()
    expect(writeSort(null)).toBeUndefined()
  })
})

describe('a filter', () => {
  interface Row {
    readonly id: string
    readonly status?: string
    readonly tags?: readonly string[]
  }
  const rows: readonly Row[] = [
    { id: 'a', status: 'UPLOADED', tags: ['smoke', 'price'] },
    { id: 'b', status: 'INGESTED', tags: ['smoke'] },
    { id: 'c', status: 'INGESTED' },
    { id: 'd' },
  ]
  const status: ListFilter<Row> = {
    param: 'status',
    label: 'Status',
    all: 'All',
    look: 'chips',
    of: (row) => row.status ?? 'none',
    choices: [
      { value: 'INGESTED', label: 'INGESTED' },
      { value: 'none', label: 'No status' },
    ],
  }
  const tag: ListFilter<Row> = {
    param: 'tag',
    label: 'Tag',
    all: 'All',
    look: 'choice',
    of: ({ tags }) => tags,
  }
  const idsOf = (found: readonly Row[]) => found.map(({ id }) => id)

  it('counts each value that occurs, those with a place of their own first', () => {
    expect(choicesOf(status, rows, rows, undefined).map(({ label, count }) => [label, count])).toEqual([
      ['INGESTED', 2],
      ['No status', 1],
      ['UPLOADED', 1],
    ])
  })

  it('keeps the chosen one, so that it can be seen and undone', () => {
    expect(choicesOf(status, rows, rows, 'FAILED')).toContainEqual({
      value: 'FAILED',
      label: 'FAILED',
      count: 0,
    })
    expect(filterRows(rows, [status], { status: 'FAILED' })).toEqual([])
  })

  it('finds rows without a value, and rows that have several', () => {
    expect(idsOf(filterRows(rows, [status], { status: 'none' }))).toEqual(['d'])
    expect(idsOf(filterRows(rows, [tag], { tag: 'smoke' }))).toEqual(['a', 'b'])
  })

  it('works with others, or is left out to count what it would show', () => {
    const chosen = { status: 'INGESTED', tag: 'smoke' }
    expect(idsOf(filterRows(rows, [status, tag], chosen))).toEqual(['b'])
    expect(idsOf(filterRows(rows, [status, tag], chosen, status))).toEqual(['a', 'b'])
  })

  it('offers as a chip what any row has, also where a search finds none, as a choice all that there is', () => {
    const all = { ...status, look: 'choice' } as const
    expect(choicesOf(status, [], [], undefined)).toEqual([])
    expect(choicesOf(status, rows, [], undefined).map(({ label, count }) => [label, count])).toEqual([
      ['INGESTED', 0],
      ['No status', 0],
      ['UPLOADED', 0],
    ])
    expect(choicesOf(all, [], [], undefined).map(({ value }) => value)).toEqual(['INGESTED', 'none'])
  })
})
