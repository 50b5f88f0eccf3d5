import { mutationOptions, type QueryClient, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { call } from '../client/call'
import {
  listChatMessages,
  listEmailMessages,
  listMessages,
  type Message,
  type MessagePage,
} from '../contract/messages'
import type { Channel } from './channel'
import { askSized, BARREN_PAGES_MAX } from './cursor-pages'
import { askExtension } from './extension'
import { isLive, messagesKey } from './followed-thread'
import { recoverDelay } from './polling'

/** Pages read at once when many messages came since the last look; a longer gap is closed by reading it anew. */
const CATCH_UP_PAGES_MAX = 20

/** Earlier messages asked for at a time; the most that real services list at once. */
const EARLIER_SIZE = 100

/** How often new messages are looked for, in milliseconds, and how often where nothing was said for long. */
const LOOK_MS = 3_000
const QUIET_LOOK_MS = 10_000
const QUIET_AFTER_MS = 5 * 60_000
/** While a message is on its way, of which each state lasts a second or so. */
const PASSING_LOOK_MS = 1_000
const PASSING_FOR_MS = 20_000
/** New messages of the agent arrive as events then, and all else is rare. */
const LIVE_LOOK_MS = 30_000
/** States that pass by themselves, of which no event tells. */
const PASSING = ['QUEUED', 'SENDING', 'SENT']

/** A message with its place in the conversation. */
export interface PlacedMessage extends Message {
  /** Unique in the conversation. */
  readonly key: string
}

/** The messages of a thread as far as they are loaded. */
export interface Conversation {
  /** Oldest first, each once. */
  readonly messages: readonly PlacedMessage[]
  /** The cursor of the page before them; absent when they begin the thread. */
  readonly earlier?: string
  /** Entries that could not be read, as they came; those of earlier pages alone, which a look at the newest leaves. */
  readonly unreadable: readonly unknown[]
  readonly earlierUnreadable?: readonly unknown[]
  /** Earlier pages without a message since one had some. */
  readonly barren?: number
}

/** A service need not give ids; then a message is known by what it says and when. */
const keyOf = ({ id, createdAt, sentAt, direction, body }: Message) =>
  id ?? JSON.stringify([createdAt ?? sentAt, direction, body])

export const timeOf = ({ createdAt, sentAt }: Message): string | undefined => createdAt ?? sentAt

function inOrder(messages: readonly PlacedMessage[]): readonly PlacedMessage[] {
  const times = new Map(messages.map((message) => [message, Date.parse(timeOf(message) ?? '')]))
  if ([...times.values()].some(Number.isNaN)) return messages
  return messages.toSorted((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0))
}

/** A conversation with a page of it, which is newest first. `place`: where messages stand that were not known. What did not change is the same object as before. */
function withPage(shown: readonly PlacedMessage[], page: MessagePage, place: 'before' | 'after') {
  const read = new Map(page.items.toReversed().map((each) => [keyOf(each), { ...each, key: keyOf(each) }]))
  const same = shown.map((each) => replaceEqualDeep(each, read.get(each.key) ?? each))
  for (const { key } of shown) read.delete(key)
  const all = inOrder(place === 'before' ? [...read.values(), ...same] : [...same, ...read.values()])
  return all.length === shown.length && all.every((each, at) => each === shown[at]) ? shown : all
}

/** Whether pages have a message in common with what is known. */
function areJoined(pages: readonly MessagePage[], known: Conversation | undefined): boolean {
  const shown = new Set(known?.messages.map(({ key }) => key))
  return pages.some(({ items }) => items.some((each) => shown.has(keyOf(each))))
}

/** Adds pages from the newest on to what is known. Without a message in common what was known is left out, so that no gap is hidden. */
export function withNewest(before: Conversation | undefined, pages: readonly MessagePage[]): Conversation {
  const kept: Omit<Conversation, 'unreadable'> =
    before && areJoined(pages, before) ? before : { messages: [], earlier: pages.at(-1)?.nextCursor }
  let { messages } = kept
  for (const page of pages.toReversed()) messages = withPage(messages, page, 'after')
  const unreadable = [...pages.flatMap((page) => page.unreadable), ...(kept.earlierUnreadable ?? [])]
  return { ...kept, messages, unreadable }
}

/** Adds the page before. The last is one that repeats its cursor, or several in a row that bring nothing new: a service that repeats itself must not be asked for ever. */
export function withEarlier(before: Conversation, page: MessagePage): Conversation {
  const { earlierUnreadable = [] } = before
  const messages = withPage(before.messages, page, 'before')
  const barren = messages.length > before.messages.length ? 0 : (before.barren ?? 0) + 1
  return {
    messages,
    barren,
    unreadable: [...before.unreadable, ...page.unreadable],
    earlierUnreadable: [...earlierUnreadable, ...page.unreadable],
    earlier: page.nextCursor === before.earlier || barren === BARREN_PAGES_MAX ? undefined : page.nextCursor,
  }
}

const READERS = {
  sms: [listMessages],
  email: [listEmailMessages, listMessages],
  // The general one tells how far a reply has come, the other only what was said.
  chat: [listMessages, listChatMessages],
} as const

interface Asked {
  readonly threadId: string
  readonly channel?: Channel
}

/** A page of messages by the first operation that answers for the thread; `null`: none does. */
async function askPage(
  client: QueryClient,
  { threadId, channel = 'sms' }: Asked,
  cursor?: string,
  signal?: AbortSignal,
): Promise<MessagePage | null> {
  for (const operation of READERS[channel]) {
    const asked = (limit?: string) =>
      call(operation, { params: { threadId }, query: { cursor, limit }, signal })
    // The newest are looked at again and again; what comes before is read once.
    const ask = () => (cursor === undefined ? asked() : askSized(EARLIER_SIZE, asked))
    const page = await askExtension(client, operation, ask, threadId)
    if (page) return page
  }
  return null
}

/** A conversation from its first message on, as far as so many pages go. */
async function withAllEarlier(
  client: QueryClient,
  thread: Asked,
  loaded: Conversation,
  pages = Number.POSITIVE_INFINITY,
  signal?: AbortSignal,
): Promise<Conversation> {
  let read = loaded
  for (let left = pages; read.earlier !== undefined && left > 0; left -= 1) {
    const page = await askPage(client, thread, read.earlier, signal)
    if (!page) break
    read = withEarlier(read, page)
  }
  return read
}

/** How soon to look again, from when something was said last. */
function lookDelay(messages: readonly Message[], isLive: boolean): number {
  const last = messages.at(-1)
  const at = Date.parse((last && timeOf(last)) ?? '')
  const isQuiet = Date.now() - at > QUIET_AFTER_MS
  const isPassing = messages.slice(-5).some(({ status }) => PASSING.includes(status?.toUpperCase() ?? ''))
  if (isPassing && Date.now() - at < PASSING_FOR_MS) return PASSING_LOOK_MS
  if (isLive && (isQuiet || !isPassing)) return LIVE_LOOK_MS
  return isQuiet ? QUIET_LOOK_MS : LOOK_MS
}

export const messageQueries = {
  /**
   * The messages of a thread from the newest on, looked at again while it is active and somebody looks at it; `null` where the service
   * does not tell them. Earlier pages that were loaded stay.
   */
  of: (thread: Asked, isActive: boolean) =>
    queryOptions({
      queryKey: messagesKey(thread.threadId),
      // By place, as the library compares, every message is another one once earlier ones are loaded.
      structuralSharing: false,
      queryFn: async ({ client, signal }): Promise<Conversation | null> => {
        const queryKey = messagesKey(thread.threadId)
        const before = client.getQueryData<Conversation>(queryKey)
        const isShown = before && before.messages.length > 0
        const first = await askPage(client, thread, undefined, signal)
        if (!first) return null
        const pages = [first]
        for (let last = first; isShown && !areJoined(pages, before) && pages.length < CATCH_UP_PAGES_MAX; ) {
          const next = last.nextCursor && (await askPage(client, thread, last.nextCursor, signal))
          if (!next) break
          pages.push(next)
          last = next
        }
        // Read now: an earlier page may have been loaded meanwhile.
        return withNewest(client.getQueryData<Conversation>(queryKey) ?? undefined, pages)
      },
      refetchInterval: ({ state: { data, error, errorUpdateCount } }) =>
        recoverDelay(error, errorUpdateCount) ||
        (isActive && data ? lookDelay(data.messages, isLive(thread.threadId)) : false),
    }),
}

/** Pages of a long thread that are read for its beginning. */
const WHOLE_PAGES_MAX = 40

export const conversationQueries = {
  /** A thread from its first message on; `null` where the service does not tell its messages. Read once. */
  whole: (thread: Asked) =>
    queryOptions({
      queryKey: [...messagesKey(thread.threadId), 'whole'],
      queryFn: async ({ client, signal }): Promise<readonly Message[] | null> => {
        const first = await askPage(client, thread, undefined, signal)
        if (!first) return null
        const newest = withNewest(undefined, [first])
        return (await withAllEarlier(client, thread, newest, WHOLE_PAGES_MAX, signal)).messages
      },
    }),
}

export const messageMutations = {
  /** Loads the page before what is loaded, if there is one, and those before it until one has messages. */
  loadEarlier: (thread: Asked) =>
    mutationOptions({
      mutationFn: async (_: undefined, { client }) => {
        const queryKey = messagesKey(thread.threadId)
        const cursor = () => client.getQueryData<Conversation>(queryKey)?.earlier
        for (let isBarren = true, next = cursor(); isBarren && next !== undefined; next = cursor()) {
          const page = await askPage(client, thread, next)
          if (!page) return
          const now = client.setQueryData<Conversation>(queryKey, (now) => now && withEarlier(now, page))
          isBarren = Boolean(now?.barren)
        }
      },
    }),

  /** Reads all of a thread whose newest messages are loaded. Those before are not shown: thousands would be drawn once for each page. */
  readAll: (thread: Asked) =>
    mutationOptions({
      mutationFn: async (_: undefined, { client }): Promise<Conversation> => {
        const loaded = client.getQueryData<Conversation>(messagesKey(thread.threadId))
        return loaded ? withAllEarlier(client, thread, loaded) : { messages: [], unreadable: [] }
      },
    }),
}
