import { expect, it } from 'vitest'
import { scenarioOf } from './-write-scenario'

it('is filled with what the person said, and leaves what the agent must do to who writes it', () => {
  const { given, cut } = scenarioOf([
    { who: 'OUTBOUND', said: 'Welcome!' },
    { who: 'INBOUND', said: ' Where is my parcel? ' },
    { who: 'Agent', said: 'On its way.' },
    { who: 'Customer', said: 'Since Monday?' },
  ])
  expect(given.first_message).toBe('Where is my parcel?')
  expect(given.instructions).toContain('- Where is my parcel?\n- Since Monday?')
  expect(given.instructions).not.toContain('On its way')
  expect(given.expected_outcome_prompt).toBeUndefined()
  expect(cut).toEqual({})
})

it('takes all of it where nobody knows who speaks, and nothing of nothing', () => {
  const { given } = scenarioOf([{ who: 'Ada', said: 'Hello' }, { said: 'Yes?' }])
  expect(given.instructions).toContain('- Ada: Hello\n- Yes?')
  expect(given.first_message).toBe('')
  expect(scenarioOf([{ who: 'Customer', said: ' ' }]).given).toEqual({})
})

it('cuts what is too long between two characters, and says where', () => {
  const said = `${'a'.repeat(4_999)}😀 and more`
  const { given, cut } = scenarioOf([{ who: 'Customer', said }])
  expect(given.first_message).toBe('a'.repeat(4_999))
  expect(cut).toEqual({ first_message: 5_000 })
  const long = scenarioOf(Array.from({ length: 10 }, () => ({ who: 'Customer', said: 'b'.repeat(3_000) })))
  expect(long.given.instructions).toHaveLength(18_000)
  expect(long.cut).toEqual({ instructions: 18_000 })
})
