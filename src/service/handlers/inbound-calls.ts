import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { TEST_NUMBERS } from '../../contract/test-numbers'
import { handler } from '../context'
import { wrongField } from '../errors'
import { calls, phoneNumbers } from '../store/schema'
import { CALL, startCall } from '../telephone/play-call'
import { settleCall } from '../telephone/settle-call'
import { findDeployedVersion } from './live-version'

const simulated = z.strictObject({ id: z.string(), status: z.literal('queued') })

const [ANYBODY] = TEST_NUMBERS

/** Somebody calls the number of an agent and hears its deployed version (D322). */
export const simulateInboundCall = handler(
  'simulateInboundCall',
  201,
  simulated,
  async ({ db, clock, ids, wake }, { body }) => {
    const called = await db.transaction(async (tx) => {
      const { agent, version } = await findDeployedVersion(tx, body.agentId, 'CALL', 'agentId')
      const [number] = await tx.select().from(phoneNumbers).where(eq(phoneNumbers.agentId, agent.id))
      if (!number)
        throw wrongField('agentId', 'This agent has no phone number. It gets one when it is deployed.', 409)
      const id = ids.id()
      const now = clock.now()
      const { voicemail: _, ...course } = settleCall({ end: 'talks', at: now, version, variables: {} })
      await tx.insert(calls).values({
        id,
        agentId: agent.id,
        versionId: version.id,
        outbound: false,
        outboundPhoneNumberId: number.id,
        fromPhoneNumber: body.fromPhoneNumber ?? ANYBODY.phoneNumber,
        toPhoneNumber: number.phoneNumber,
        variables: {},
        metadata: {},
        ...course,
        createdAt: now,
        updatedAt: now,
      })
      await startCall(tx, id, course)
      return { id, status: 'queued' as const }
    })
    wake(CALL)
    return called
  },
)
