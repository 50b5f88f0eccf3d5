import { readChatReply, withoutToken } from './chat-reply'
import { operation, type RequestBody, type SentWrite, type Subject } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { anyReply, readerOf, textOf, writeReply } from './reply'

/** Reads a thread, as far as a reply tells, because its fields are not documented; without an id it is none. */
const readStarted = recordReader(
  {
    id: field.id('id', 'threadId', 'thread_id', '_id'),
    isActive: field.flag('isActive', 'is_active'),
    createdAt: field.time('createdAt', 'created_at'),
  },
  'id',
)

export type Thread = RecordOf<typeof readStarted>

const threadReply = anyReply(['thread', 'smsThread', 'emailThread'], readStarted)

const started = ({ body, reply }: SentWrite): Subject => ({
  kind: 'thread',
  agentId: textOf(body.agentId),
  versionId: textOf(body.agentVersionId),
  threadId: threadReply.parse(reply).record?.id,
  recipient: textOf(body.toPhoneNumber) ?? textOf(body.toEmail),
})

export const createSmsThread = operation({
  name: 'createSmsThread',
  method: 'POST',
  path: '/api/v1/threads',
  summary: 'Starts an SMS thread.',
  to: 'start the SMS thread',
  done: 'the SMS thread was started',
  changes: ['threads'],
  about: started,
  /** With every field of §2 (D14), and the metadata that threads of real services have (D241). */
  sendsBody: ({ z, id, text, phoneNumber, variableValues, metadata }) =>
    z.strictObject({
      agentVersionId: id('Agent version id'),
      toPhoneNumber: phoneNumber('To phone number'),
      /** One of the two names the number. Absent both, the service chooses one (D241). */
      fromPhoneNumber: z.optional(phoneNumber('From phone number')),
      fromPhoneNumberId: z.optional(id('From phone number id')),
      initialMessage: text({ label: 'Initial message', min: 1, max: 1_600 }),
      leadId: z.optional(text({ label: 'Lead id', max: 200 })),
      variables: z.optional(variableValues),
      metadata: z.optional(metadata),
    }),
  reply: threadReply,
})

export const createEmailThread = operation({
  name: 'createEmailThread',
  method: 'POST',
  path: '/api/v1/email/threads',
  summary: 'Starts an e-mail thread. The version needs a verified sending domain.',
  to: 'start the e-mail thread',
  done: 'the e-mail thread was started',
  changes: ['threads'],
  about: started,
  /** Subjects have 1 to 998 characters, as mail has (D14). */
  sendsBody: ({ z, id, text, email }) =>
    z.strictObject({
      agentVersionId: id('Agent version id'),
      toEmail: email('To e-mail'),
      // A second line would be another header of the e-mail.
      subject: text({ label: 'Subject', min: 1, max: 998 }).check(
        z.regex(/^[^\r\n]*$/, 'Subject must be on one line'),
      ),
      firstMessage: text({ label: 'First message', min: 1, max: 100_000 }),
      leadId: z.optional(text({ label: 'Lead id', max: 200 })),
    }),
  reply: threadReply,
})

export const createChatThread = operation({
  name: 'createChatThread',
  method: 'POST',
  path: '/api/v1/chat/threads',
  auth: 'origin',
  summary: 'Creates a web-chat thread and a short-lived client token. Sent with an Origin and without a key.',
  to: 'create the web-chat thread',
  done: 'the web-chat thread was created',
  lost: 'Its client token is lost with the reply. Create another web chat.',
  changes: ['threads'],
  // Of several ids the one that the screen shows.
  about: (sent) => ({ ...started(sent), threadId: readChatReply(sent.reply)?.threadId }),
  // The token is for the page that asked alone (D187).
  stores: withoutToken,
  sendsBody: ({ z, id }) => z.strictObject({ agentId: id('Agent id') }),
  reply: readerOf((raw) => writeReply(raw, readChatReply(raw)), ''),
})

export const renewChatToken = operation({
  name: 'renewChatToken',
  method: 'POST',
  path: '/api/v1/chat/threads/{threadId}/token',
  auth: 'origin',
  source: 'extension',
  summary: 'Gives the visitor of a web chat a new token for one that ends or has ended. Sent without a key.',
  to: 'renew the token of the web chat',
  stores: withoutToken,
  sendsBody: ({ z, text }) => z.strictObject({ token: text({ label: 'Token', min: 1, max: 4_000 }) }),
  reply: readerOf((raw) => writeReply(raw, readChatReply(raw)), ''),
})

export type SmsThreadRequest = RequestBody<typeof createSmsThread>
export type EmailThreadRequest = RequestBody<typeof createEmailThread>
