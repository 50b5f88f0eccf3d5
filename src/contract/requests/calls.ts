import * as z from 'zod/mini'
import { id, metadata, phoneNumber, text, variableValues } from '../formats'

const shortText = (label: string) => z.optional(text({ label, max: 200 }))

/** What a dispatch may carry on real services beyond §2 (D241). */
export const dispatchDetails = z.strictObject({
  mode: z.optional(z.enum(['AUDIO', 'WEB'], 'Mode must be AUDIO or WEB')),
  customer: z.optional(
    z.strictObject(
      { firstName: shortText('First name'), lastName: shortText('Last name') },
      'Customer must be an object with firstName and lastName',
    ),
  ),
  /** Where the agent may pass the call on to. */
  forwardingNumber: z.optional(phoneNumber('Forwarding number')),
  zipcode: shortText('Zip code'),
  roomName: shortText('Room name'),
})

/** The dispatch request with every field of §2. Which are required is not documented (D14). */
export const dispatchRequest = z.strictObject({
  versionId: id('Version id'),
  /** Absent: the service chooses a number of the agent (D241). */
  outboundPhoneNumberId: z.optional(id('Outbound phone number id')),
  leadId: shortText('Lead id'),
  firstName: shortText('First name'),
  toPhoneNumber: phoneNumber('To phone number'),
  variables: z.optional(variableValues),
  metadata: z.optional(metadata),
  ...dispatchDetails.shape,
})

export type DispatchRequest = z.infer<typeof dispatchRequest>
export type DispatchDetails = z.infer<typeof dispatchDetails>
