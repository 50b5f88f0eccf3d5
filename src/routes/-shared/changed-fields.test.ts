import { expect, it } from 'vitest'
import { changedFields, hasChanges } from './changed-fields'

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
