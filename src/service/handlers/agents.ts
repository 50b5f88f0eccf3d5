import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handler } from '../context'
import { returned } from '../errors'
import { agents, versions } from '../store/schema'
import { assignNumber } from './choose-number'
import {
  addVersion,
  agentShape,
  checkReferences,
  findVersionOf,
  lockAgent,
  toAgent,
  toVersion,
  versionRecord,
  versionShape,
} from './version-rows'

const createdAgent = z.strictObject({ agent: z.extend(agentShape, { version: versionShape }) })

/** An agent comes with version 1, which is not deployed (§3). */
export const createAgent = handler('createAgent', 201, createdAgent, async ({ db, clock, ids }, { body }) => {
  const now = clock.now()
  const { name, description = '', agentType, ...request } = body
  return db.transaction(async (tx) => {
    await checkReferences(tx, request)
    const values = { id: ids.id(), name, description, agentType, createdAt: now, updatedAt: now }
    const agent = returned(await tx.insert(agents).values(values).returning())
    const version = await addVersion(tx, { id: ids.id(), agentId: agent.id, number: 1, request, now })
    return { agent: { ...(await toAgent(tx, agent)), version } }
  })
})

/** Replaces the deployed version. Deploying that one again changes nothing (D26). The time of change is that of the content (D918). */
export const deployVersion = handler('deployVersion', 200, versionRecord, async ({ db }, { params }) =>
  db.transaction(async (tx) => {
    // The lock makes deployments wait for each other.
    const agent = await lockAgent(tx, params.agentId)
    const found = await findVersionOf(tx, agent.id, params.versionId)
    await assignNumber(tx, agent)
    if (found.deployed) return { version: await toVersion(tx, found) }
    await tx
      .update(versions)
      .set({ deployed: false })
      .where(and(eq(versions.agentId, agent.id), eq(versions.deployed, true)))
    await tx.update(versions).set({ deployed: true }).where(eq(versions.id, found.id))
    return { version: await toVersion(tx, { ...found, deployed: true }) }
  }),
)
