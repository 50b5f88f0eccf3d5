import { operation } from './operation'
import { Fields, isWire, listReply, type OtherFields, objectReply } from './reply'

/** What a service keeps of a call. Nothing of it is documented (§4 gaps); every field but the id may be missing. */
export interface CallRecord {
  readonly id: string
  readonly agentId?: string
  readonly agentVersionId?: string
  /** As the service says it; `PENDING`, `IN_PROGRESS`, `COMPLETED` and `FAILED` have been seen. */
  readonly status?: string
  /** Such as `NO_ANSWER`, `LEFT_VOICEMAIL`, `LINE_BUSY`, `ENDED`. */
  readonly callEndedReason?: string
  readonly callEndedBy?: string
  readonly outboundPhoneNumberId?: string
  readonly fromPhoneNumber?: string
  readonly toPhoneNumber?: string
  readonly leadId?: string
  readonly firstName?: string
  readonly lastName?: string
  /** `false`: somebody called the agent. */
  readonly outbound?: boolean
  /** `AUDIO` or `WEB`. */
  readonly mode?: string
  /** Seconds. */
  readonly callDuration?: number
  /** ISO times. */
  readonly callStartedAt?: string
  readonly callEndedAt?: string
  readonly createdAt?: string
  readonly updatedAt?: string
  /** What was said, a line a turn. */
  readonly transcript?: string
  readonly summary?: string
  readonly recordingUrl?: string
  /** Name to value, as the service says them. */
  readonly variables?: Readonly<Record<string, unknown>>
  readonly metadata?: unknown
  readonly other: OtherFields
}

/** One turn of a transcript that came as a list. */
function readTurn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const said = fields.text('said', 'text', 'message', 'content')
  const who = fields.text('who', 'role', 'speaker')
  return said === undefined ? undefined : who ? `${who}: ${said}` : said
}

/** Text, or a list of turns; a list without a readable turn stays among the other fields. */
function readTranscript(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return undefined
  const turns = value.map(readTurn).filter((turn) => turn !== undefined)
  return turns.length > 0 ? turns.join('\n') : undefined
}

interface Person {
  readonly phoneNumber?: string
  readonly firstName?: string
  readonly lastName?: string
}

function readPerson(value: unknown): Person | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  return {
    phoneNumber: fields.text('phoneNumber'),
    firstName: fields.text('firstName'),
    lastName: fields.text('lastName'),
  }
}

const isPlainPerson = (value: unknown) =>
  isWire(value) && Object.keys(value).every((name) => ['phoneNumber', 'firstName', 'lastName'].includes(name))

/** Reads the record of a call; without an id it is none. */
export function readCallRecord(value: unknown): CallRecord | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const callId = fields.id('id', 'callId', 'agentCallId', '_id')
  if (callId === undefined) return undefined
  const person = readPerson(value.customer)
  // What the record says of the person beyond the three fields is shown with the other fields.
  if (isPlainPerson(value.customer)) fields.object(readPerson, 'customer')
  return {
    id: callId,
    agentId: fields.id('agentId'),
    agentVersionId: fields.id('agentVersionId', 'versionId'),
    status: fields.text('status'),
    callEndedReason: fields.text('callEndedReason', 'endedReason'),
    callEndedBy: fields.text('callEndedBy', 'endedBy'),
    outboundPhoneNumberId: fields.id('outboundPhoneNumberId'),
    fromPhoneNumber: fields.text('fromPhoneNumber'),
    toPhoneNumber: fields.text('toPhoneNumber') ?? person?.phoneNumber,
    leadId: fields.id('leadId'),
    firstName: fields.text('firstName') ?? person?.firstName,
    lastName: fields.text('lastName') ?? person?.lastName,
    outbound: fields.flag('outbound'),
    mode: fields.text('mode'),
    callDuration: fields.number('callDuration', 'duration'),
    callStartedAt: fields.text('callStartedAt', 'startedAt'),
    callEndedAt: fields.text('callEndedAt', 'endedAt'),
    createdAt: fields.text('createdAt', 'created_at'),
    updatedAt: fields.text('updatedAt', 'updated_at'),
    transcript: fields.object(readTranscript, 'transcript'),
    summary: fields.text('summary'),
    recordingUrl: fields.text('recordingUrl'),
    variables: fields.object((each) => (isWire(each) ? each : undefined), 'variables'),
    metadata: fields.object((each) => each ?? undefined, 'metadata'),
    other: fields.others(),
  }
}

/** Whether the service may still say more of the call. A word that is not known counts as an end only when the call has one. */
export function isCallOpen({ status, callEndedAt, callEndedReason }: CallRecord): boolean {
  if (callEndedAt !== undefined || callEndedReason !== undefined) return false
  return status !== undefined && /^(pending|queued|initiated|ringing|in.?progress)$/i.test(status)
}

export const listCalls = operation({
  name: 'listCalls',
  method: 'GET',
  path: '/api/v1/agent-calls',
  source: 'extension',
  summary: 'Lists the records of calls, newest first, a page at a time.',
  to: 'load the calls',
  /** Each of them leaves fewer calls (D243). */
  sendsQuery: ({ z, pageQuery, queryWord }) =>
    z.extend(pageQuery, {
      status: queryWord('status'),
      agentId: queryWord('agentId'),
      callEndedReason: queryWord('callEndedReason'),
      toPhoneNumber: queryWord('toPhoneNumber'),
      /** ISO times: from the first on, before the second. */
      createdAfter: queryWord('createdAfter'),
      createdBefore: queryWord('createdBefore'),
    }),
  reply: listReply(['agentCalls', 'calls'], readCallRecord),
})

export const readCall = operation({
  name: 'readCall',
  method: 'GET',
  path: '/api/v1/agent-calls/{callId}',
  source: 'extension',
  summary: 'Reads the record of a call.',
  to: 'load the call',
  reply: objectReply(['agentCall', 'call'], readCallRecord, 'no call with an id in the reply'),
})
