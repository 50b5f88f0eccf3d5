import { isWire, type OtherFields } from '../contract/reply'
import { createChatThread, createEmailThread, createSmsThread, type Thread } from '../contract/threads'
import type { LedgerEntry, SentEntry } from '../ledger/entry'
import type { StoredAgent } from './agents'
import type { Channel } from './channel'
import { keys } from './keys'
import { recorded } from './ledger'
import { sending } from './write'

const CHANNEL_OF: Readonly<Record<string, Channel>> = {
  [createSmsThread.name]: 'sms',
  [createEmailThread.name]: 'email',
  [createChatThread.name]: 'chat',
}

/** A thread that this browser asked for; the interface lists none (§4 gaps). Its id and state are those of the creation, not of the thread. */
export interface StartedThread extends SentEntry {
  readonly channel: Channel
  /** What was sent, as it was remembered. Of what another console wrote nothing is taken for granted. */
  readonly request: Readonly<Record<string, unknown>>
  /** Of the form that sent it: the id of the agent, as the request of an SMS or an e-mail names only the version, and the origin of a web chat. */
  readonly note?: unknown
  readonly thread?: Thread
  /** What the reply, as it was remembered, held beside that. */
  readonly beside: OtherFields
}

/** A text field of what was sent. */
export const sentText = ({ request }: Pick<StartedThread, 'request'>, name: string): string | undefined => {
  const value = Object.hasOwn(request, name) ? request[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Whom the thread talks to: a number or an address; a web chat talks to whoever holds its token. */
export const recipientOf = (thread: Pick<StartedThread, 'request'>): string | undefined =>
  sentText(thread, 'toPhoneNumber') ?? sentText(thread, 'toEmail')

/** The origin that a web chat was created with, by the note of its start, where the console still has it; else the usual one. */
export const originOf = (note: unknown, origins: readonly string[] = []): string | undefined =>
  origins.find((each) => each === Object(note).chatOrigin) ?? origins[0]

/** The stored agent that talks in a thread: by what was sent, or by what the service answered. */
export function agentOf(thread: StartedThread, agents: readonly StoredAgent[]): StoredAgent | undefined {
  const ids = [thread.request, thread.note, thread.thread?.other].map(
    (each) => (each as { readonly agentId?: unknown } | null | undefined)?.agentId,
  )
  const versionId = sentText(thread, 'agentVersionId')
  return (
    agents.find((agent) => ids.includes(agent.agentId)) ??
    agents.find((agent) => agent.versions.some((version) => version.versionId === versionId))
  )
}

function readChat(reply: unknown): Pick<StartedThread, 'thread' | 'beside'> {
  const { record, beside } = createChatThread.reply.parse(reply)
  if (record?.threadId === undefined) return { beside: record?.other ?? beside }
  return { thread: { id: record.threadId, other: record.other }, beside }
}

function readOther(reply: unknown): Pick<StartedThread, 'thread' | 'beside'> {
  const { record, beside } = createSmsThread.reply.parse(reply)
  return { thread: record, beside }
}

/** Reads a remembered creation as a thread; `undefined` where it is something else. */
export function readStartedThread(entry: LedgerEntry): StartedThread | undefined {
  const channel = CHANNEL_OF[entry.operation]
  if (!channel) return undefined
  return {
    id: entry.id,
    channel,
    request: isWire(entry.body) ? entry.body : {},
    note: entry.note,
    state: entry.state,
    startedAt: entry.startedAt,
    finishedAt: entry.finishedAt,
    found: entry.found,
    checked: entry.checked,
    ...(channel === 'chat' ? readChat : readOther)(entry.reply),
    error: entry.error,
    who: entry.who,
  }
}

export const threadQueries = {
  /** The threads that were started from this browser, newest first. */
  started: () =>
    recorded(keys.started, async (ledger, service): Promise<readonly StartedThread[]> => {
      const entries = await Promise.all(
        Object.keys(CHANNEL_OF).map((operation) => ledger.entries(service, operation)),
      )
      return entries
        .flat()
        .map(readStartedThread)
        .filter((thread) => thread !== undefined)
        .sort((one, other) => other.startedAt.localeCompare(one.startedAt))
    }),
}

/** Starts a web chat. The token leaves the memory of the page with the screen that shows it. */
export const startingChat = () => ({ ...sending(createChatThread), gcTime: 0 })
