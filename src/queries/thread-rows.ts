import { isWire, type OtherFields } from '../contract/reply'
import { listThreads, type ThreadRecord } from '../contract/thread-records'
import type { ActivityRow } from './activity'
import type { StoredAgent } from './agents'
import type { Channel } from './channel'
import { endOf } from './describe-error'
import { joinRecorded } from './listed-pages'
import { threadRecordQueries } from './thread-records'
import { agentOf, recipientOf, type StartedThread, sentText, threadQueries } from './threads'

/** A thread as the list shows it: known to the service, started from this browser, or both. */
export interface ThreadRow {
  /** The id of the thread; of one whose reply had none, that of its ledger entry. Either stands in the address of its page. */
  readonly id: string
  readonly channel?: Channel
  readonly to?: string
  readonly agentId?: string
  readonly subject?: string
  readonly leadId?: string
  /** ISO time; absent where the service does not say. */
  readonly startedAt?: string
  /** How its start from this browser ended. */
  readonly state?: ActivityRow['end']
  readonly record?: ThreadRecord
  readonly started?: StartedThread
}

const CHANNELS: Readonly<Record<string, Channel>> = {
  SMS: 'sms',
  EMAIL: 'email',
  CHAT: 'chat',
  WEB: 'chat',
  WEB_CHAT: 'chat',
  WEBCHAT: 'chat',
}

/** By which way a thread of the service talks, where it says so. */
export const channelOf = (record: ThreadRecord | undefined): Channel | undefined =>
  CHANNELS[record?.channel ?? '']

/** One row of what is known of a thread from both sides. */
export function threadRow(
  record: ThreadRecord | undefined,
  started: StartedThread | undefined,
  agents: readonly StoredAgent[],
): ThreadRow {
  return {
    id: record?.id ?? started?.thread?.id ?? started?.id ?? '',
    channel: channelOf(record) ?? started?.channel,
    to: record?.toPhoneNumber ?? record?.toEmail ?? (started && recipientOf(started)),
    agentId: record?.agentId ?? (started && agentOf(started, agents)?.agentId),
    subject: record?.subject ?? (started && sentText(started, 'subject')),
    leadId: record?.leadId ?? (started && sentText(started, 'leadId')),
    startedAt: record?.createdAt ?? started?.startedAt,
    state: started && endOf(started),
    record,
    started,
  }
}

/** Threads of the service with those started here, each once, newest first. Of several starts with one id the newest counts. */
export function mergeThreads(
  records: readonly ThreadRecord[],
  started: readonly StartedThread[],
  agents: readonly StoredAgent[],
): readonly ThreadRow[] {
  const idOf = ({ thread, id }: StartedThread) => thread?.id ?? id
  const starts = new Map(started.toReversed().map((each) => [idOf(each), each]))
  return joinRecorded(records, [...starts.values()], {
    idOf,
    rowOf: (record, start) => threadRow(record, start, agents),
    timeOf: ({ startedAt }) => startedAt,
  })
}

/** For a list of threads that reads on. */
export const joinedThreads = (agents: readonly StoredAgent[]) => ({
  operation: listThreads,
  recorded: threadQueries.started(),
  pages: threadRecordQueries.pages,
  join: (records: readonly ThreadRecord[], started: readonly StartedThread[]) =>
    mergeThreads(records, started, agents),
})

/** The thread that an address means: the one of a ledger entry first, else the one of this id. */
export const startedOf = (id: string, started: readonly StartedThread[]): StartedThread | undefined =>
  started.find((each) => each.id === id) ?? started.find(({ thread }) => thread?.id === id)

/** The metadata of a thread by name. Some services give a text. */
export function metadataOf({ metadata }: ThreadRecord): OtherFields {
  if (metadata === undefined || metadata === '') return {}
  return isWire(metadata) ? metadata : { metadata }
}
