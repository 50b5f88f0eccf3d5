import { expect, it } from 'vitest'
import { carryOver, fitDraft } from './draft'

const defaults = {
  name: '',
  used: false,
  ids: [] as string[],
  prompt: { system: '', rows: [] as object[] },
  own: {},
}

it('takes over what fits, and keeps names that only the person knows', () => {
  const draft = { name: 'a', used: true, ids: ['x'], prompt: { system: 's', rows: [{}] }, own: { $b: '1' } }
  expect(fitDraft(defaults, draft)).toEqual(draft)
})

it('keeps the default where an older console wrote something else', () => {
  const draft = { name: 7, used: null, ids: 'x', prompt: [1], own: { deep: { er: 1 } }, gone: { old: true } }
  expect(fitDraft(defaults, draft)).toEqual(defaults)
  for (const broken of [null, 'text', 7, []]) expect(fitDraft(defaults, broken)).toEqual(defaults)
})

it('keeps a number that was typed, and that one was taken out', () => {
  const numbers = { agent_id: null, frequency: 1, name: '' }
  expect(fitDraft(numbers, { agent_id: 41, frequency: null, name: 'a' })).toEqual({
    agent_id: 41,
    frequency: null,
    name: 'a',
  })
  for (const broken of ['41', true, [41], {}])
    expect(fitDraft(numbers, { agent_id: broken, frequency: broken })).toEqual(numbers)
})

it('carries over what was changed, and leaves every other field as it is now', () => {
  const from = { name: '', rows: [1], prompt: { system: 'a', tools: ['x'] }, own: {} }
  const to = { name: 'typed', rows: [1], prompt: { system: 'b', tools: ['x'] }, own: { $b: '1' } }
  const now = { name: 'theirs', rows: [2], prompt: { system: 'theirs', tools: ['y'] }, own: {} }
  expect(carryOver(from, to, now)).toEqual({
    name: 'typed',
    rows: [2],
    prompt: { system: 'b', tools: ['y'] },
    own: { $b: '1' },
  })
  // Undo: what came and was not touched since goes back.
  expect(carryOver(to, { ...to, rows: [1, 2] }, from)).toEqual({ ...from, rows: [1, 2] })
})
