import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { inOrder, queueInOrder } from './request-order'

afterEach(() => {
  vi.useRealTimers()
})

const named = (name: string) => ({ name })

test('what an earlier request waits for goes before what later ones began to wait for, also after a pause', async () => {
  const queue: { name: string }[] = []
  queueInOrder(queue)
  const early = inOrder(async () => {
    await sleep(20)
    queue.push(named('early, its second'))
  })
  await sleep(5)
  inOrder(() => queue.push(named('late, its first'), named('late, its second')))
  queue.push(named('nobody asked'))
  await early
  expect(queue.map(({ name }) => name)).toEqual([
    'early, its second',
    'late, its first',
    'late, its second',
    'nobody asked',
  ])
  expect(queue.shift()).toEqual({ name: 'early, its second' })
})

test('what goes on for long waits like anything new', () => {
  vi.useFakeTimers()
  const queue: { name: string }[] = []
  queueInOrder(queue)
  inOrder(() => setTimeout(() => queue.push(named('an hour of work')), 2_001))
  vi.advanceTimersByTime(2_000)
  inOrder(() => queue.push(named('a page')))
  vi.advanceTimersByTime(1)
  expect(queue.map(({ name }) => name)).toEqual(['a page', 'an hour of work'])
})
