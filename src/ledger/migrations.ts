import type { IDBPDatabase, IDBPTransaction } from 'idb'
import * as z from 'zod/mini'
import { readCreatedAgent } from '../contract/agents'
import { type KnownAgent, ledgerEntry } from './entry'

type Upgrade = (
  database: IDBPDatabase,
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
) => Promise<void>

/** What is read of a remembered agent creation to know the agent again. */
const creationRequest = z.object({ name: z.string(), agentType: z.optional(z.string()) })

/**
 * The steps from an empty database to the present one. Step n leads from version n to n+1; a step that has been
 * released is never changed, only followed by another.
 */
export const MIGRATIONS: readonly Upgrade[] = [
  async function rememberWrites(database) {
    const entries = database.createObjectStore('entries', { keyPath: 'id' })
    entries.createIndex('by-service', ['service', 'startedAt'])
  },

  /** Agents get a store of their own; those that were created before are known from their creation. */
  async function rememberAgents(database, transaction) {
    const agents = database.createObjectStore('agents', { keyPath: ['service', 'agentId'] })
    agents.createIndex('by-service', ['service', 'addedAt'])
    for (const row of await transaction.objectStore('entries').getAll()) {
      const entry = ledgerEntry.safeParse(row).data
      if (entry?.operation !== 'createAgent' || entry.state !== 'accepted') continue
      const created = readCreatedAgent(entry.reply)
      const request = creationRequest.safeParse(entry.body).data
      if (!created || !request) continue
      const agent: KnownAgent = {
        service: entry.service,
        agentId: created.agentId,
        name: request.name,
        agentType: request.agentType,
        testingLabId: created.testingLabId,
        source: 'created',
        addedAt: entry.startedAt,
        versions: [{ versionId: created.versionId, createdAt: entry.startedAt, request: entry.body }],
      }
      await agents.put(agent)
    }
  },
]
