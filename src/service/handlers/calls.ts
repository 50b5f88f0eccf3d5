import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type DispatchDetails, dispatchDetails } from '../../contract/calls'
import { schemaOf } from '../../contract/schema'
import { handler } from '../context'
import { found, wrongField } from '../errors'
import { agents } from '../store/schema'
import { CALL, placeCall } from '../telephone/play-call'
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
export const dispatchCall = handler('dispatchCall', 201, dispatched, async (context, { params, body }) => {
  const { line } = context
  const dispatched = await context.queueing(async (tx) => {
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
    return placeCall(tx, context, {
      end: line.endOf(body.toPhoneNumber),
      version,
      agentId: agent.id,
      outboundPhoneNumberId: from.id,
      fromPhoneNumber: from.phoneNumber,
      toPhoneNumber: body.toPhoneNumber,
      leadId: body.leadId,
      firstName: body.firstName,
      variables,
      metadata: body.metadata ?? {},
      details: detailsOf(body),
    })
  }, CALL)
  await line.confirm(body.toPhoneNumber)
  return dispatched
})
