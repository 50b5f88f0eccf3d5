import { expect, it } from 'vitest'
import { isOther } from './changed-meanwhile'

it('a field is another where somebody changed it, and not where it already is what it would become', () => {
  const seen = { voiceId: 'a', prompt: { system: 'x', variables: [] } }
  expect(isOther({ voiceId: 'c' }, seen, { ...seen, voiceId: 'b' })).toBe(true)
  expect(isOther({ prompt: { system: 'y' } }, seen, { ...seen, voiceId: 'b' })).toBe(false)
  // One's own save, of which the answer was lost.
  const mine = { voiceId: 'c', prompt: { variables: [], system: 'z' }, firstMessage: null }
  const now = { voiceId: 'c', prompt: { system: 'z', variables: [] } }
  expect(isOther(mine, { ...seen, firstMessage: 'Hello' }, now)).toBe(false)
  expect(isOther({ ...mine, voiceId: 'd' }, seen, now)).toBe(true)
})
