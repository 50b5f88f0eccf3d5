import { describe, expect, it } from 'vitest'
import { readSort, writeSort } from '../-shared/sort-text'
import { readFilesSearch } from './-files-search'
import { readCollectionsSearch } from './collections/-collections-search'

describe('the address of the Files screen', () => {
  it('gives back what it was given', () => {
    const said = { q: 'price', status: 'FAILED', sort: '-updated', file: 'f-1', delete: true }
    expect(readFilesSearch(said)).toEqual(said)
  })

  it('takes text that looks like a number or a switch for text', () => {
    expect(readFilesSearch({ q: 2024, file: true })).toMatchObject({ q: '2024', file: 'true' })
  })

  it.each([
    [{ q: [1] }],
    [{ q: {} }],
    [{ q: '' }],
    [{ q: 'x'.repeat(301) }],
    [{ delete: 'yes' }],
    [{ delete: null }],
  ])('leaves out what cannot be meant: %o', (search) => {
    expect(Object.values(readFilesSearch(search)).filter((value) => value !== undefined)).toEqual([])
  })
})

it('opens the form for a new collection by link', () => {
  expect(readCollectionsSearch({ new: 'true' }).new).toBe(true)
  expect(readCollectionsSearch({ new: false }).new).toBeUndefined()
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
