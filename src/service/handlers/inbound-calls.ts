import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { TEST_NUMBERS } from '../../contract/test-numbers'
import { handler } from '../context'
import { wrongField } from '../errors'
import { phoneNumbers } from '../store/schema'
import { CALL, placeCall } from '../telephone/play-call'
import { findDeployedVersion } from './live-version'

const simulated = z.strictObject({ id: z.string(), status: z.literal('queued') })

const [ANYBODY] = TEST_NUMBERS

/** Somebody calls the number of an agent and hears its deployed version (D322). */
export const simulateInboundCall = handler('simulateInboundCall', 201, simulated, (context, { body }) =>
  context.queueing(async (tx) => {
    const { agent, version } = await findDeployedVersion(tx, body.agentId, 'CALL', 'agentId')
    const [number] = await tx.select().from(phoneNumbers).where(eq(phoneNumbers.agentId, agent.id))
    if (!number)
      throw wrongField('agentId', 'This agent has no phone number. It gets one when it is deployed.', 409)
    return placeCall(tx, context, {
      end: 'talks',
      version,
      agentId: agent.id,
      outbound: false,
      outboundPhoneNumberId: number.id,
      fromPhoneNumber: body.fromPhoneNumber ?? ANYBODY.phoneNumber,
      toPhoneNumber: number.phoneNumber,
      variables: {},
      metadata: {},
    })
  }, CALL),
)
