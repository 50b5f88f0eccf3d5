import { eq } from 'drizzle-orm'
import { type DispatchDetails, dispatchDetails } from '../../contract/calls'
import { schemaOf } from '../../contract/schema'
import { dispatched } from '../answers/calls'
import { handler } from '../context'
import { notFound, Refused } from '../errors'
import { agents, calls } from '../store/schema'
import { settleCall } from '../telephone/settle-call'
import { chooseNumber } from './choose-number'
import { checkVariables, findLiveVersion } from './live-version'

/** The details that a request gives, all in one column: a further one is declared and nothing else. */
const detailsOf = (request: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(schemaOf(dispatchDetails).shape)
      .filter((name) => request[name] !== undefined)
      .map((name) => [name, request[name]]),
  ) as DispatchDetails

/** Keeps the call, whose course is settled here and told as time goes on (D134). Test numbers have their say last (D135). */
export const dispatchCall = handler(
  'dispatchCall',
  201,
  dispatched,
  async ({ db, clock, ids, line }, { params, body }) => {
    const dispatched = await db.transaction(async (tx) => {
      // No deployment in between: what is deployed when the call is kept is what was checked.
      const [agent] = await tx.select().from(agents).where(eq(agents.id, params.agentId)).for('share')
      if (!agent) throw notFound('agent')
      const { version } = await findLiveVersion(tx, body.versionId, 'CALL', 'versionId')
      if (version.agentId !== agent.id) {
        const message = 'This agent has no version with this id.'
        throw new Refused(404, message, [{ path: 'versionId', message }])
      }
      const from = await chooseNumber(tx, { path: 'outboundPhoneNumberId', id: body.outboundPhoneNumberId })
      const { customer, variables = {} } = body
      // The field of §2 is the one that the agent speaks by.
      const firstName = body.firstName ?? customer?.firstName
      checkVariables(version.prompt, variables)
      line.check(body.toPhoneNumber)
      const id = ids.id()
      const now = clock.now()
      const end = line.endOf(body.toPhoneNumber)
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
        ...settleCall({ end, at: now, agentName: agent.name, version, firstName, variables }),
        createdAt: now,
        updatedAt: now,
      })
      return { id, status: 'queued' as const }
    })
    await line.confirm(body.toPhoneNumber)
    return dispatched
  },
)
