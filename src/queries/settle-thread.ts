import { mutationOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { hostOf } from '../contract/organization'
import { isWire, textOf } from '../contract/reply'
import { listThreads, type ThreadRecord } from '../contract/thread-records'
import { createSmsThread } from '../contract/threads'
import { askExtension } from './extension'
import { keys } from './keys'
import {
  agrees,
  finderInRows,
  isUnsettled,
  type Lost,
  readAround,
  readingOf,
  settleTogether,
  type Traits,
} from './settle-sent'
import { threadRecordQueries } from './thread-records'
import { channelOf, type ThreadRow } from './thread-rows'
import { recipientOf, type StartedThread, sentText } from './threads'

const timeOf = ({ createdAt }: ThreadRecord) => Date.parse(createdAt ?? '')
const recipient = ({ toPhoneNumber, toEmail }: ThreadRecord) => toPhoneNumber ?? toEmail
const versionOf = (started: StartedThread) => sentText(started, 'agentVersionId')

const TRAITS: Traits<StartedThread, ThreadRecord> = {
  idOf: ({ thread }) => thread?.id,
  timeOf,
  // Among the web chats of all visitors nobody looks for a message.
  reached: (each) => (channelOf(each) === 'chat' ? 'chat' : recipient(each)),
  sentTo: (started) => (started.channel === 'chat' ? 'chat' : recipientOf(started)),
  fits: (each, started) =>
    started.channel === 'chat'
      ? isChatOf(each, started)
      : agrees(channelOf(each), started.channel) &&
        agrees(recipient(each), recipientOf(started)) &&
        agrees(each.agentVersionId, versionOf(started)) &&
        agrees(each.subject, sentText(started, 'subject')),
  isWhole: (each) =>
    channelOf(each) === 'chat' || (recipient(each) !== undefined && each.agentVersionId !== undefined),
  looks: (started) => `${recipientOf(started)} ${versionOf(started)} ${sentText(started, 'agentId')}`,
}

/** A web chat has no recipient, so it is looked for so long around its sending only. */
const CHAT_MS = 60_000

/** Whether a web chat was made here: visitors of pages have the agent and the time, but never the console's own origin (D893). */
function isChatOf(each: ThreadRecord, { request, note, startedAt }: StartedThread): boolean {
  // Services list it with or without what stands around it.
  const host = hostOf(textOf(each.other.origin))
  return (
    channelOf(each) === 'chat' &&
    each.agentId === textOf(request.agentId) &&
    host === location.hostname &&
    host === hostOf(isWire(note) ? textOf(note.chatOrigin) : undefined) &&
    Math.abs(timeOf(each) - Date.parse(startedAt)) < CHAT_MS
  )
}

/** A start of which nothing tells what thread it became. */
export const isLost = (started: StartedThread): boolean => isUnsettled(started, started.thread?.id)

/** The thread of a start among the rows of a list. */
export const findListed = finderInRows(
  (rows: readonly ThreadRow[]) => ({
    all: rows.flatMap(({ started }) => started ?? []),
    listed: rows.flatMap(({ record }) => record ?? []),
  }),
  TRAITS,
)

/** Records the threads that the list has for certain. `agentId`: whose were asked for. */
export const settleThreads = () =>
  mutationOptions({
    mutationFn: ({ agentId, ...starts }: Lost<StartedThread> & { agentId: string | undefined }, { client }) =>
      settleTogether(client, starts, {
        traits: TRAITS,
        read: readingOf(client.getQueryData(threadRecordQueries.pages({ agentId }).queryKey)?.pages, timeOf),
        ask: (started) => {
          const query = {
            agentId: sentText(started, 'agentId'),
            toPhoneNumber: sentText(started, 'toPhoneNumber'),
            limit: '100',
          }
          return readAround(started, TRAITS, (cursor) =>
            askExtension(client, listThreads, () => call(listThreads, { query: { ...query, cursor } })),
          )
        },
        idOf: (reply) => createSmsThread.reply.safeParse(reply).data?.record?.id,
        key: keys.started,
      }),
  })
