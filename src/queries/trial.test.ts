import { expect, it, vi } from 'vitest'
import { NoAnswer, ServiceRefusal } from '../client/api-error'
import type { TryEvent } from '../contract/try-version'
import { Trial } from './trial'
import { type Asked, isBusy, markOf, messagesTo, type TriedVersion } from './trial-state'
import type { TryBody } from './try-version'

const end: TryEvent = { type: 'end', outcome: 'answered', by: 'rules', tookMs: 1 }
const text = (said: string): TryEvent => ({ type: 'text', text: said })
const asked: Asked = { a: { versionId: 'v1' }, values: {} }
const both: Asked = { ...asked, b: { versionId: 'v2' } }

type Reply = (body: TryBody, version: TriedVersion, signal: AbortSignal) => AsyncIterable<TryEvent, void>

/** Says back what was said last, and by which version. */
const echo: Reply = async function* ({ messages }, { versionId, edits }) {
  yield text(`${versionId}${edits ? '+' : ''}: `)
  yield text(messages.at(-1)?.text ?? 'hello')
  yield end
}

function trialWith(reply: Reply = echo) {
  const bodies: (TryBody & { to: string })[] = []
  const trial = new Trial((version, body, signal) => {
    bodies.push({ ...body, to: version.versionId })
    return reply(body, version, signal)
  })
  const said = (side: 'a' | 'b' = 'a') =>
    trial.getSnapshot().rounds.map((round) => [round.said, round.answers[side]?.said])
  const last = () => trial.getSnapshot().rounds.at(-1)?.answers.a
  return { trial, bodies, said, last }
}

it('each message goes with what was said before, and with the values and the unsaved fields', async () => {
  const { trial, bodies, said, last } = trialWith()
  await trial.say(asked, null)
  await trial.say(asked, 'one')
  await trial.say({ a: { versionId: 'v1', edits: { speakFirst: true } }, values: { name: 'Ada' } }, 'two')
  expect(said()).toEqual([
    [null, 'v1: hello'],
    ['one', 'v1: one'],
    ['two', 'v1+: two'],
  ])
  expect(bodies).toEqual([
    { to: 'v1', messages: [] },
    {
      to: 'v1',
      messages: [
        { from: 'agent', text: 'v1: hello' },
        { from: 'customer', text: 'one' },
      ],
    },
    {
      to: 'v1',
      messages: [
        { from: 'agent', text: 'v1: hello' },
        { from: 'customer', text: 'one' },
        { from: 'agent', text: 'v1: one' },
        { from: 'customer', text: 'two' },
      ],
      variables: { name: 'Ada' },
      version: { speakFirst: true },
    },
  ])
  expect(last()).toMatchObject({
    state: 'done',
    of: markOf({ versionId: 'v1', edits: { speakFirst: true } }),
  })
})

it('two versions answer the same messages, each with its own answers before', async () => {
  const { trial, bodies, said } = trialWith()
  await trial.say(asked, 'one')
  trial.choose('v2')
  await trial.replay(both, ['b'])
  await trial.say(both, 'two')
  expect(said('a')).toEqual([
    ['one', 'v1: one'],
    ['two', 'v1: two'],
  ])
  expect(said('b')).toEqual([
    ['one', 'v2: one'],
    ['two', 'v2: two'],
  ])
  const last = bodies.filter(({ to }) => to === 'v2').at(-1)
  expect(last?.messages.map((each) => each.text)).toEqual(['one', 'v2: one', 'two'])
  trial.choose(undefined)
  expect(said('b').map(([, answer]) => answer)).toEqual([undefined, undefined])
})

it('an edited turn takes the later ones away, and Undo brings all back', async () => {
  const { trial, said } = trialWith()
  for (const message of ['one', 'two', 'three']) await trial.say(asked, message)
  const before = trial.getSnapshot().rounds
  await trial.edit(asked, before[1]?.id ?? 0, 'zwei')
  expect(said()).toEqual([
    ['one', 'v1: one'],
    ['zwei', 'v1: zwei'],
  ])
  expect(trial.getSnapshot().removed).toMatchObject({ turns: 1, isCleared: false })
  trial.undo()
  expect(trial.getSnapshot().rounds).toBe(before)
  expect(trial.getSnapshot().removed).toBeUndefined()

  trial.restart()
  await trial.say(asked, null)
  expect(trial.getSnapshot().removed).toMatchObject({ isCleared: true })
  await trial.say(asked, 'on')
  expect(trial.getSnapshot().removed).toBeUndefined()
})

it('what is typed while an answer comes stays, and nothing is sent twice', async () => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const { trial, bodies } = trialWith(async function* () {
    await held
    yield end
  })
  trial.type('one')
  const first = trial.say(asked, 'one')
  expect(trial.getSnapshot().typed).toBe('')
  trial.type('next')
  await trial.say(asked, 'next')
  expect(bodies).toHaveLength(1)
  expect(trial.getSnapshot().typed).toBe('next')
  go()
  await first
  expect(isBusy(trial.getSnapshot())).toBe(false)
})

it('a stopped answer keeps what came, and may be asked for again', async () => {
  let isFirst = true
  const { trial, last } = trialWith(async function* (body, version, signal) {
    if (!isFirst) return yield* echo(body, version, signal)
    isFirst = false
    yield text('half')
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left'))))
  })
  const saying = trial.say(asked, 'one')
  await vi.waitFor(() => expect(last()?.said).toBe('half'))
  trial.stop()
  await saying
  expect(last()).toMatchObject({ state: 'stopped', said: 'half' })
  expect(isBusy(trial.getSnapshot())).toBe(false)
  await trial.again(asked, 'a')
  expect(last()).toMatchObject({ state: 'done', said: 'v1: one' })
})

it('a stream that breaks, one without its end, and one that never began are told apart', async () => {
  const lost = new NoAnswer({ operation: 'tryVersion', cause: 'connection lost', sent: true })
  const { trial, last } = trialWith(async function* ({ messages }) {
    const said = messages.at(-1)?.text
    if (said === 'fails') throw lost
    yield text('half')
    if (said === 'breaks') throw lost
  })
  await trial.say(asked, 'breaks')
  expect(last()).toMatchObject({
    state: 'cut off',
    said: 'half',
    error: { message: "Can't reach Switchboard." },
  })
  await trial.say(asked, 'ends early')
  expect(last()).toMatchObject({ state: 'cut off', said: 'half' })
  await trial.say(asked, 'fails')
  expect(last()).toMatchObject({ state: 'failed', said: '' })
  trial.takeBack()
  expect(trial.getSnapshot()).toMatchObject({ typed: 'fails' })
})

it('a service that asks to wait is asked again after that, and not for ever', async () => {
  const busy = (retryAfterMs: number) =>
    new ServiceRefusal({ operation: 'tryVersion', status: 429, message: 'Too many.', retryAfterMs })
  let refusals = 1
  const { trial, bodies, last } = trialWith(async function* (...of) {
    if (refusals-- > 0) throw busy(250)
    yield* echo(...of)
  })
  const saying = trial.say(asked, 'one')
  await vi.waitFor(() => expect(last()).toMatchObject({ state: 'waiting', waitsMs: 250 }))
  await saying
  expect(last()).toMatchObject({ state: 'done', said: 'v1: one', waitsMs: undefined })
  expect(bodies).toHaveLength(2)

  refusals = 100
  await trial.say(asked, 'two')
  expect(last()).toMatchObject({ state: 'failed', error: { message: 'Too many.' } })
  expect(bodies).toHaveLength(6)
})

it('tools, passages and rules belong to their answer', async () => {
  const { trial, last } = trialWith(async function* () {
    const request = { method: 'GET', url: 'https://a.example', headers: {} }
    yield { type: 'toolCall', id: '1', slug: 'track', name: 'Track', request }
    yield { type: 'toolResult', id: '1', status: 200, answer: '{}', tookMs: 5 }
    yield { type: 'passage', passage: { text: 'Within 14 days.', fileId: 'f', page: 2 } }
    yield { type: 'rule', text: 'Be brief.' }
    yield end
  })
  await trial.say(asked, 'one')
  expect(last()).toMatchObject({
    tools: [{ id: '1', name: 'Track', result: { status: 200 } }],
    passages: [{ page: 2 }],
    rules: ['Be brief.'],
    end: { by: 'rules' },
  })
})

it('what a side never said is left out of what it is told', () => {
  const answer = { state: 'failed', said: '', passages: [], tools: [], rules: [], of: 'v1' } as const
  const rounds = [
    { id: 1, said: 'one', answers: { a: answer } },
    { id: 2, said: 'two', answers: {} },
  ]
  expect(messagesTo(rounds, 2, 'a')).toEqual([
    { from: 'customer', text: 'one' },
    { from: 'customer', text: 'two' },
  ])
})
