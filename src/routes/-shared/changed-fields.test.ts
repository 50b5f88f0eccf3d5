import { expect, it } from 'vitest'
import { changedFields, hasChanges, ofChanged } from './changed-fields'

it('names the fields that differ, each whole, and nothing else', () => {
  const before = { name: 'Desk', tags: ['a', 'b'], prompt: { system: 'Hello', tools: ['x'] }, note: 'old' }
  const after = { name: 'Desk', tags: ['b', 'a'], prompt: { system: 'Hello', tools: ['x', 'y'] } }
  expect(changedFields<object>(before, after)).toEqual({
    tags: ['b', 'a'],
    prompt: { system: 'Hello', tools: ['x', 'y'] },
  })
  expect(hasChanges(changedFields(before, structuredClone(before)))).toBe(false)
})

it('takes a field that was not sent before', () => {
  expect(changedFields<object>({}, { voiceSpeed: 1, note: null })).toEqual({ voiceSpeed: 1, note: null })
})

it('has nothing against a row that only moved, nor against a list as it was, but against a name that stands twice', () => {
  const wrong = { name: { message: 'Variable name may have a to z' } }
  const [x, other] = [{ name: 'x' }, { name: 'größe' }]
  expect(ofChanged({ rows: { 0: wrong } }, { rows: [other] }, { rows: [x, other] })).toEqual({})
  expect(ofChanged({ rows: { 0: wrong } }, { rows: [{ name: 'ö' }] }, { rows: [x] })).not.toEqual({})
  const many = { rows: { root: { message: 'At most 1' } } }
  expect(ofChanged(many, { rows: [x, other] }, { rows: [x, other] })).toEqual({})
  expect(ofChanged(many, { rows: [x, other, x] }, { rows: [x, other] })).toEqual(many)
  const twice = { rows: { 1: { name: { message: 'Variable name b is used twice' } } } }
  const b = { name: 'b' }
  expect(ofChanged(twice, { rows: [b, b] }, { rows: [x, b] })).toEqual(twice)
  expect(ofChanged(twice, { rows: [b, b] }, { rows: [b, b] })).toEqual({})
})
