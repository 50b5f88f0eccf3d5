import { operation } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { Fields, isWire, listReply, type Wire } from './reply'

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

const isPlainPerson = (value: unknown) =>
  isWire(value) && Object.keys(value).every((name) => ['phoneNumber', 'firstName', 'lastName'].includes(name))

/** A field that real services have in `customer`. What that holds beyond the three names is shown with the other fields. */
const ofPerson =
  (name: string, inCustomer: string) =>
  (fields: Fields, { customer }: Wire) => {
    fields.object((value) => (isPlainPerson(value) ? value : undefined), 'customer')
    return fields.text(name) ?? (isWire(customer) ? new Fields(customer).text(inCustomer) : undefined)
  }

/** Reads the record of a call, of which nothing is documented (§4 gaps); without an id it is none. */
export const readCallRecord = recordReader(
  {
    id: field.id('id', 'callId', 'agentCallId', '_id', 'call_id'),
    agentId: field.id('agentId'),
    /** What the service calls the agent, where it says so. */
    agentName: field.text('agentName'),
    agentVersionId: field.id('agentVersionId', 'versionId'),
    /** As the service says it; `PENDING`, `IN_PROGRESS`, `COMPLETED` and `FAILED` have been seen. */
    status: field.text('status', 'state'),
    /** Such as `NO_ANSWER`, `LEFT_VOICEMAIL`, `LINE_BUSY`, `ENDED`. */
    callEndedReason: field.text('callEndedReason', 'endedReason'),
    callEndedBy: field.text('callEndedBy', 'endedBy'),
    outboundPhoneNumberId: field.id('outboundPhoneNumberId'),
    fromPhoneNumber: field.text('fromPhoneNumber'),
    toPhoneNumber: ofPerson('toPhoneNumber', 'phoneNumber'),
    leadId: field.id('leadId'),
    firstName: ofPerson('firstName', 'firstName'),
    lastName: ofPerson('lastName', 'lastName'),
    /** `false`: somebody called the agent. */
    outbound: field.flag('outbound'),
    /** `AUDIO` or `WEB`. */
    mode: field.text('mode'),
    /** Seconds. */
    callDuration: field.number('callDuration', 'duration'),
    /** ISO times. */
    callStartedAt: field.time('callStartedAt', 'startedAt'),
    callEndedAt: field.time('callEndedAt', 'endedAt'),
    createdAt: field.time('createdAt', 'created_at'),
    updatedAt: field.time('updatedAt', 'updated_at'),
    /** What was said, a line a turn. */
    transcript: field.object(readTranscript, 'transcript'),
    summary: field.text('summary'),
    recordingUrl: field.text('recordingUrl'),
    /** Name to value, as the service says them. */
    variables: field.object((each) => (isWire(each) ? each : undefined), 'variables'),
    metadata: field.object((each) => each ?? undefined, 'metadata'),
  },
  'id',
)

export type CallRecord = RecordOf<typeof readCallRecord>

/** Whether the service may still say more of the call. A word that is not known counts as an end only when the call has one. */
export function isCallOpen({ status, callEndedAt, callEndedReason }: CallRecord): boolean {
  if (callEndedAt || callEndedReason) return false
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

/** Why calls end, as real services are known to say it (D243); not all of them happen at the local service. */
export const CALL_ENDED_REASONS = [
  'ENDED',
  'NO_ANSWER',
  'LEFT_VOICEMAIL',
  'LINE_BUSY',
  'COULD_NOT_CONNECT',
  'BAD_NUMBER',
  'NOT_INTERESTED',
  'CALL_AGAIN',
  'WARM_TRANSFER',
  'TEXT_CONSENT',
  'DNC',
  'FRAUD',
] as const
