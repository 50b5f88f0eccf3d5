import { createHash } from 'node:crypto'
import { chatThread, emailThread, smsThread } from '../answers/threads'
import { type Context, handler } from '../context'
import { Refused, wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { chatTokens, messages, organizations, threads } from '../store/schema'
import { chooseNumber } from './choose-number'
import { checkVariables, findDeployedVersion, findLiveVersion } from './live-version'

/** "Short-lived" (§2): a quarter of an hour, in milliseconds. */
const CHAT_TOKEN_LIFETIME = 15 * 60 * 1000

/** The organization, of which there is one. */
export async function findOrganization(db: Queries) {
  const [organization] = await db.select().from(organizations)
  if (!organization) throw new TypeError('The database has no organization.')
  return organization
}

type NewThread = Omit<typeof threads.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>

async function addThread(db: Queries, { ids, clock }: Context, thread: NewThread, firstMessage?: string) {
  const now = clock.now()
  const row = { id: ids.id(), createdAt: now, updatedAt: now, ...thread }
  await db.insert(threads).values(row)
  if (firstMessage !== undefined)
    await db.insert(messages).values({
      id: ids.id(),
      threadId: row.id,
      direction: 'OUTBOUND',
      body: firstMessage,
      status: 'QUEUED',
      createdAt: now,
    })
  return { id: row.id, createdAt: now.toISOString() }
}

export const createSmsThread = handler('createSmsThread', 201, smsThread, async (context, { body }) =>
  context.db.transaction(async (tx) => {
    const { version, agent } = await findLiveVersion(tx, body.agentVersionId, 'TEXT', 'agentVersionId')
    const { fromPhoneNumberId: fromId, fromPhoneNumber = undefined } = body
    const path = fromId === undefined ? 'fromPhoneNumber' : 'fromPhoneNumberId'
    const from = await chooseNumber(tx, { path, id: fromId, phoneNumber: fromPhoneNumber })
    if (fromPhoneNumber !== undefined && from.phoneNumber !== fromPhoneNumber)
      throw wrongField('fromPhoneNumber', 'This is not the number that the from phone number id stands for.')
    const { variables = {}, metadata = {} } = body
    checkVariables(version.prompt, variables)
    const { id, createdAt } = await addThread(
      tx,
      context,
      {
        channel: 'SMS',
        agentId: agent.id,
        versionId: version.id,
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
        id,
        organizationId: (await findOrganization(tx)).id,
        agentId: agent.id,
        agentVersionId: version.id,
        toPhoneNumber: body.toPhoneNumber,
        fromPhoneNumber: from.phoneNumber,
        fromPhoneNumberId: from.id,
        leadId: body.leadId ?? null,
        isActive: true,
        createdAt,
        updatedAt: createdAt,
        closedAt: null,
        closedReason: null,
        metadata,
        variables,
      },
    }
  }),
)

/** A version must have a verified sending domain before sending starts (§1). It is a setting of the organization here (D30). */
export const createEmailThread = handler('createEmailThread', 201, emailThread, async (context, { body }) =>
  context.db.transaction(async (tx) => {
    const { version, agent } = await findLiveVersion(tx, body.agentVersionId, 'TEXT', 'agentVersionId')
    const organization = await findOrganization(tx)
    if (!organization.sendingDomain || !organization.sendingDomainVerified)
      throw new Refused(409, 'E-mail needs a verified sending domain, and there is none.')
    const fromEmail = `agent@${organization.sendingDomain}`
    const { id, createdAt } = await addThread(
      tx,
      context,
      {
        channel: 'EMAIL',
        agentId: agent.id,
        versionId: version.id,
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
        id,
        agentId: agent.id,
        agentVersionId: version.id,
        fromEmail,
        fromName: agent.name,
        toEmail: body.toEmail,
        subject: body.subject,
        leadId: body.leadId ?? null,
        isActive: true,
        createdAt,
      },
    }
  }),
)

/** The token is told once and kept as a digest only. */
export const createChatThread = handler(
  'createChatThread',
  201,
  chatThread,
  async (context, { body, originHost }) => {
    const { db, ids, clock } = context
    return db.transaction(async (tx) => {
      const { version, agent } = await findDeployedVersion(tx, body.agentId, 'TEXT', 'agentId')
      const { id } = await addThread(tx, context, {
        channel: 'CHAT',
        agentId: agent.id,
        versionId: version.id,
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
