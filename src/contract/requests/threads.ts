import * as z from 'zod/mini'
import { email, id, phoneNumber, text, variableValues } from '../formats'

/** The SMS thread request with every field of §2 (D14). */
export const smsThreadRequest = z.object({
  agentVersionId: id('Agent version id'),
  toPhoneNumber: phoneNumber('To phone number'),
  fromPhoneNumber: phoneNumber('From phone number'),
  fromPhoneNumberId: id('From phone number id'),
  initialMessage: text({ label: 'Initial message', min: 1, max: 1_600 }),
  leadId: z.optional(text({ label: 'Lead id', max: 200 })),
  variables: z.optional(variableValues),
})

/** The e-mail thread request with every field of §2. Subjects have 1 to 998 characters, as mail has (D14). */
export const emailThreadRequest = z.object({
  agentVersionId: id('Agent version id'),
  toEmail: email('To e-mail'),
  subject: text({ label: 'Subject', min: 1, max: 998 }),
  firstMessage: text({ label: 'First message', min: 1, max: 100_000 }),
  leadId: z.optional(text({ label: 'Lead id', max: 200 })),
})

/** The web-chat thread request (§2). */
export const chatThreadRequest = z.object({ agentId: id('Agent id') })

export type SmsThreadRequest = z.infer<typeof smsThreadRequest>
export type EmailThreadRequest = z.infer<typeof emailThreadRequest>
export type ChatThreadRequest = z.infer<typeof chatThreadRequest>
