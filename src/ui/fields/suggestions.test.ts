import { describe, expect, it } from 'vitest'
import { moveInList, suggest } from './suggestions'

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

  it('go round by arrow keys', () => {
    expect(moveInList('ArrowDown', -1, 3)).toBe(0)
    expect(moveInList('ArrowDown', 2, 3)).toBe(0)
    expect(moveInList('ArrowUp', -1, 3)).toBe(2)
    expect(moveInList('ArrowUp', 2, 3)).toBe(1)
    expect(moveInList('ArrowDown', 0, 0)).toBe(-1)
  })
})
