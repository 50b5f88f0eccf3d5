import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { schemaOf } from '../../contract/schema'
import { createEmailThread, type EmailThreadRequest } from '../../contract/threads'
import { type StartedThread, sentText } from '../../queries/threads'

/** What the fields of a new e-mail thread hold; paths are those of the wire. */
export interface EmailFormValues {
  agentVersionId: string
  toEmail: string
  subject: string
  firstMessage: string
  leadId: string
}

export const emptyEmail: EmailFormValues = {
  agentVersionId: '',
  toEmail: '',
  subject: '',
  firstMessage: '',
  leadId: '',
}

const { agentVersionId, toEmail, subject, firstMessage } = schemaOf(createEmailThread.sendsBody).shape

const emailForm = z.object({
  agentVersionId,
  toEmail,
  subject,
  firstMessage,
  leadId: text({ label: 'Lead id', max: 200 }),
})

export const emailResolver = standardSchemaResolver<EmailFormValues, unknown, EmailFormValues>(emailForm)

/** The request that the values stand for. Empty optional fields are not sent (D14). */
export function toEmailRequest(values: EmailFormValues): EmailThreadRequest {
  return {
    agentVersionId: values.agentVersionId.trim(),
    toEmail: values.toEmail.trim(),
    subject: values.subject,
    firstMessage: values.firstMessage,
    leadId: values.leadId.trim() || undefined,
  }
}

/** The values that stand for a thread that was started before. */
export function fromEmailThread(started: StartedThread): EmailFormValues {
  const names = Object.keys(emptyEmail) as (keyof EmailFormValues)[]
  return Object.fromEntries(
    names.map((name) => [name, sentText(started, name) ?? '']),
  ) as unknown as EmailFormValues
}
