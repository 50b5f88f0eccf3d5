import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoAnswer, ServiceRefusal } from '../client/api-error'
import { type FileStep, StepPlan } from './file-plan'

const step = (id: string): FileStep => ({ id, action: 'delete', fileId: id.charAt(0) })

/** A plan over steps named by file and number, with those named in `broken` failing until they are mended. */
function setUp(ids: readonly string[], broken: string[] = []) {
  const log: string[] = []
  const plan = new StepPlan({
    steps: ids.map(step),
    perform: async ({ id }, { again }) => {
      log.push(again ? `${id} again` : id)
      if (broken.includes(id)) throw new Error(`${id} failed`)
    },
  })
  const states = () => plan.getSnapshot().steps.map(({ step: { id }, state }) => `${id} ${state}`)
  return { plan, log, states, broken }
}

describe('a plan of steps', () => {
  it('carries out each in order', async () => {
    const { plan, log, states } = setUp(['a1', 'a2', 'b1'])
    await plan.run()
    expect(log).toEqual(['a1', 'a2', 'b1'])
    expect(states()).toEqual(['a1 done', 'a2 done', 'b1 done'])
    expect(plan.getSnapshot().running).toBe(false)
  })

  it('never goes on with a file whose step failed, but with the others', async () => {
    const { plan, log, states } = setUp(['a1', 'a2', 'a3', 'b1'], ['a2'])
    await plan.run()
    expect(log).toEqual(['a1', 'a2', 'b1'])
    expect(states()).toEqual(['a1 done', 'a2 failed', 'a3 held back', 'b1 done'])
    expect(plan.getSnapshot().steps[1]?.error).toEqual(new Error('a2 failed'))
  })

  it('stands where the service is away, as nothing else would go through', async () => {
    const log: string[] = []
    const errors: Error[] = [
      new NoAnswer({ operation: 'addFileToCollection', cause: 'connection lost', sent: true }),
      new ServiceRefusal({
        operation: 'addFileToCollection',
        status: 502,
        fromProxy: true,
        code: 'SERVICE_UNREACHABLE',
      }),
    ]
    const plan = new StepPlan({
      steps: ['a1', 'a2', 'b1', 'c1'].map(step),
      perform: async ({ id }) => {
        log.push(id)
        const error = id === 'a1' && errors.pop()
        if (error) throw error
      },
    })
    const states = () => plan.getSnapshot().steps.map(({ state }) => state)
    for (const _ of [...errors]) {
      await plan.run()
      expect(states()).toEqual(['failed', 'held back', 'waiting', 'waiting'])
    }
    await plan.run()
    expect(states()).toEqual(['done', 'done', 'done', 'done'])
    expect(log).toEqual(['a1', 'a1', 'a1', 'a2', 'b1', 'c1'])
  })

  describe('while the service is busy', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    /** A plan over two steps, whose first is refused so often. */
    const busy = (times: number) => {
      const log: number[] = []
      const operation = 'addFileToCollection'
      const plan = new StepPlan({
        steps: ['a1', 'b1'].map(step),
        perform: async () => {
          log.push(Date.now())
          if (log.length <= times) throw new ServiceRefusal({ operation, status: 429, retryAfterMs: 5_000 })
        },
      })
      return { plan, log, states: () => plan.getSnapshot().steps.map(({ state }) => state) }
    }

    it('waits as long as it is asked to, says until when, and goes on', async () => {
      const { plan, log, states } = busy(2)
      const start = Date.now()
      const running = plan.run()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(plan.getSnapshot()).toMatchObject({ running: true, heldUntil: start + 5_000 })
      expect(states()).toEqual(['working', 'waiting'])
      await vi.advanceTimersByTimeAsync(10_000)
      await running
      expect(states()).toEqual(['done', 'done'])
      expect(log.map((at) => at - start)).toEqual([0, 5_000, 10_000, 10_000])
      expect(plan.getSnapshot().heldUntil).toBeUndefined()
    })

    it('ends the wait when it is stopped, and stands where it is busy for too long', async () => {
      for (const stops of [true, false]) {
        const { plan, log, states } = busy(9)
        const running = plan.run()
        await vi.advanceTimersByTimeAsync(1_000)
        if (stops) plan.stop()
        else await vi.advanceTimersByTimeAsync(30_000)
        await running
        expect(log).toHaveLength(stops ? 1 : 6)
        expect(states()).toEqual(['failed', 'waiting'])
      }
    })
  })

  it('tries again what is left, and says that it is not the first time', async () => {
    const { plan, log, states, broken } = setUp(['a1', 'a2', 'a3', 'b1'], ['a2'])
    await plan.run()
    broken.pop()
    log.length = 0
    await plan.run()
    expect(log).toEqual(['a2 again', 'a3'])
    expect(states()).toEqual(['a1 done', 'a2 done', 'a3 done', 'b1 done'])
  })

  it('goes step by step where that is wanted', async () => {
    const { plan, states } = setUp(['a1', 'a2'])
    await plan.run({ limit: 1 })
    expect(states()).toEqual(['a1 done', 'a2 waiting'])
    await plan.run({ limit: 1 })
    expect(states()).toEqual(['a1 done', 'a2 done'])
  })

  it('stops after the step under way, and goes on from there', async () => {
    let finish = () => {}
    const perform = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    const plan = new StepPlan({ steps: ['a1', 'a2'].map(step), perform })
    const running = plan.run()
    plan.stop()
    expect(plan.getSnapshot()).toMatchObject({ running: true, stopping: true })
    // A second run while the first is under way would do steps twice.
    await plan.run()
    await vi.waitFor(() => expect(perform).toHaveBeenCalledOnce())
    finish()
    await running
    expect(perform).toHaveBeenCalledOnce()
    expect(plan.getSnapshot().steps.map(({ state }) => state)).toEqual(['done', 'waiting'])
    const rest = plan.run()
    await vi.waitFor(() => expect(perform).toHaveBeenCalledTimes(2))
    finish()
    await rest
    expect(perform).toHaveBeenCalledTimes(2)
  })

  it('waits for what follows a run, and is not upset by its failure', async () => {
    const onEnd = vi.fn(() => Promise.reject(new Error('not refreshed')))
    const plan = new StepPlan({ steps: [step('a1')], perform: async () => {}, onEnd })
    await plan.run()
    expect(onEnd).toHaveBeenCalledOnce()
    expect(plan.getSnapshot()).toMatchObject({ running: false, steps: [{ state: 'done' }] })
  })

  it('sends nothing whose sending cannot be kept, and says why', async () => {
    const perform = vi.fn(async () => undefined)
    const keep = vi.fn(async () => undefined as unknown)
    const plan = new StepPlan({ steps: ['a1', 'a2'].map(step), perform, save: keep })
    keep.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('full'))
    await plan.run()
    expect(perform).toHaveBeenCalledOnce()
    expect(plan.getSnapshot()).toMatchObject({
      running: false,
      problem: new Error('full'),
      steps: [{ state: 'done' }, { state: 'waiting' }],
    })
    await plan.run()
    expect(perform.mock.calls.at(-1)).toEqual([step('a2'), { again: false }])
  })

  it('goes on from what an earlier page kept, and knows what may have been sent', async () => {
    const kept: unknown[] = []
    const log: string[] = []
    const options = { steps: ['a1', 'a2', 'b1'].map(step), save: async (marks: unknown) => kept.push(marks) }
    const first = new StepPlan({ ...options, perform: () => new Promise<never>(() => undefined) })
    void first.run()
    await vi.waitFor(() => expect(kept).toEqual(['t--']))
    const plan = new StepPlan({
      ...options,
      marks: 'dt-',
      perform: async ({ id }, { again }) => log.push(again ? `${id} again` : id),
    })
    expect(plan.getSnapshot().steps.map(({ state }) => state)).toEqual(['done', 'waiting', 'waiting'])
    await plan.run()
    expect(log).toEqual(['a2 again', 'b1'])
    expect(kept.at(-1)).toEqual('ddd')
  })
})
