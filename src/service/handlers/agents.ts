import { and, eq } from 'drizzle-orm'
import { createdAgent, versionRecord } from '../answers/agents'
import { handler } from '../context'
import { agents, versions } from '../store/schema'
import { checkReferences } from './check-references'
import { addVersion, findVersionOf, lockAgent, toAgent, toVersion } from './version-rows'

/** An agent comes with version 1, which is not deployed (§3). */
export const createAgent = handler('createAgent', 201, createdAgent, async ({ db, clock, ids }, { body }) => {
  const now = clock.now()
  const { name, description = '', agentType, ...request } = body
  return db.transaction(async (tx) => {
    await checkReferences(tx, request)
    const [agent] = await tx
      .insert(agents)
      .values({ id: ids.id(), name, description, agentType, createdAt: now, updatedAt: now })
      .returning()
    if (!agent) throw new TypeError('The store took an agent and gave nothing back.')
    const version = await addVersion(tx, { id: ids.id(), agentId: agent.id, number: 1, request, now })
    return { agent: { ...(await toAgent(tx, agent)), version } }
  })
})

/** Deploying replaces what was deployed; deploying the deployed version again changes nothing (D26). */
export const deployVersion = handler(
  'deployVersion',
  200,
  versionRecord,
  async ({ db, clock }, { params }) => {
    const now = clock.now()
    return db.transaction(async (tx) => {
      // The lock on the agent lets one deployment after the other through.
      const agent = await lockAgent(tx, params.agentId)
      const found = await findVersionOf(tx, agent.id, params.versionId)
      if (found.deployed) return { version: await toVersion(tx, found) }
      await tx
        .update(versions)
        .set({ deployed: false, updatedAt: now })
        .where(and(eq(versions.agentId, agent.id), eq(versions.deployed, true)))
      const deployed = { deployed: true, updatedAt: now }
      await tx.update(versions).set(deployed).where(eq(versions.id, found.id))
      return { version: await toVersion(tx, { ...found, ...deployed }) }
    })
  },
)
