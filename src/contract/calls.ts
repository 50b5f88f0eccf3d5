import type * as z from 'zod/mini'
import { dispatchReply } from './call-placed'
import { type Formats, operation, type RequestBody } from './operation'
import { textOf } from './reply'

/** What a dispatch may carry on real services beyond §2 (D241). */
export const dispatchDetails = ({ z, text, phoneNumber }: Formats) => {
  const short = (label: string) => z.optional(text({ label, max: 200 }))
  return z.strictObject({
    mode: z.optional(z.enum(['AUDIO', 'WEB'], 'Mode must be AUDIO or WEB')),
    customer: z.optional(
      z.strictObject(
        { firstName: short('First name'), lastName: short('Last name') },
        'Customer must be an object with firstName and lastName',
      ),
    ),
    /** Where the agent may pass the call on to. */
    forwardingNumber: z.optional(phoneNumber('Forwarding number')),
    zipcode: short('Zip code'),
    roomName: short('Room name'),
  })
}

export const dispatchCall = operation({
  name: 'dispatchCall',
  method: 'POST',
  path: '/api/v1/agent/{agentId}/dispatch',
  summary: 'Places an outbound call. It cannot be taken back.',
  to: 'place the call',
  done: 'the call was placed',
  changes: ['calls'],
  about: ({ params, body, reply }) => ({
    kind: 'call',
    agentId: params.agentId,
    versionId: textOf(body.versionId),
    callId: dispatchReply.safeParse(reply).data?.record?.id,
    recipient: textOf(body.toPhoneNumber),
    leadId: textOf(body.leadId),
  }),
  /** With every field of §2. Which are required is not documented (D14). */
  sendsBody: (formats) => {
    const { z, id, text, phoneNumber, variableValues, metadata } = formats
    return z.strictObject({
      versionId: id('Version id'),
      /** Absent: the service chooses a number of the agent (D241). */
      outboundPhoneNumberId: z.optional(id('Outbound phone number id')),
      leadId: z.optional(text({ label: 'Lead id', max: 200 })),
      firstName: z.optional(text({ label: 'First name', max: 200 })),
      toPhoneNumber: phoneNumber('To phone number'),
      variables: z.optional(variableValues),
      metadata: z.optional(metadata),
      ...dispatchDetails(formats).shape,
    })
  },
  reply: dispatchReply,
})

export type DispatchRequest = RequestBody<typeof dispatchCall>
export type DispatchDetails = z.infer<ReturnType<typeof dispatchDetails>>
