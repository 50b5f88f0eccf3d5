import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { createChatThread, createEmailThread, createSmsThread } from '../client/threads'
import { withoutToken } from '../contract/chat-reply'
import { isWire, type OtherFields } from '../contract/reply'
import type { ChatThreadRequest, EmailThreadRequest, SmsThreadRequest } from '../contract/requests/threads'
import * as contract from '../contract/threads'
import type { LedgerEntry } from '../ledger/entry'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf, recordWrite } from './record-write'

/** By which way a thread talks. */
export type Channel = 'sms' | 'email' | 'chat'

const CHANNELS: Readonly<Record<string, Channel>> = {
  [contract.createSmsThread.name]: 'sms',
  [contract.createEmailThread.name]: 'email',
  [contract.createChatThread.name]: 'chat',
}

/** A thread that this browser asked for; the interface lists none (§4 gaps). */
export interface StartedThread {
  /** Id of the ledger entry, not of the thread. */
  readonly id: string
  readonly channel: Channel
  /** What was sent, as it was remembered. Of what another console wrote nothing is taken for granted. */
  readonly request: Readonly<Record<string, unknown>>
  /** What is known of the creation. */
  readonly state: LedgerEntry['state']
  /** ISO times. */
  readonly startedAt: string
  readonly finishedAt?: string
  readonly thread?: contract.Thread
  /** What the reply, as it was remembered, held beside that. */
  readonly beside: OtherFields
  readonly error?: LedgerEntry['error']
}

/** A text field of what was sent. */
export const sentText = ({ request }: Pick<StartedThread, 'request'>, name: string): string | undefined => {
  const value = Object.hasOwn(request, name) ? request[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Whom the thread talks to: a number or an address; a web chat talks to whoever holds its token. */
export const recipientOf = (thread: Pick<StartedThread, 'request'>): string | undefined =>
  sentText(thread, 'toPhoneNumber') ?? sentText(thread, 'toEmail')

function readChat(reply: unknown): Pick<StartedThread, 'thread' | 'beside'> {
  const { record, beside } = contract.createChatThread.reply.parse(reply)
  if (record?.threadId === undefined) return { beside: record?.other ?? beside }
  return { thread: { id: record.threadId, other: record.other }, beside }
}

function readOther(reply: unknown): Pick<StartedThread, 'thread' | 'beside'> {
  const { record, beside } = contract.createSmsThread.reply.parse(reply)
  return { thread: record, beside }
}

/** Reads a remembered creation as a thread; `undefined` where it is something else. */
export function readStartedThread(entry: LedgerEntry): StartedThread | undefined {
  const channel = CHANNELS[entry.operation]
  if (!channel) return undefined
  return {
    id: entry.id,
    channel,
    request: isWire(entry.body) ? entry.body : {},
    state: entry.state,
    startedAt: entry.startedAt,
    finishedAt: entry.finishedAt,
    ...(channel === 'chat' ? readChat : readOther)(entry.reply),
    error: entry.error,
  }
}

export const threadQueries = {
  /** The threads that were started from this browser, newest first. */
  started: () =>
    queryOptions({
      queryKey: [...keys.threads, 'started'],
      queryFn: async ({ client }): Promise<readonly StartedThread[]> => {
        const { serviceName } = await connectionOf(client)
        const ledger = await ledgerOf(client)
        const entries = await Promise.all(
          Object.keys(CHANNELS).map((operation) => ledger.entries(serviceName, operation)),
        )
        return entries
          .flat()
          .map(readStartedThread)
          .filter((thread) => thread !== undefined)
          .sort((one, other) => other.startedAt.localeCompare(one.startedAt))
      },
    }),
}

const invalidates = [keys.threads, keys.ledger]

/** Each starts a thread. What was sent cannot be taken back; after an outcome of `unknown` it must not be sent again without looking. */
export const threadMutations = {
  sms: () =>
    mutationOptions({
      mutationFn: async (body: SmsThreadRequest, { client }) => {
        const send = () => createSmsThread({ body })
        return (await recordWrite(client, { operation: 'createSmsThread', body, send })).reply
      },
      meta: { invalidates },
    }),

  email: () =>
    mutationOptions({
      mutationFn: async (body: EmailThreadRequest, { client }) => {
        const send = () => createEmailThread({ body })
        return (await recordWrite(client, { operation: 'createEmailThread', body, send })).reply
      },
      meta: { invalidates },
    }),

  /** The token in the reply is for the caller alone: the ledger keeps what it came with, not the token (D187). */
  chat: () =>
    mutationOptions({
      mutationFn: async (
        { chatOrigin, ...body }: ChatThreadRequest & { chatOrigin?: string },
        { client },
      ) => {
        const send = () => createChatThread({ body, chatOrigin })
        const write = { operation: 'createChatThread', body, send, remembers: withoutToken } as const
        return (await recordWrite(client, write)).reply
      },
      meta: { invalidates },
      // The token leaves the memory of the page with the screen that shows it.
      gcTime: 0,
    }),
}
