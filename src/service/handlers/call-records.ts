import { and, asc, eq, gt, gte, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { CALL_ENDED_REASONS } from '../../contract/call-records'
import { handler } from '../context'
import { found } from '../errors'
import {
  cutPage,
  limitOf,
  newestFirst,
  readCursor,
  readNumber,
  readTime,
  readWord,
  writeCursor,
} from '../pages'
import { CALL_END_STATUSES, CALL_ENDERS, calls, callTurns } from '../store/schema'
import { transcriptOf } from '../telephone/settle-call'
import { groundsAnswer, groundsShape } from './grounds'
import { dateTime, jsonValues, named, pagination, show } from './shapes'

const text = z.nullable(z.string())
const time = z.nullable(dateTime)

/** What is not known yet is `null`, and so are recordings, which never exist here. */
const call = named(
  'Call',
  z.strictObject({
    id: z.string(),
    agentId: z.string(),
    agentVersionId: z.string(),
    mode: z.enum(['AUDIO', 'WEB']),
    outbound: z.boolean(),
    /** `null`: somebody called the agent. */
    outboundPhoneNumberId: text,
    fromPhoneNumber: z.string(),
    toPhoneNumber: z.string(),
    customer: z.strictObject({ phoneNumber: z.string(), firstName: text, lastName: text }),
    /** As it was sent beside the customer (D241). */
    firstName: text,
    forwardingNumber: text,
    zipcode: text,
    roomName: text,
    leadId: text,
    status: z.enum(['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
    callEndedReason: text,
    callEndedBy: z.nullable(z.enum(CALL_ENDERS)),
    callStartedAt: time,
    callEndedAt: time,
    /** Seconds. */
    callDuration: z.nullable(z.int()),
    recordingUrl: z.null(),
    transcript: text,
    summary: text,
    variables: jsonValues,
    metadata: jsonValues,
    createdAt: dateTime,
    updatedAt: dateTime,
  }),
)

const callPage = z.strictObject({ agentCalls: z.array(call), pagination })

const turn = z.strictObject({
  number: z.int(),
  who: z.enum(['agent', 'customer']),
  said: z.string(),
  /** When it began to be said. */
  saidAt: dateTime,
  grounds: z.nullable(groundsShape),
})

/** With what was said so far, turn by turn, also while the call goes on (D320). */
const callRecord = z.strictObject({ agentCall: z.extend(call, { turns: z.array(turn) }) })

type CallRow = typeof calls.$inferSelect

const CALL_STATUSES = ['PENDING', 'IN_PROGRESS', ...CALL_END_STATUSES] as const
type CallStatus = (typeof CALL_STATUSES)[number]

/** Calls whose end is not reached or not known yet. */
export const isOpen = (now: Date) => or(isNull(calls.endsAt), gt(calls.endsAt, now))

/** Calls with a status at a time (D134). */
function isIn(status: CallStatus, now: Date): SQL | undefined {
  if (status === 'PENDING') return gt(calls.startsAt, now)
  if (status === 'IN_PROGRESS') return and(lte(calls.startsAt, now), isOpen(now))
  return and(lte(calls.endsAt, now), eq(calls.endStatus, status))
}

const seconds = (from: Date | null, to: Date) =>
  from ? Math.round((to.getTime() - from.getTime()) / 1000) : 0

function toRecord(row: CallRow, now: Date) {
  const past = (at: Date | null) => at !== null && at <= now
  const endedAt = row.endsAt && past(row.endsAt) ? row.endsAt : null
  const ended = endedAt !== null
  const status = (ended && row.endStatus) || (past(row.startsAt) ? 'IN_PROGRESS' : 'PENDING')
  const { mode = 'AUDIO', customer, forwardingNumber = null, zipcode = null, roomName = null } = row.details
  const changes = [row.startsAt, row.answeredAt, row.endsAt].filter(past)
  const changed = Math.max(row.createdAt.getTime(), ...changes.map((at) => at?.getTime() ?? 0))
  return show(call, {
    ...row,
    agentVersionId: row.versionId,
    mode,
    outboundPhoneNumberId: row.outbound ? row.outboundPhoneNumberId : null,
    customer: {
      phoneNumber: row.outbound ? row.toPhoneNumber : row.fromPhoneNumber,
      firstName: customer?.firstName ?? row.firstName,
      lastName: customer?.lastName ?? null,
    },
    forwardingNumber,
    zipcode,
    roomName,
    status,
    callEndedReason: ended ? row.endedReason : null,
    callEndedBy: ended ? row.endedBy : null,
    callStartedAt: past(row.answeredAt) ? row.answeredAt : null,
    callEndedAt: endedAt,
    callDuration: endedAt && seconds(row.answeredAt, endedAt),
    recordingUrl: null,
    transcript: ended ? row.transcript : null,
    summary: ended ? row.summary : null,
    updatedAt: new Date(changed),
  })
}

/** Newest first. Filters that no call fits leave an empty list. */
export const listCalls = handler('listCalls', 200, callPage, async ({ db, clock }, { query }) => {
  const now = clock.now()
  const limit = limitOf(query)
  const status = readWord('status', query.status, CALL_STATUSES)
  const reason = readWord('callEndedReason', query.callEndedReason, CALL_ENDED_REASONS)
  const toPhoneNumber = readNumber('toPhoneNumber', query.toPhoneNumber)
  const from = readTime('createdAfter', query.createdAfter)
  const before = readTime('createdBefore', query.createdBefore)
  const { after, order } = newestFirst(calls, readCursor(query.cursor))
  const rows = await db
    .select()
    .from(calls)
    .where(
      and(
        query.agentId === undefined ? undefined : eq(calls.agentId, query.agentId),
        status && isIn(status, now),
        reason && and(lte(calls.endsAt, now), eq(calls.endedReason, reason)),
        toPhoneNumber === undefined ? undefined : eq(calls.toPhoneNumber, toPhoneNumber),
        from && gte(calls.createdAt, from),
        before && lt(calls.createdAt, before),
        after,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const { page, pagination } = cutPage(rows, limit, writeCursor)
  return { agentCalls: page.map((row) => toRecord(row, now)), pagination }
})

export const readCall = handler('readCall', 200, callRecord, async ({ db, clock }, { params }) => {
  const now = clock.now()
  const row = found(await db.select().from(calls).where(eq(calls.id, params.callId)), 'call')
  const said = await db
    .select()
    .from(callTurns)
    .where(and(eq(callTurns.callId, row.id), lte(callTurns.saidAt, now)))
    .orderBy(asc(callTurns.number))
  const record = toRecord(row, now)
  const last = said.at(-1)?.saidAt
  return {
    agentCall: {
      ...record,
      transcript: record.transcript ?? transcriptOf(said),
      updatedAt: !record.callEndedAt && last ? last.toISOString() : record.updatedAt,
      turns: said.map((each) => show(turn, { ...each, grounds: groundsAnswer(each.grounds) })),
    },
  }
})
