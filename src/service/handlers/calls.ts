import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type DispatchDetails, dispatchDetails } from '../../contract/calls'
import { schemaOf } from '../../contract/schema'
import { handler } from '../context'
import { found, wrongField } from '../errors'
import { agents, calls } from '../store/schema'
import { CALL, startCall } from '../telephone/play-call'
import { settleCall } from '../telephone/settle-call'
import { chooseNumber } from './choose-number'
import { checkVariables, findLiveVersion } from './live-version'

const dispatched = z.strictObject({ id: z.string(), status: z.literal('queued') })

/** The details of a request, in one column, so that a further one needs no migration. */
const detailsOf = (request: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(schemaOf(dispatchDetails).shape)
      .filter((name) => request[name] !== undefined)
      .map((name) => [name, request[name]]),
  ) as DispatchDetails

/** Stores the call, whose course shows as time passes (D134). What is said to a person is played (D320). Test numbers answer last (D135). */
export const dispatchCall = handler(
  'dispatchCall',
  201,
  dispatched,
  async ({ db, clock, ids, line, wake }, { params, body }) => {
    const dispatched = await db.transaction(async (tx) => {
      // The lock prevents a deployment between the check and the insert.
      const rows = await tx.select().from(agents).where(eq(agents.id, params.agentId)).for('share')
      const agent = found(rows, 'agent')
      const { version } = await findLiveVersion(tx, body.versionId, 'CALL', 'versionId')
      if (version.agentId !== agent.id)
        throw wrongField('versionId', 'This agent has no version with this id.', 404)
      const from = await chooseNumber(tx, { path: 'outboundPhoneNumberId', id: body.outboundPhoneNumberId })
      const { variables = {} } = body
      checkVariables(version.prompt, variables)
      line.check(body.toPhoneNumber)
      const id = ids.id()
      const now = clock.now()
      const { voicemail, ...course } = settleCall({
        end: line.endOf(body.toPhoneNumber),
        at: now,
        version,
        variables,
      })
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
        details: detailsOf(body),
        ...course,
        createdAt: now,
        updatedAt: now,
      })
      await startCall(tx, id, { ...course, voicemail })
      return { id, status: 'queued' as const }
    })
    wake(CALL)
    await line.confirm(body.toPhoneNumber)
    return dispatched
  },
)
