import * as z from 'zod/mini'
import { type Context, handler } from '../context'
import { Refused, returned, wrongField } from '../errors'
import { sayText } from '../say-text'
import type { Queries } from '../store/open-database'
import { threads } from '../store/schema'
import { chooseNumber } from './choose-number'
import { checkVariables, findDeployedVersion, findLiveVersion } from './live-version'
import { findOrganization } from './organization'
import { dateTime } from './shapes'
import { addMessage, emailAnswer, emailShape, findThread, smsAnswer, smsShape } from './thread-rows'

const smsThread = z.strictObject({ thread: smsShape })
const emailThread = z.strictObject({ thread: emailShape })

/** Flat, as real services answer it. `expiresAt` says when the token ends. */
const chatThread = z.strictObject({ threadId: z.string(), token: z.string(), expiresAt: dateTime })

type NewThread = Omit<
  typeof threads.$inferInsert,
  'id' | 'agentId' | 'versionId' | 'createdAt' | 'updatedAt' | 'variables'
> & { readonly variables?: Record<string, unknown> }

/** Stores a thread with the agent's first message, in which variables are filled in. */
async function addThread(
  tx: Queries,
  { ids, clock }: Context,
  { agent, version }: Awaited<ReturnType<typeof findLiveVersion>>,
  { variables = {}, ...given }: NewThread,
  firstMessage: string | undefined,
) {
  const now = clock.now()
  const rows = await tx
    .insert(threads)
    .values({
      id: ids.id(),
      agentId: agent.id,
      versionId: version.id,
      variables,
      createdAt: now,
      updatedAt: now,
      ...given,
    })
    .returning()
  const thread = returned(rows)
  const body = sayText(firstMessage ?? '', version.prompt.variables, variables)
  if (body !== '') await addMessage(tx, ids, thread, { from: 'agent', body }, now)
  return findThread(tx, thread.id)
}

export const createSmsThread = handler('createSmsThread', 201, smsThread, (context, { body }) =>
  // Somebody may write back.
  context.queueing(async (tx) => {
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
    return { thread: smsAnswer(thread) }
  }),
)

/** Needs a verified sending domain (§1), which is a setting of the organization here (D30). */
export const createEmailThread = handler('createEmailThread', 201, emailThread, (context, { body }) =>
  context.queueing(async (tx) => {
    const live = await findLiveVersion(tx, body.agentVersionId, 'TEXT', 'agentVersionId')
    const organization = await findOrganization(tx)
    if (!organization.sendingDomain || !organization.sendingDomainVerified)
      throw new Refused(
        409,
        'There is no verified sending domain. Verify one before you start e-mail threads.',
      )
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
      },
      body.firstMessage,
    )
    return { thread: emailAnswer(thread) }
  }),
)

/** The token is answered once and stored nowhere (D330). An agent that speaks first does so at once. */
export const createChatThread = handler(
  'createChatThread',
  201,
  chatThread,
  async (context, { body, origin = '' }) =>
    context.db.transaction(async (tx) => {
      const live = await findDeployedVersion(tx, body.agentId, 'TEXT', 'agentId')
      const opens = live.version.settings.speakFirst !== false
      const {
        thread: { id },
      } = await addThread(
        tx,
        context,
        live,
        { channel: 'CHAT', origin: new URL(origin).hostname },
        opens ? (live.version.firstMessage ?? undefined) : undefined,
      )
      return { threadId: id, ...context.chatTokens.create(id, origin) }
    }),
)

/** The same answer for a token that ended too long ago, was altered, or is of another thread or origin. */
export const renewChatToken = handler(
  'renewChatToken',
  201,
  chatThread,
  async ({ db, chatTokens }, { params: { threadId }, body, origin = '' }) => {
    const pass = chatTokens.read(body.token)
    if (pass?.threadId !== threadId || pass.origin !== origin || !chatTokens.isRenewable(pass))
      throw new Refused(404, 'There is no web chat for this token. Start a new one.')
    const { thread } = await findThread(db, threadId, 'CHAT')
    if (!thread.isActive) throw new Refused(409, 'This thread is closed.')
    return { threadId, ...chatTokens.create(threadId, origin) }
  },
)
