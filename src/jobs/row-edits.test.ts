import { describe, expect, it } from 'vitest'
import { RowChecker } from './check-rows'
import { chosenTargets } from './map-columns'
import { NO_EDITS, readEdits } from './row-edits'

const header = ['phone', 'customer']
const file = () => [
  ['+14155551000', 'Ada'],
  ['14155551001', 'Bea'],
  ['+14155551002', ''],
  ['+14155551000', 'Cid'],
  ['+14155551004', '#REF!'],
]
const rules = {
  targets: ['toPhoneNumber', 'variable:customer'] as const,
  declared: [{ name: 'customer', required: true, defaultValue: '' }],
  earlier: new Map<string, string>(),
}
const open = () => {
  const checker = new RowChecker(header, file())
  checker.check(rules)
  return checker
}
const states = (checker: RowChecker) => checker.rows.map(({ state }) => state)

describe('what a person changed of the rows', () => {
  it('is taken up again with the same file: cells, suggestions, rows left out and rows sent all the same', () => {
    const checker = open()
    checker.change('mend', [1])
    checker.fix(2, new Map([[1, 'Dora']]))
    checker.change('leave out', [0, 3])
    checker.change('take back', [3])
    checker.change('allow', [4])
    expect(states(checker)).toEqual(['left out', 'ready', 'ready', 'ready', 'ready'])

    const edits = readEdits(structuredClone(checker.edits))
    const again = new RowChecker(header, file(), edits)
    again.check(rules)
    expect(again.rows).toEqual(checker.rows)
    // Only what was changed is kept.
    expect([...edits.cells.keys()].sort()).toEqual([1, 2])
  })

  it('is nothing where what was kept does not fit', () => {
    for (const kept of [undefined, null, {}, { cells: [], leftOut: 3, allowed: 'x' }])
      expect(readEdits(kept)).toEqual(NO_EDITS)
    expect(readEdits({ cells: new Map([[1, [2]]]), leftOut: new Set(['a', 4]), allowed: new Set() })).toEqual(
      {
        ...NO_EDITS,
        leftOut: new Set([4]),
      },
    )
    const checker = new RowChecker(header, file(), { ...NO_EDITS, cells: new Map([[99, ['x']]]) })
    checker.check(rules)
    expect(states(checker)).toEqual(states(open()))
  })
})

it('keeps what a person said a column stands for, unless the version has no such variable', () => {
  const proposals = [{ target: 'skip' }, { target: 'leadId' }, { target: 'skip' }] as const
  const choices = new Map([
    [0, 'variable:customer'],
    [1, 'metadata:crm'],
    [2, 'nonsense'],
  ])
  expect(chosenTargets(proposals, choices, rules.declared)).toEqual([
    'variable:customer',
    'metadata:crm',
    'skip',
  ])
  expect(chosenTargets(proposals, choices, [])).toEqual(['skip', 'metadata:crm', 'skip'])
  expect(chosenTargets(proposals, undefined, undefined)).toEqual(['skip', 'leadId', 'skip'])
})
