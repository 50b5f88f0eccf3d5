import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Context, handler } from '../context'
import { Refused, wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { chatTokens, messages, organizations, threads } from '../store/schema'
import { chooseNumber } from './choose-number'
import { checkVariables, findDeployedVersion, findLiveVersion } from './live-version'
import { dateTime, jsonValues } from './shapes'

const threadFields = {
  id: z.string(),
  agentId: z.string(),
  agentVersionId: z.string(),
  leadId: z.nullable(z.string()),
  isActive: z.boolean(),
  createdAt: dateTime,
}

const smsThread = z.strictObject({
  thread: z.strictObject({
    ...threadFields,
    organizationId: z.string(),
    toPhoneNumber: z.string(),
    fromPhoneNumber: z.string(),
    fromPhoneNumberId: z.string(),
    updatedAt: dateTime,
    closedAt: z.null(),
    closedReason: z.null(),
    metadata: jsonValues,
    variables: jsonValues,
  }),
})

const emailThread = z.strictObject({
  thread: z.strictObject({
    ...threadFields,
    fromEmail: z.string(),
    fromName: z.string(),
    toEmail: z.string(),
    subject: z.string(),
  }),
})

/** Flat, as real services answer it. `expiresAt` says when the token ends. */
const chatThread = z.strictObject({ threadId: z.string(), token: z.string(), expiresAt: dateTime })

/** "Short-lived" (§2): a quarter of an hour, in milliseconds. */
const CHAT_TOKEN_LIFETIME = 15 * 60 * 1000

/** The organization, of which there is one. */
export async function findOrganization(db: Queries) {
  const [organization] = await db.select().from(organizations)
  if (!organization) throw new TypeError('The database has no organization.')
  return organization
}

type NewThread = Omit<typeof threads.$inferInsert, 'id' | 'agentId' | 'versionId' | 'createdAt' | 'updatedAt'>

/** Stores a thread with its first message and answers what every channel answers. */
async function addThread(
  db: Queries,
  { ids, clock }: Context,
  { agent, version }: Awaited<ReturnType<typeof findLiveVersion>>,
  thread: NewThread,
  firstMessage?: string,
) {
  const createdAt = clock.now()
  const id = ids.id()
  const row = { id, agentId: agent.id, versionId: version.id, createdAt, updatedAt: createdAt }
  await db.insert(threads).values({ ...row, ...thread })
  if (firstMessage !== undefined)
    await db.insert(messages).values({
      id: ids.id(),
      threadId: id,
      direction: 'OUTBOUND',
      body: firstMessage,
      status: 'QUEUED',
      createdAt,
    })
  return {
    id,
    agentId: agent.id,
    agentVersionId: version.id,
    leadId: thread.leadId ?? null,
    isActive: true,
    createdAt: createdAt.toISOString(),
  }
}

export const createSmsThread = handler('createSmsThread', 201, smsThread, async (context, { body }) =>
  context.db.transaction(async (tx) => {
    const live = await findLiveVersion(tx, body.agentVersionId, 'TEXT', 'agentVersionId')
    const { fromPhoneNumberId: fromId, fromPhoneNumber = undefined } = body
    const path = fromId === undefined ? 'fromPhoneNumber' : 'fromPhoneNumberId'
    const from = await chooseNumber(tx, { path, id: fromId, phoneNumber: fromPhoneNumber })
    if (fromPhoneNumber !== undefined && from.phoneNumber !== fromPhoneNumber)
      throw wrongField('fromPhoneNumber', 'This is not the number that the from phone number id stands for.')
    const { variables = {}, metadata = {} } = body
    checkVariables(live.version.prompt, variables)
    const thread = await addThread(
      tx,
      context,
      live,
      {
        channel: 'SMS',
        fromPhoneNumberId: from.id,
        fromAddress: from.phoneNumber,
        toAddress: body.toPhoneNumber,
        leadId: body.leadId,
        variables,
        metadata,
      },
      body.initialMessage,
    )
    return {
      thread: {
        ...thread,
        organizationId: (await findOrganization(tx)).id,
        toPhoneNumber: body.toPhoneNumber,
        fromPhoneNumber: from.phoneNumber,
        fromPhoneNumberId: from.id,
        updatedAt: thread.createdAt,
        closedAt: null,
        closedReason: null,
        metadata,
        variables,
      },
    }
  }),
)

/** Needs a verified sending domain (§1), which is a setting of the organization here (D30). */
export const createEmailThread = handler('createEmailThread', 201, emailThread, async (context, { body }) =>
  context.db.transaction(async (tx) => {
    const live = await findLiveVersion(tx, body.agentVersionId, 'TEXT', 'agentVersionId')
    const organization = await findOrganization(tx)
    if (!organization.sendingDomain || !organization.sendingDomainVerified)
      throw new Refused(409, 'E-mail needs a verified sending domain, and there is none.')
    const fromEmail = `agent@${organization.sendingDomain}`
    const thread = await addThread(
      tx,
      context,
      live,
      {
        channel: 'EMAIL',
        fromAddress: fromEmail,
        toAddress: body.toEmail,
        subject: body.subject,
        leadId: body.leadId,
        variables: {},
      },
      body.firstMessage,
    )
    return {
      thread: {
        ...thread,
        fromEmail,
        fromName: live.agent.name,
        toEmail: body.toEmail,
        subject: body.subject,
      },
    }
  }),
)

/** The token is answered once and only its digest is stored. */
export const createChatThread = handler(
  'createChatThread',
  201,
  chatThread,
  async (context, { body, originHost }) => {
    const { db, ids, clock } = context
    return db.transaction(async (tx) => {
      const live = await findDeployedVersion(tx, body.agentId, 'TEXT', 'agentId')
      const { id } = await addThread(tx, context, live, {
        channel: 'CHAT',
        origin: originHost,
        variables: {},
      })
      const token = ids.token()
      const expiresAt = new Date(clock.now().getTime() + CHAT_TOKEN_LIFETIME)
      const tokenHash = createHash('sha256').update(token).digest('hex')
      await tx.insert(chatTokens).values({ tokenHash, threadId: id, expiresAt })
      return { threadId: id, token, expiresAt: expiresAt.toISOString() }
    })
  },
)
