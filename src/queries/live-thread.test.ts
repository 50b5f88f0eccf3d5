import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isLive, messagesKey, threadKey } from './followed-thread'
import { followThread } from './live-thread'
import { createQueryClient } from './query-client'

/** What the browser does with a stream. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 0
  onopen = () => {}
  onmessage = () => {}
  onerror = () => {}
  constructor(readonly url: string) {
    super()
    Source.all.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.onerror()
  }
}

let client: QueryClient
let read: string[]
let leave = () => {}
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const show = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}
const last = () => Source.all.at(-1) as Source
const openStreams = () => Source.all.filter(({ readyState }) => readyState !== Source.CLOSED).length

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('document', page)
  Source.all = []
  read = []
  page.visibilityState = 'visible'
  client = createQueryClient()
  client.invalidateQueries = async ({ queryKey } = {}) => {
    read.push(String(queryKey))
  }
  leave = followThread(client, 't-1')
  last().onopen()
  vi.advanceTimersByTime(1_000)
  read = []
})
afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const messages = String(messagesKey('t-1'))

it('reads the messages once for events that come together', () => {
  expect(last().url).toBe('/api/v1/threads/t-1/stream')
  expect(isLive('t-1')).toBe(true)
  for (let count = 0; count < 50; count += 1) last().onmessage()
  vi.advanceTimersByTime(1_000)
  expect(read).toEqual([messages])
})

it('a broken stream is polled for until the browser has it back', () => {
  last().fail(0)
  expect(isLive('t-1')).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(read).toEqual([messages])
  last().onopen()
  expect(isLive('t-1')).toBe(true)
  expect(Source.all).toHaveLength(1)
})

it('one that is refused is asked for again after a minute', () => {
  last().fail(Source.CLOSED)
  expect(isLive('t-1')).toBe(false)
  vi.advanceTimersByTime(59_000)
  expect(Source.all).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(Source.all).toHaveLength(2)
})

it('ends with the thread, which is read then', () => {
  last().dispatchEvent(new Event('closed'))
  expect(openStreams()).toBe(0)
  expect(isLive('t-1')).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(read).toEqual([String(threadKey('t-1')), messages])
  show('hidden')
  show('visible')
  vi.advanceTimersByTime(600_000)
  expect(Source.all).toHaveLength(1)
})

it('a page that is hidden for a minute leaves it, and follows again when it is looked at', () => {
  show('hidden')
  vi.advanceTimersByTime(59_000)
  show('visible')
  vi.advanceTimersByTime(600_000)
  expect([Source.all.length, openStreams()]).toEqual([1, 1])
  show('hidden')
  vi.advanceTimersByTime(60_000)
  expect(openStreams()).toBe(0)
  show('visible')
  expect([Source.all.length, openStreams()]).toEqual([2, 1])
})

it('a page that begins hidden, as a tab opened behind another, has no stream until it is looked at', () => {
  show('hidden')
  const count = Source.all.length
  leave = followThread(client, 't-2')
  vi.advanceTimersByTime(600_000)
  expect(Source.all).toHaveLength(count)
  show('visible')
  expect(last().url).toContain('t-2')
})

it('one that is refused to a hidden page is asked for again when that is looked at, and stays', () => {
  show('hidden')
  last().fail(Source.CLOSED)
  vi.advanceTimersByTime(600_000)
  expect(Source.all).toHaveLength(1)
  show('visible')
  show('hidden')
  vi.advanceTimersByTime(30_000)
  last().fail(Source.CLOSED)
  show('visible')
  vi.advanceTimersByTime(600_000)
  expect([Source.all.length, openStreams()]).toEqual([3, 1])
})

it('a page follows one thread at most', () => {
  const leaveOther = followThread(client, 't-2')
  expect(openStreams()).toBe(1)
  expect(last().url).toContain('t-2')
  expect(isLive('t-1')).toBe(false)
  leaveOther()
  expect(openStreams()).toBe(0)
})
