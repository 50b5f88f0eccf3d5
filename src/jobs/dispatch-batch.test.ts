import { describe, expect, it } from 'vitest'
import { NoAnswer, ServiceRefusal, UnreadableReply } from '../client/api-error'
import {
  batchKind,
  endOfFailure,
  isNotTheRow,
  type RowEnd,
  type RowSource,
  type RowState,
  runBatch,
  stateOfRow,
} from './dispatch-batch'
import { BUSY_MAX } from './hold'

/** Rows in memory, with time that passes only where somebody waits. */
function stage(
  count: number,
  answer: (row: number, attempt: number) => RowEnd | Promise<RowEnd>,
  heard: {
    onHold?: (until: number | undefined) => void
    onWait?: () => void
    answers?: () => boolean
    opensAt?: (now: number) => number
  } = {},
) {
  const states: RowState[] = Array.from({ length: count }, () => 'waiting')
  const busy = new Map<number, number>()
  const sent: { row: number; at: number }[] = []
  const order = states.map((_, row) => row)
  const stop = new AbortController()
  const pace = { everyMs: 2_000, atOnce: 1 }
  let time = 0
  let most = 0
  let underWay = 0
  const rows: RowSource = {
    take: () => {
      const row = order.shift()
      if (row !== undefined) states[row] = 'sending'
      return row
    },
    hasNext: () => order.length > 0,
    opensAt: (now) => heard.opensAt?.(now) ?? now,
    busy: (row) => busy.get(row) ?? 0,
    hold: (until) => heard.onHold?.(until),
    end: (row, end) => {
      if (end.state === 'back') {
        states[row] = 'waiting'
        busy.set(row, (busy.get(row) ?? 0) + 1)
        order.push(row)
      } else states[row] = end.state
    },
  }
  const run = () =>
    runBatch({
      rows,
      pace: () => pace,
      signal: stop.signal,
      answers: async () => heard.answers?.() ?? true,
      now: () => time,
      wait: async (ms) => {
        heard.onWait?.()
        time += ms
      },
      send: async (row) => {
        sent.push({ row, at: time })
        underWay += 1
        most = Math.max(most, underWay)
        const end = await answer(row, sent.filter((each) => each.row === row).length)
        underWay -= 1
        return end
      },
    })
  return { run, states, sent, pace, stop, most: () => most }
}

describe('sending rows', () => {
  it('waits until rows may be called, and gives up where that never comes', async () => {
    const later = stage(2, () => ({ state: 'accepted' }), { opensAt: (now) => Math.max(now, 10_000) })
    expect(await later.run()).toBeUndefined()
    expect(later.sent.map(({ at }) => at)).toEqual([10_000, 12_000])
    const never = stage(2, () => ({ state: 'accepted' }), { opensAt: () => Number.POSITIVE_INFINITY })
    expect((await never.run())?.title).toBe('Paused: no hour suits the numbers that are left')
    expect(never.states).toEqual(['waiting', 'waiting'])
  })

  it('spends no time on rows that are left out', async () => {
    const { run, states, sent } = stage(4, (row) => ({
      state: row === 1 || row === 2 ? 'not sent' : 'accepted',
    }))
    expect(await run()).toBeUndefined()
    expect(sent.map(({ at }) => at)).toEqual([0, 2_000, 2_000, 2_000])
    expect(states).toEqual(['accepted', 'not sent', 'not sent', 'accepted'])
  })

  it('sends each once, in order, at the pace that was set', async () => {
    const { run, states, sent } = stage(4, () => ({ state: 'accepted' }))
    expect(await run()).toBeUndefined()
    expect(sent).toEqual([0, 1, 2, 3].map((row) => ({ row, at: row * 2_000 })))
    expect(new Set(states)).toEqual(new Set(['accepted']))
  })

  it('has no more on their way than was set, and feels a change of pace', async () => {
    const later = () => new Promise<RowEnd>((resolve) => setTimeout(() => resolve({ state: 'accepted' }), 1))
    const running = stage(9, later)
    running.pace.everyMs = 0
    running.pace.atOnce = 3
    await running.run()
    expect(running.most()).toBe(3)
    const { run, pace, sent } = stage(3, (row) => {
      if (row === 0) pace.everyMs = 100
      return { state: 'accepted' }
    })
    await run()
    expect(sent.map(({ at }) => at)).toEqual([0, 100, 200])
  })

  it('never sends again what was refused or may have been placed', async () => {
    const ends = ['accepted', 'refused', 'unknown'] as const
    const { run, states, sent } = stage(3, (row) => ({ state: ends[row] ?? 'accepted' }))
    await run()
    expect(states).toEqual(ends)
    expect(sent).toHaveLength(3)
  })

  it('waits as long as a busy service asks, then tries the row again; without a word ever longer', async () => {
    const asked = stage(2, (row, attempt) =>
      row === 0 && attempt === 1 ? { state: 'back', holdMs: 7_000 } : { state: 'accepted' },
    )
    asked.pace.everyMs = 100
    await asked.run()
    expect(asked.sent).toEqual([
      { row: 0, at: 0 },
      { row: 1, at: 7_000 },
      { row: 0, at: 7_100 },
    ])
    const silent = stage(1, () => ({ state: 'back' }))
    silent.pace.everyMs = 0
    await silent.run()
    expect(silent.sent.map(({ at }) => at)).toEqual([0, 2_000, 6_000, 14_000, 30_000])
    expect(silent.sent).toHaveLength(BUSY_MAX)
    expect(silent.states).toEqual(['refused'])
  })

  it('goes on waiting although a call that was sent before is answered meanwhile', async () => {
    const holds: { until: number | undefined; sent: number }[] = []
    let answerFirst = () => {}
    const { run, pace, sent } = stage(
      3,
      (row, attempt) =>
        row === 0
          ? new Promise<RowEnd>((resolve) => {
              answerFirst = () => resolve({ state: 'accepted' })
            })
          : row === 1 && attempt === 1
            ? { state: 'back', holdMs: 10_000 }
            : { state: 'accepted' },
      { onHold: (until) => holds.push({ until, sent: sent.length }), onWait: () => answerFirst() },
    )
    pace.everyMs = 0
    pace.atOnce = 2
    await run()
    expect(sent.map(({ row, at }) => [row, at])).toEqual([
      [0, 0],
      [1, 0],
      [2, 10_000],
      [1, 10_000],
    ])
    // What was asked for holds until the time is over, and is said so until then.
    expect(holds[0]).toEqual({ until: 10_000, sent: 2 })
    expect(holds[1]?.until).toBeUndefined()
    expect(holds[1]?.sent).toBeGreaterThan(2)
  })

  it('stops when told, and waits for what is on its way', async () => {
    const { run, states, sent, stop } = stage(5, async (row) => {
      if (row === 1) stop.abort()
      await Promise.resolve()
      return { state: 'accepted' }
    })
    await run()
    expect(sent).toHaveLength(2)
    expect(states).toEqual(['accepted', 'accepted', 'waiting', 'waiting', 'waiting'])
  })

  it('waits where nothing answers, and goes on once reads are answered', async () => {
    let [looks, answered] = [0, false]
    const answers = () => {
      looks += 1
      answered = looks === 3
      return answered
    }
    const running = stage(
      4,
      (row, attempt) =>
        row === 1 && attempt === 1
          ? { state: 'back', away: true }
          : row === 2 && attempt === 1
            ? { state: 'unknown', away: true }
            : { state: 'accepted' },
      { answers },
    )
    running.pace.everyMs = 0
    running.pace.atOnce = 3
    expect(await running.run()).toBeUndefined()
    // Rows 1 and 2 were on their way together; only what was certainly not placed goes again, after 2, 4 and 8 s.
    expect(running.sent).toEqual([
      { row: 0, at: 0 },
      { row: 1, at: 0 },
      { row: 2, at: 0 },
      { row: 3, at: 14_000 },
      { row: 1, at: 14_000 },
    ])
    expect([looks, answered]).toEqual([3, true])
    expect(running.states).toEqual(['accepted', 'accepted', 'unknown', 'accepted'])
  })

  it('counts calls that were lost at once as one silence, and stops where each next one is lost', async () => {
    const once = stage(9, (row) => (row < 5 ? { state: 'unknown', away: true } : { state: 'accepted' }))
    once.pace.everyMs = 0
    once.pace.atOnce = 5
    expect(await once.run()).toBeUndefined()
    expect(once.sent).toHaveLength(9)
    const ever = stage(9, () => ({ state: 'unknown', away: true }))
    expect((await ever.run())?.title).toContain('are unknown')
    expect(ever.sent).toHaveLength(3)
  })

  it('does not look for what is away any more once it was told to stop', async () => {
    const running = stage(3, () => ({ state: 'back', away: true }), {
      answers: () => {
        running.stop.abort()
        return false
      },
    })
    expect(await running.run()).toBeUndefined()
    expect(running.sent).toHaveLength(1)
    expect(running.states).toEqual(['waiting', 'waiting', 'waiting'])
  })

  it('stops by itself where it is not the rows: a reason of its own, many alike, many unknown', async () => {
    const trouble = { title: 'The credential was refused', message: '' }
    const one = stage(5, () => ({ state: 'back', trouble }))
    expect(await one.run()).toBe(trouble)
    expect(one.sent).toHaveLength(1)
    const alike = stage(9, () => ({ state: 'refused', said: 'Not deployed' }))
    expect((await alike.run())?.message).toContain('Not deployed')
    expect(alike.sent).toHaveLength(5)
    const own = stage(9, (row) => ({
      state: 'refused',
      said: `Not valid. leadId: ${row} is none`,
      alike: 'Not valid',
    }))
    expect((await own.run())?.message).toContain('leadId: ')
    expect(own.sent).toHaveLength(5)
    const different = stage(9, (row) => ({ state: 'refused', said: `Reason ${row}` }))
    expect(await different.run()).toBeUndefined()
    const unknown = stage(9, () => ({ state: 'unknown' }))
    expect((await unknown.run())?.title).toContain('are unknown')
    expect(unknown.sent).toHaveLength(3)
    const mixed = stage(9, (row) => ({ state: row % 2 ? 'unknown' : 'accepted' }))
    expect(await mixed.run()).toBeUndefined()
  })
})

describe('how the sending of a row ended', () => {
  const words = { title: 'In words', message: '' }
  const refusal = (status: number, more: object = {}) =>
    new ServiceRefusal({ operation: 'dispatchCall', status, message: 'no', ...more })
  const noAnswer = (sent: boolean) =>
    new NoAnswer({ operation: 'dispatchCall', cause: 'connection lost', sent })
  it('is told by what is known of the call', () => {
    const ends = [refusal(400), refusal(504), refusal(409), noAnswer(true)].map((error) =>
      endOfFailure(error, words),
    )
    expect(ends.map(({ state }) => state)).toEqual(['refused', 'unknown', 'refused', 'unknown'])
    expect(ends.every(({ trouble }) => trouble === undefined)).toBe(true)
    expect(ends.map(({ away = false }) => away)).toEqual([false, true, false, true])
    const leaky = refusal(400, { message: 'No such token=abc123456' })
    expect(endOfFailure(leaky, words).said).toBe('No such token=[not stored]')
    const fields = [
      { path: 'toPhoneNumber', message: 'Not in E.164' },
      { path: '', message: 'Nothing else' },
    ]
    expect(endOfFailure(refusal(422, { message: 'Validation failed', fields }), words).said).toBe(
      'Validation failed. toPhoneNumber: Not in E.164. Nothing else',
    )
    expect(
      endOfFailure(refusal(422, { message: 'Not in E.164', fields: fields.slice(0, 1) }), words).said,
    ).toBe('Not in E.164')
    const unreadable = new UnreadableReply({ operation: 'dispatchCall', status: 201, raw: '', reason: 'x' })
    expect(endOfFailure(unreadable, words).state).toBe('accepted')
    expect(endOfFailure(refusal(429, { retryAfterMs: 3_000 }), words)).toMatchObject({
      state: 'back',
      holdMs: 3_000,
    })
  })
  it('goes back to the rows that wait where it is not the row', () => {
    const unreachable = refusal(502, { fromProxy: true, code: 'SERVICE_UNREACHABLE' })
    const storeAway = refusal(503, { fromProxy: true, code: 'REQUEST_REFUSED' })
    for (const error of [noAnswer(false), unreachable, storeAway])
      expect(endOfFailure(error, words)).toEqual({ state: 'back', away: true, said: error.message })
    const denied = refusal(502, { fromProxy: true, code: 'CREDENTIAL_REFUSED' })
    for (const error of [denied, new RangeError('no id')])
      expect(endOfFailure(error, words)).toMatchObject({ state: 'back', trouble: words })
    expect(endOfFailure(noAnswer(true), words)).toMatchObject({ state: 'unknown', away: true })
    expect(endOfFailure(refusal(503), words)).toMatchObject({ state: 'unknown', away: true })
    expect(endOfFailure(new TypeError('of another kind'), words)).toMatchObject({ state: 'unknown' })
    expect(isNotTheRow(401, undefined)).toBe(true)
    expect(isNotTheRow(403, 'FORBIDDEN')).toBe(false)
    expect(isNotTheRow(502, 'NOT_PERMITTED')).toBe(false)
  })
})

describe('what is known of a row from its calls', () => {
  const busy = { state: 'refused', error: { status: 429 } } as const
  it('is that it may have been placed, whatever was tried besides', () => {
    expect(stateOfRow([])).toEqual({ state: 'waiting', busy: 0, until: 0 })
    for (const state of ['accepted', 'unknown', 'sending'] as const)
      expect(stateOfRow([busy, { state }, busy]).state).toBe(state)
    expect(stateOfRow([busy, busy])).toMatchObject({ state: 'waiting', busy: 2 })
    expect(stateOfRow(Array.from({ length: BUSY_MAX }, () => busy)).state).toBe('refused')
    expect(stateOfRow([{ state: 'refused', error: { status: 400 } }]).state).toBe('refused')
    expect(
      stateOfRow([{ state: 'refused', error: { status: 502, code: 'SERVICE_UNREACHABLE' } }]).state,
    ).toBe('waiting')
  })

  it('says until when a busy service may not be asked again, as it asked or else longer each time', () => {
    const finishedAt = '2026-07-01T08:00:00.000Z'
    const busy = { state: 'refused', finishedAt, error: { status: 429 } } as const
    const waits = (...calls: Parameters<typeof stateOfRow>[0]) =>
      stateOfRow(calls).until - Date.parse(finishedAt)
    expect([waits(busy), waits(busy, busy)]).toEqual([2_000, 4_000])
    expect(waits({ ...busy, error: { status: 429, retryAfterMs: 30_000 } })).toBe(30_000)
    expect(stateOfRow([busy, { ...busy, state: 'accepted', error: undefined }]).until).toBe(0)
  })
})

it('reads a kept batch, and none of anything else', () => {
  const batch = {
    id: 'b1',
    startedAt: '2026-01-01T00:00:00Z',
    agentId: 'a1',
    versionId: 'v1',
    outboundPhoneNumberId: 'n1',
    fileName: 'x.csv',
    header: ['phone'],
    total: 3,
    toSend: 2,
    everyMs: 2_000,
    atOnce: 1,
    confirmed: false,
    course: 'open',
  }
  expect(batchKind.read(batch)).toEqual(batch)
  for (const damage of [{ course: 'later' }, { header: [1] }, { total: -1 }, { id: 4 }])
    expect(batchKind.read({ ...batch, ...damage })).toBeUndefined()
  expect(batchKind.read(null)).toBeUndefined()
})
