import { describe, expect, it } from 'vitest'
import { countNamed, idsOf, mayBeName, moveInList, named, pick, suggest } from './suggestions'

const numbers = [
  { id: 'pn_1', label: 'Support line', note: '+14155550123' },
  { id: 'pn_2', label: 'Sales line', note: '+442079460958' },
]

describe('suggestions', () => {
  it('match by name, note or id', () => {
    expect(suggest(numbers, '')).toEqual(numbers)
    expect(suggest(numbers, 'sales')).toEqual([numbers[1]])
    expect(suggest(numbers, '+1415')).toEqual([numbers[0]])
    expect(suggest(numbers, 'PN_2')).toEqual([numbers[1]])
    expect(suggest(numbers, 'pasted-id')).toEqual([])
  })

  it('offer all again once one is chosen, and never more than fifty', () => {
    expect(suggest(numbers, 'pn_1')).toEqual(numbers)
    const many = Array.from({ length: 500 }, (_, at) => ({ id: `id_${at}`, label: `Voice ${at}` }))
    expect(suggest(many, 'voice')).toHaveLength(50)
  })

  it('are named by an exact id or name, whatever else begins alike, and by no name that two have', () => {
    const all = [...numbers, { id: 'pn_3', label: 'Sales line 2' }, { id: 'Sales line', label: 'odd' }]
    expect(named(numbers, ' sales LINE ')?.id).toBe('pn_2')
    expect(named(all, 'Sales line')?.id).toBe('Sales line')
    expect(named(numbers, 'Sales')).toBeUndefined()
    expect(named(numbers, '')).toBeUndefined()
    expect(named([...numbers, { id: 'pn_4', label: 'Sales line' }], 'Sales line')).toBeUndefined()
  })

  it('are picked out of a text by name, spaces and all, beside ids', () => {
    expect(pick(numbers, 'Sales line', [])).toEqual(['pn_2'])
    expect(pick(numbers, 'x-1 x-2, support line,pn_2;pn_2', ['x-2'])).toEqual(['x-1', 'pn_1', 'pn_2'])
    expect(pick(numbers, 'Sales line', ['pn_2'])).toEqual([])
    expect(pick([], ' a, b\nc;a  d ', ['d'])).toEqual(['a', 'b', 'c'])
    expect(pick([], '  ', [])).toEqual([])
    expect(pick([], ' edge case, smoke ,, edge case', ['smoke'], true)).toEqual(['edge case'])
    expect(pick([{ id: 'c', label: 'One, two' }], 'One, two', [])).toEqual(['c'])
  })

  it('tell a name that is not known yet from ids between spaces', () => {
    expect(mayBeName([], 'Returns desk')).toBe(true)
    expect(mayBeName([], 'Team 4')).toBe(true)
    expect(mayBeName([], 'Delivery')).toBe(false)
    expect(mayBeName([], 'a4f1 9c-3 find_order')).toBe(false)
    expect(mayBeName([], 'find-order, Returns desk')).toBe(true)
    expect(mayBeName(numbers, 'Sales line')).toBe(false)
    expect(mayBeName([{ id: 'refund', label: 'Refund' }], 'refund pn_1')).toBe(false)
  })

  it('turn names that were taken for ids into ids as soon as they are known', () => {
    expect(idsOf([], ['Sales line'])).toEqual(['Sales line'])
    expect(idsOf(numbers, ['Sales line', 'pn_1', 'pn_2', 'x'])).toEqual(['pn_2', 'pn_1', 'x'])
  })

  it('count what has a name, so that nobody gets one of two', () => {
    const all = [...numbers, { id: 'pn_4', label: 'sales line' }]
    expect(countNamed(all, ' Sales line ')).toBe(2)
    expect(countNamed(all, 'Support line')).toBe(1)
    expect(countNamed([...all, { id: 'Sales line', label: 'odd' }], 'Sales line')).toBe(0)
    expect(countNamed(all, '')).toBe(0)
  })

  it('go round by arrow keys', () => {
    expect(moveInList('ArrowDown', -1, 3)).toBe(0)
    expect(moveInList('ArrowDown', 2, 3)).toBe(0)
    expect(moveInList('ArrowUp', -1, 3)).toBe(2)
    expect(moveInList('ArrowUp', 2, 3)).toBe(1)
    expect(moveInList('ArrowDown', 0, 0)).toBe(-1)
  })
})
