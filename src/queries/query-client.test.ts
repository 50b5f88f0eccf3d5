import { MutationObserver, notifyManager, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { ServiceRefusal } from '../client/api-error'
import { keys } from './keys'
import { createQueryClient, readAnew, readEverywhere } from './query-client'

it('a first reading that is under way when something changed is not taken for what is there now', async () => {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['files'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const leave = observer.subscribe(() => {})
  await expect.poll(() => answers.length).toBe(1)
  const reading = readAnew(client, ['files'])
  answers[0]?.('before')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after')
  await reading
  expect(observer.getCurrentResult().data).toBe('after')
  leave()
})

it('what another window of this browser changed is read anew, and the other way round (D931)', async () => {
  vi.stubGlobal('document', { hidden: false })
  const client = createQueryClient()
  let read = 0
  const observer = new QueryObserver(client, { queryKey: ['files'], queryFn: async () => ++read })
  const leave = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toBe(1)
  const other = new BroadcastChannel('switchboard-changed')
  const heard: unknown[] = []
  other.onmessage = ({ data }) => heard.push(data)
  other.postMessage([['files']])
  await expect.poll(() => observer.getCurrentResult().data).toBe(2)
  await readEverywhere(client, [['files']])
  expect(observer.getCurrentResult().data).toBe(3)
  await expect.poll(() => heard).toEqual([[['files']]])
  vi.stubGlobal('document', { hidden: true })
  other.postMessage([['files']])
  // The channel keeps their order.
  await readEverywhere(client, [])
  await expect.poll(() => heard).toHaveLength(2)
  expect(observer.getCurrentResult().data).toBe(3)
  expect(client.getQueryState(['files'])?.isInvalidated).toBe(true)
  vi.unstubAllGlobals()
  other.close()
  leave()
})

it('a write that was refused to a viewer reads at once who is signed in, and no other refusal does', async () => {
  const client = createQueryClient()
  let read = 0
  const observer = new QueryObserver(client, { queryKey: keys.connection, queryFn: async () => ++read })
  const leave = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toBe(1)
  const refused = (answer: Partial<ServiceRefusal>) => {
    const error = new ServiceRefusal({ operation: 'createAgent', status: 403, ...answer })
    const write = new MutationObserver(client, { mutationFn: () => Promise.reject(error) })
    return expect(write.mutate()).rejects.toBe(error)
  }
  await refused({ code: 'VIEWER' })
  await refused({ code: 'NOT_PERMITTED', fromProxy: true })
  expect(observer.getCurrentResult().data).toBe(1)
  await refused({ code: 'VIEWER', fromProxy: true })
  expect(observer.getCurrentResult().data).toBe(2)
  leave()
})

it('what could not be read stays failed while it is read again, until there is an answer', async () => {
  const client = createQueryClient()
  const answers: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['files'],
    queryFn: () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
    retry: false,
  })
  const shown: unknown[] = []
  // As screens are told: once all changes of a moment are made.
  const leave = observer.subscribe(
    notifyManager.batchCalls(() => void shown.push(observer.getCurrentResult().status)),
  )
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.reject(new Error('away'))
  await expect.poll(() => shown.at(-1)).toBe('error')
  shown.length = 0
  void observer.refetch()
  await expect.poll(() => answers.length).toBe(2)
  expect(observer.getCurrentResult()).toMatchObject({ error: new Error('away'), isFetching: true })
  answers[1]?.reject(new Error('still away'))
  await expect.poll(() => observer.getCurrentResult().error?.message).toBe('still away')
  void observer.refetch()
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.resolve('here')
  await expect.poll(() => observer.getCurrentResult().data).toBe('here')
  expect(observer.getCurrentResult().error).toBeNull()
  expect(shown).not.toContain('pending')
  // What is forgotten begins anew.
  const forgotten = client.resetQueries()
  await expect.poll(() => answers.length).toBe(4)
  expect(observer.getCurrentResult().status).toBe('pending')
  answers[3]?.resolve('here')
  await forgotten
  leave()
})

it('a list that cannot be read is asked once each time, ever less often, until it answers', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const away = new ServiceRefusal({ operation: 'listCollections', status: 502 })
  let asked = 0
  let isAway = true
  const queryFn = () => {
    asked += 1
    return isAway ? Promise.reject(away) : Promise.resolve('here')
  }
  const queryKey = ['collections']
  const observer = new QueryObserver(client, { queryKey, queryFn })
  let leave = () => {}
  const round = async (begin: () => unknown = () => client.refetchQueries({ queryKey })) => {
    asked = 0
    void begin()
    await vi.advanceTimersByTimeAsync(4_000)
    const query = client.getQueryCache().find({ queryKey })
    const next = client.getDefaultOptions().queries?.refetchInterval
    return [asked, query && typeof next === 'function' && next(query as never)]
  }
  // Two more tries at first, out of sight.
  const first = await round(() => {
    leave = observer.subscribe(() => {})
  })
  expect(first).toEqual([3, 5_000])
  expect(await round()).toEqual([1, 10_000])
  expect(await round()).toEqual([1, 20_000])
  expect(await round()).toEqual([1, 20_000])
  isAway = false
  expect(await round()).toEqual([1, false])
  isAway = true
  // As a screen does that draws what was read.
  observer.setOptions({ queryKey, queryFn })
  expect(await round()).toEqual([3, 5_000])
  leave()
  vi.useRealTimers()
})

describe('when a person comes back', () => {
  const comeBack = async (...signs: readonly string[]) => {
    for (const sign of signs) window.dispatchEvent(new Event(sign))
    await new Promise((resolve) => setTimeout(resolve))
  }

  const watch = async (queryFn: () => Promise<string>, staleTime: number) => {
    vi.stubGlobal('window', new EventTarget())
    const client = createQueryClient()
    client.mount()
    const options = { queryKey: ['files'], queryFn, staleTime, retry: false, refetchInterval: false } as const
    const leave = new QueryObserver(client, options).subscribe(() => {})
    await vi.waitFor(() => expect(client.isFetching()).toBe(0))
    return () => {
      leave()
      client.unmount()
      vi.unstubAllGlobals()
    }
  }

  it('to a window that was in sight all the time, lists are read again, once', async () => {
    const read = vi.fn(async () => 'files')
    const end = await watch(read, 0)
    expect(read).toHaveBeenCalledTimes(1)
    await comeBack('focus')
    expect(read).toHaveBeenCalledTimes(2)
    // A tab that comes back has both.
    await comeBack('visibilitychange', 'focus')
    expect(read).toHaveBeenCalledTimes(3)
    end()
  })

  it('what was read just now is not read again', async () => {
    const read = vi.fn(async () => 'files')
    const end = await watch(read, 5_000)
    expect(read).toHaveBeenCalledTimes(1)
    await comeBack('visibilitychange', 'focus')
    expect(read).toHaveBeenCalledTimes(1)
    end()
  })

  it('what the service asked to wait for is waited for', async () => {
    const busy = new ServiceRefusal({ operation: 'listFiles', status: 429, retryAfterMs: 60_000 })
    const read = vi.fn(() => Promise.reject(busy))
    const end = await watch(read, 0)
    expect(read).toHaveBeenCalledTimes(1)
    await comeBack('visibilitychange', 'focus')
    expect(read).toHaveBeenCalledTimes(1)
    end()
  })
})
