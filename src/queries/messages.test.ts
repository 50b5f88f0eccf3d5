import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { MessagePage } from '../contract/messages'
import { type Conversation, messageQueries, withEarlier, withNewest } from './messages'

const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString()
const message = (number: number, status = 'DELIVERED') => ({
  id: `m-${number}`,
  body: `text ${number}`,
  status,
  createdAt: at(number),
  other: {},
})
/** A page as services answer it: newest first. */
const page = (from: number, to: number, nextCursor?: string): MessagePage => ({
  items: Array.from({ length: from - to + 1 }, (_, index) => message(from - index)),
  unreadable: [],
  nextCursor,
})
const numbers = ({ messages }: Conversation) => messages.map(({ id }) => Number(id?.slice(2)))

test('the newest page stands oldest first, and the ones before go before it, each message once', () => {
  const newest = withNewest(undefined, [page(9, 7, 'c7')])
  expect(numbers(newest)).toEqual([7, 8, 9])
  const more = withEarlier(newest, page(7, 4, 'c4'))
  expect(numbers(more)).toEqual([4, 5, 6, 7, 8, 9])
  expect(more.earlier).toBe('c4')
  expect(withEarlier(more, page(3, 1)).earlier).toBeUndefined()
})

test('a later look adds what is new, renews what changed, and keeps the earlier pages', () => {
  const before = withEarlier(withNewest(undefined, [page(6, 5, 'c5')]), page(4, 3, 'c3'))
  const newest: MessagePage = { ...page(7, 7, 'c6'), items: [message(7, 'QUEUED'), message(6, 'READ')] }
  const after = withNewest(before, [newest])
  expect(numbers(after)).toEqual([3, 4, 5, 6, 7])
  expect(after.messages.find(({ id }) => id === 'm-6')?.status).toBe('READ')
  expect(after.earlier).toBe('c3')
})

test('more new messages than a look reads leave no gap: what was known is read again', () => {
  const before = withNewest(undefined, [page(3, 1)])
  const after = withNewest(before, [page(90, 80, 'c80'), page(79, 70, 'c70')])
  expect(numbers(after)[0]).toBe(70)
  expect(after.earlier).toBe('c70')
})

test('a service that repeats a page or a cursor is not asked for ever', () => {
  const before = withNewest(undefined, [page(9, 7, 'c7')])
  expect(withEarlier(before, page(6, 4, 'c7')).earlier).toBeUndefined()
  let repeated = before
  for (const cursor of ['c6', 'c5', 'c4']) repeated = withEarlier(repeated, page(9, 7, cursor))
  expect(repeated.earlier).toBeUndefined()
})

test('a page that brings no message is not taken for the last', () => {
  const empty: MessagePage = { items: [], unreadable: [], nextCursor: 'c3' }
  const unreadable: MessagePage = { items: [], unreadable: [7, 8], nextCursor: 'c2' }
  const before = withEarlier(withEarlier(withNewest(undefined, [page(9, 7, 'c7')]), empty), unreadable)
  expect(before.earlier).toBe('c2')
  const more = withEarlier(before, page(6, 4, 'c1'))
  expect([numbers(more), more.unreadable]).toEqual([
    [4, 5, 6, 7, 8, 9],
    [7, 8],
  ])
  // Counted from the last page that brought some.
  expect(withEarlier(withEarlier(more, empty), unreadable).earlier).toBe('c2')
})

test('what could not be read of earlier pages stays when new messages are looked for', () => {
  const newest: MessagePage = { ...page(6, 5, 'c5'), unreadable: ['new'] }
  const earlier: MessagePage = { ...page(4, 3), unreadable: ['old'] }
  const before = withEarlier(withNewest(undefined, [newest]), earlier)
  const after = withNewest(withNewest(before, [newest]), [{ ...newest, unreadable: [] }])
  expect([before.unreadable, after.unreadable]).toEqual([['new', 'old'], ['old']])
  // As the messages of those pages.
  expect(withNewest(after, [page(90, 80, 'c80')]).unreadable).toEqual([])
})

test('messages without an id are known by what they say and when', () => {
  const bare = { ...page(1, 1), items: [{ body: 'hello', createdAt: at(1), other: {} }] }
  expect(withNewest(withNewest(undefined, [bare]), [bare]).messages).toHaveLength(1)
})

test('what did not change is the same as before, so that thousands of messages are not drawn again', () => {
  const client = new QueryClient()
  const { queryKey, structuralSharing } = messageQueries.of({ threadId: 't1' }, true)
  client.setQueryDefaults(queryKey, { structuralSharing })
  const show = (conversation: Conversation) =>
    client.setQueryData<Conversation>(queryKey, conversation)?.messages ?? []
  const newest = withNewest(undefined, [page(9, 3, 'c3')])
  const shown = show(newest)
  const more = show(withEarlier(newest, page(2, 1)))
  expect(more.slice(2).every((each, place) => each === shown[place])).toBe(true)
  expect(withNewest(newest, [page(9, 7, 'c7')]).messages).toBe(newest.messages)
})

test('the states of a message on its way are seen as they pass; what is older is looked at less', () => {
  const interval = messageQueries.of({ threadId: 't' }, true).refetchInterval
  const after = (seconds: number, ...statuses: string[]) => {
    const createdAt = new Date(Date.now() - seconds * 1_000).toISOString()
    const messages = statuses.map((status, number) => ({
      ...message(number, status),
      createdAt,
      key: `${number}`,
    }))
    const query = { state: { data: { messages, unreadable: [] }, error: null } }
    return typeof interval === 'function' && interval(query as never)
  }
  expect([after(1, 'QUEUED'), after(1, 'SENT', 'RECEIVED'), after(60, 'SENT')]).toEqual([1_000, 1_000, 3_000])
  expect([after(1, 'DELIVERED'), after(600, 'QUEUED')]).toEqual([3_000, 10_000])
})
