import { mutationOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { isWire, textOf } from '../contract/reply'
import { listThreads, type ThreadRecord } from '../contract/thread-records'
import { createSmsThread } from '../contract/threads'
import { askExtension } from './extension'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { agrees, type Found, findSent, isUnsettled, readSince, settleSent, type Traits } from './settle-sent'
import { channelOf, type ThreadRow } from './thread-rows'
import { recipientOf, type StartedThread, sentText } from './threads'

const timeOf = ({ createdAt }: ThreadRecord) => Date.parse(createdAt ?? '')
const recipient = ({ toPhoneNumber, toEmail }: ThreadRecord) => toPhoneNumber ?? toEmail
const versionOf = (started: StartedThread) => sentText(started, 'agentVersionId')

const TRAITS: Traits<StartedThread, ThreadRecord> = {
  idOf: ({ thread }) => thread?.id,
  timeOf,
  fits: (each, started) =>
    started.channel === 'chat'
      ? isChatOf(each, started)
      : agrees(recipient(each), recipientOf(started)) &&
        agrees(each.agentVersionId, versionOf(started)) &&
        agrees(each.subject, sentText(started, 'subject')),
  isWhole: (each) =>
    channelOf(each) === 'chat' || (recipient(each) !== undefined && each.agentVersionId !== undefined),
  areAlike: (one, other) =>
    recipientOf(one) === recipientOf(other) &&
    versionOf(one) === versionOf(other) &&
    sentText(one, 'agentId') === sentText(other, 'agentId'),
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
export const findListed = (started: StartedThread, rows: readonly ThreadRow[]): Found<ThreadRecord> =>
  findSent(
    started,
    {
      all: rows.flatMap((row) => row.started ?? []),
      listed: rows.flatMap((row) => row.record ?? []),
    },
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
      const found = findSent(started, { all, listed: around.listed }, TRAITS)
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
