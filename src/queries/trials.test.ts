import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetOtherTrials } from './trial-place'
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
  const stored = JSON.stringify({ format: 2, typed: 'next', rounds })
  vi.stubGlobal('sessionStorage', { getItem: () => stored, setItem: () => {} })
  const state = trialOf(new QueryClient(), 'agent').getSnapshot()
  expect(state.typed).toBe('next')
  expect(state.rounds.map(({ answers: { a } }) => [a?.state, a?.said, a?.error?.title])).toEqual([
    ['cut off', 'You sa', undefined],
    ['cut off', 'You said', undefined],
    ['failed', '', error.title],
  ])
})

it('those of another shape are forgotten, and nothing else', async () => {
  const stored: Record<string, string> = {
    'switchboard.try.a': '{"format":1,"rounds":[{"of":"sk-live-4f1c9d7e2b8a"}]}',
    'switchboard.try.b': '{"rounds":[]}',
    'switchboard.draft.x': '{"prompt":"x"}',
  }
  vi.stubGlobal('sessionStorage', stored)
  Object.defineProperties(stored, {
    getItem: { value: (name: string) => stored[name] ?? null },
    setItem: {
      value: (name: string, text: string) => {
        stored[name] = text
      },
    },
    removeItem: { value: (name: string) => delete stored[name] },
  })
  vi.useFakeTimers()
  trialOf(new QueryClient(), 'now').type('Hello')
  await vi.advanceTimersByTimeAsync(300)
  vi.useRealTimers()
  forgetOtherTrials()
  expect(Object.keys(stored)).toEqual(['switchboard.draft.x', 'switchboard.try.now'])
})

it('what is typed into the form of the version that answers is stored with no answer', async () => {
  vi.useFakeTimers()
  const stored = new Map<string, string>()
  const setItem = (name: string, text: string) => stored.set(name, text)
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => stored.get(name) ?? null, setItem })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const key = 'sk-live-4f1c9d7e2b8a4f1c9d7e2b8a'
  const trial = trialOf(new QueryClient(), 'typed')
  const edits = { overrideLLMConfig: JSON.stringify({ apiKey: key }), prompt: { system: 'x'.repeat(60_000) } }
  const other = { ...edits, prompt: { system: 'y'.repeat(60_000) } }
  for (const each of [edits, other, edits])
    await trial.say({ a: { versionId: 'v1', edits: each }, values: {} }, 'Hello')
  await vi.advanceTimersByTimeAsync(300)
  vi.useRealTimers()
  const [text = ''] = stored.values()
  expect(text).toContain('Hello')
  expect(text).not.toContain(key)
  expect(text.length).toBeLessThan(4_000)
  const [first, second, third] = trial.getSnapshot().rounds.map(({ answers: { a } }) => a?.of)
  expect(second).not.toBe(first)
  expect(third).toBe(first)
})
