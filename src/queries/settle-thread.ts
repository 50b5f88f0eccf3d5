import { mutationOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { isWire, textOf } from '../contract/reply'
import { listThreads, type ThreadRecord } from '../contract/thread-records'
import { createSmsThread } from '../contract/threads'
import { askExtension } from './extension'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import {
  agrees,
  type Found,
  finderIn,
  finderInRows,
  isUnsettled,
  readSince,
  settleSent,
  type Traits,
} from './settle-sent'
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

/** The host of an origin, which services list with or without what stands around it. */
const hostOf = (origin: string | undefined) =>
  origin && (URL.canParse(origin) ? new URL(origin).hostname : origin)

/** Whether a web chat was made here: visitors of pages have the agent and the time, but never the console's own origin (D893). */
function isChatOf(each: ThreadRecord, { request, note, startedAt }: StartedThread): boolean {
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

/** Looks for the thread of a start. A certain one is recorded as accepted. */
export const settleThread = () =>
  mutationOptions({
    mutationFn: async (
      { started, all }: { started: StartedThread; all: readonly StartedThread[] },
      { client },
    ): Promise<Found<ThreadRecord> | null> => {
      const query = {
        agentId: sentText(started, 'agentId'),
        toPhoneNumber: sentText(started, 'toPhoneNumber'),
        limit: '100',
      }
      const around = await readSince(started, timeOf, (cursor) =>
        askExtension(client, listThreads, () => call(listThreads, { query: { ...query, cursor } })),
      )
      if (!around?.areAll) return null
      const found = finderIn({ all, listed: around.listed }, TRAITS)(started)
      const { ledger, service } = await connectedLedger(client)
      if (found.certain)
        await settleSent(ledger, service, {
          entryId: started.id,
          became: { id: found.certain.id },
          idOf: (reply) => createSmsThread.reply.safeParse(reply).data?.record?.id,
        })
      return found
    },
    meta: { invalidates: [keys.ledger, keys.threads] },
  })
