import * as z from 'zod/mini'
import { CALL_ENDERS } from '../store/schema'
import { dateTime, jsonValues, pagination } from './shapes'

const text = z.nullable(z.string())
const time = z.nullable(dateTime)

/** What is not known yet is `null`; so is what there never will be, such as a recording. */
const call = z.strictObject({
  id: z.string(),
  agentId: z.string(),
  agentVersionId: z.string(),
  mode: z.enum(['AUDIO', 'WEB']),
  outbound: z.literal(true),
  outboundPhoneNumberId: z.string(),
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
})

export const callPage = z.strictObject({ agentCalls: z.array(call), pagination })

export const callRecord = z.strictObject({ agentCall: call })
