import * as z from 'zod/mini'
import { id, jsonObject, phoneNumber, text, variableValues } from '../formats'

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
