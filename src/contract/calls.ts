import * as z from 'zod/mini'
import { id, jsonObject, phoneNumber, text, variableValues } from './formats'
import { operation } from './operation'
import { anyReply, Fields, isWire, type OtherFields } from './reply'

/** The dispatch request with every field of §2. Which are required is not documented (D14). */
export const dispatchRequest = z.object({
  versionId: id('Version id'),
  outboundPhoneNumberId: id('Outbound phone number id'),
  leadId: z.optional(text({ label: 'Lead id', max: 200 })),
  firstName: z.optional(text({ label: 'First name', max: 200 })),
  toPhoneNumber: phoneNumber('To phone number'),
  variables: z.optional(variableValues),
  metadata: z.optional(jsonObject('Metadata')),
})

export type DispatchRequest = z.infer<typeof dispatchRequest>

/** What a dispatch answered, as far as it says; nothing of it is documented. */
export interface DispatchResult {
  readonly id?: string
  readonly status?: string
  readonly other: OtherFields
}

export function readDispatchResult(value: unknown): DispatchResult | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  return {
    id: fields.id('id', 'callId', 'dispatchId', 'agentCallId'),
    status: fields.text('status'),
    other: fields.others(),
  }
}

export const dispatchCall = operation({
  name: 'dispatchCall',
  method: 'POST',
  path: '/api/v1/agent/{agentId}/dispatch',
  summary: 'Places an outbound call. It cannot be taken back.',
  request: dispatchRequest,
  reply: anyReply(['dispatch', 'agentCall', 'call'], readDispatchResult),
})
