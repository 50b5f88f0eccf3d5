import { describe, expect, it } from 'vitest'
import {
  countNamed,
  doubtOf,
  doubtOfSeveral,
  idsOf,
  moveInList,
  named,
  nameIn,
  pick,
  suggest,
} from './suggestions'

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

  it('tell a name that is not known from ids, of one word only where names are known', () => {
    expect(nameIn([], 'Returns desk')).toBe('Returns desk')
    expect(nameIn([], 'Team 4')).toBe('Team 4')
    expect(nameIn([], 'Delivry')).toBeUndefined()
    expect(nameIn([{ id: 'alloy', label: 'alloy' }], 'nova')).toBeUndefined()
    expect(nameIn(numbers, ' Delivry ')).toBe('Delivry')
    expect(nameIn(numbers, 'number-main, , 7f, Delivry')).toBe('Delivry')
    expect(nameIn(numbers, '')).toBeUndefined()
    expect(nameIn([], 'a4f1 9c-3 find_order')).toBeUndefined()
    expect(nameIn([], 'find-order, Returns desk')).toBe('Returns desk')
    expect(nameIn(numbers, 'Sales line')).toBeUndefined()
    expect(nameIn([{ id: 'refund', label: 'Refund' }], 'refund pn_1')).toBeUndefined()
  })

  it('let nothing be taken for an id that is part of a name, or no id where names are known', () => {
    const doubt = (text: string, all = numbers) => doubtOf(all, text, 'number')
    expect(doubt('LINE')).toBe('Choose one of those that fit LINE.')
    expect(doubt(' sales ')).toBe('Only Sales line fits sales. Choose it from the list.')
    expect(doubt('line', [...numbers, { id: 'pn_3', label: 'Line 3', note: '' }])).toBe(
      'Choose one of those that fit line.',
    )
    expect(doubt('Returns "desk"')).toBe('No number is called Returns "desk". Choose one, or paste its id.')
    expect(doubt('Delivry')).toBeNull()
    const twice = [...numbers, { id: 'pn_4', label: 'Sales line', note: '' }]
    expect(doubt('Sales line', twice)).toBe('2 have the name Sales line. Choose one from the list.')
  })

  it('let known ones and the ids of others through', () => {
    const ids = [{ id: 'tts-natural', label: 'tts-natural' }]
    for (const text of ['', 'pn_1', 'sales line', 'number-main', 'pn', '6f1c0a9e'])
      expect(doubtOf([{ id: 'pn', label: 'Desk' }, ...numbers], text, 'number')).toBeNull()
    for (const text of ['tts', 'alloy', 'two words']) expect(doubtOf(ids, text, 'voice')).toBeNull()
  })

  it('say of several which fit, which is chosen already, and what nothing is called', () => {
    const all = [
      { id: 'c-1', label: 'Returns and refunds' },
      { id: 'c-2', label: 'Delivery line' },
    ]
    const doubt = (text: string) => doubtOfSeveral(all, ['c-1'], text, 'collection')
    expect(doubt('Delivry')).toMatch(/^No collection is called Delivry\. Choose one, or paste its id\./)
    expect(doubt('c-9, Delivry')).toMatch(/^No collection is called Delivry\./)
    expect(doubt('returns')).toBe('Returns and refunds is chosen already.')
    expect(doubt('delivery')).toMatch(/^Choose one of those that fit delivery/)
    for (const text of ['', 'c-1', 'Delivery line', 'number-main', 'c-7, c-8 x_1', '6f1c0a9e'])
      expect(doubt(text)).toBeNull()
    expect(doubtOfSeveral([{ id: 'end-call', label: 'end-call' }], [], 'ghost', 'tool')).toBeNull()
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
