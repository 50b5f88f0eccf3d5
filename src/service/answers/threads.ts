import * as z from 'zod/mini'
import { dateTime, jsonValues } from './shapes'

export const smsThread = z.strictObject({
  thread: z.strictObject({
    id: z.string(),
    organizationId: z.string(),
    agentId: z.string(),
    agentVersionId: z.string(),
    toPhoneNumber: z.string(),
    fromPhoneNumber: z.string(),
    fromPhoneNumberId: z.string(),
    leadId: z.nullable(z.string()),
    isActive: z.boolean(),
    createdAt: dateTime,
    updatedAt: dateTime,
    closedAt: z.null(),
    closedReason: z.null(),
    metadata: jsonValues,
    variables: jsonValues,
  }),
})

export const emailThread = z.strictObject({
  thread: z.strictObject({
    id: z.string(),
    agentId: z.string(),
    agentVersionId: z.string(),
    fromEmail: z.string(),
    fromName: z.string(),
    toEmail: z.string(),
    subject: z.string(),
    leadId: z.nullable(z.string()),
    isActive: z.boolean(),
    createdAt: dateTime,
  }),
})

/** Flat, as real services answer it. `expiresAt` says when the token ends. */
export const chatThread = z.strictObject({ threadId: z.string(), token: z.string(), expiresAt: dateTime })
