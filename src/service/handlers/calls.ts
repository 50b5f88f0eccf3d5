import { eq } from 'drizzle-orm'
import type { Handler } from '../context'
import { notFound, Refused, wrongField } from '../errors'
import { agents, calls, phoneNumbers } from '../store/schema'
import { settleCall } from '../telephone/settle-call'
import { checkVariables, findLiveVersion } from './live-version'

/** Keeps the call, whose course is settled here and told as time goes on (D134). */
export const dispatchCall: Handler<'dispatchCall'> = async ({ db, clock, ids }, { params, body }) => {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [agent] = await tx.select().from(agents).where(eq(agents.id, params.agentId)).for('share')
    if (!agent) throw notFound('agent')
    const { version } = await findLiveVersion(tx, body.versionId, 'CALL', 'versionId')
    if (version.agentId !== agent.id) {
      const message = 'This agent has no version with this id.'
      throw new Refused(404, message, [{ path: 'versionId', message }])
    }
    const [from] = await tx.select().from(phoneNumbers).where(eq(phoneNumbers.id, body.outboundPhoneNumberId))
    if (!from) throw wrongField('outboundPhoneNumberId', 'There is no phone number with this id.')
    const variables = body.variables ?? {}
    checkVariables(version.prompt, variables)
    const id = ids.id()
    await tx.insert(calls).values({
      id,
      agentId: agent.id,
      versionId: version.id,
      outboundPhoneNumberId: from.id,
      fromPhoneNumber: from.phoneNumber,
      toPhoneNumber: body.toPhoneNumber,
      leadId: body.leadId,
      firstName: body.firstName,
      variables,
      metadata: body.metadata ?? {},
      ...settleCall({
        end: 'talks',
        at: now,
        agentName: agent.name,
        version,
        firstName: body.firstName,
        variables,
      }),
      createdAt: now,
      updatedAt: now,
    })
    return { id, status: 'queued' as const }
  })
}
