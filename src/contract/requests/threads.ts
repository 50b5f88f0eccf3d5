import * as z from 'zod/mini'
import { email, id, metadata, phoneNumber, text, variableValues } from '../formats'

/** The SMS thread request with every field of §2 (D14), and the metadata that threads of real services have (D241). */
export const smsThreadRequest = z.strictObject({
  agentVersionId: id('Agent version id'),
  toPhoneNumber: phoneNumber('To phone number'),
  /** One of the two names the number. Absent both, the service chooses one (D241). */
  fromPhoneNumber: z.optional(phoneNumber('From phone number')),
  fromPhoneNumberId: z.optional(id('From phone number id')),
  initialMessage: text({ label: 'Initial message', min: 1, max: 1_600 }),
  leadId: z.optional(text({ label: 'Lead id', max: 200 })),
  variables: z.optional(variableValues),
  metadata: z.optional(metadata),
})

/** The e-mail thread request with every field of §2. Subjects have 1 to 998 characters, as mail has (D14). */
export const emailThreadRequest = z.strictObject({
  agentVersionId: id('Agent version id'),
  toEmail: email('To e-mail'),
  subject: text({ label: 'Subject', min: 1, max: 998 }),
  firstMessage: text({ label: 'First message', min: 1, max: 100_000 }),
  leadId: z.optional(text({ label: 'Lead id', max: 200 })),
})

/** The web-chat thread request (§2). */
export const chatThreadRequest = z.strictObject({ agentId: id('Agent id') })

export type SmsThreadRequest = z.infer<typeof smsThreadRequest>
export type EmailThreadRequest = z.infer<typeof emailThreadRequest>
export type ChatThreadRequest = z.infer<typeof chatThreadRequest>
