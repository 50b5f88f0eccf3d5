import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { NOTHING } from './trial-state'
import { trialOf } from './trials'

afterEach(() => vi.unstubAllGlobals())

it('what was being answered when the page was left was cut off, which is no error', () => {
  const error = { title: "Can't reach Switchboard.", message: '', nextStep: '' }
  const answers = [
    { ...NOTHING, of: 'v1', state: 'answering', said: 'You sa' },
    { ...NOTHING, of: 'v1', state: 'cut off', said: 'You said', error },
    { ...NOTHING, of: 'v1', state: 'failed', error },
  ]
  const rounds = answers.map((a, id) => ({ id, said: 'Hello', answers: { a } }))
  const stored = JSON.stringify({ format: 1, typed: 'next', rounds })
  vi.stubGlobal('sessionStorage', { getItem: () => stored, setItem: () => {} })
  const state = trialOf(new QueryClient(), 'agent').getSnapshot()
  expect(state.typed).toBe('next')
  expect(state.rounds.map(({ answers: { a } }) => [a?.state, a?.said, a?.error?.title])).toEqual([
    ['cut off', 'You sa', undefined],
    ['cut off', 'You said', undefined],
    ['failed', '', error.title],
  ])
})
