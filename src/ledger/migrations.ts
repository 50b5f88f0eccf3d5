import type { IDBPDatabase, IDBPTransaction } from 'idb'
import { readCreatedAgent } from '../contract/agents'
import { Fields, isWire } from '../contract/reply'
import { isLedgerEntry, type StoredAgent } from './entry'

type Upgrade = (
  database: IDBPDatabase,
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
) => Promise<void>

/**
 * The steps from an empty database to the present one. Step n leads from version n to n+1. A released step is never
 * changed, only followed by another.
 */
export const MIGRATIONS: readonly Upgrade[] = [
  async function rememberWrites(database) {
    const entries = database.createObjectStore('entries', { keyPath: 'id' })
    entries.createIndex('by-service', ['service', 'startedAt'])
  },

  /** Agents get a store of their own, filled from the creations recorded so far. */
  async function rememberAgents(database, transaction) {
    const agents = database.createObjectStore('agents', { keyPath: ['service', 'agentId'] })
    agents.createIndex('by-service', ['service', 'addedAt'])
    for (const row of await transaction.objectStore('entries').getAll()) {
      if (!isLedgerEntry(row) || row.operation !== 'createAgent' || row.state !== 'accepted') continue
      const created = readCreatedAgent(row.reply)
      const request = isWire(row.body) ? new Fields(row.body) : undefined
      const name = request?.text('name')
      if (!created || name === undefined) continue
      const agent: StoredAgent = {
        service: row.service,
        agentId: created.agentId,
        name,
        agentType: request?.text('agentType'),
        testingLabId: created.testingLabId,
        source: 'created',
        addedAt: row.startedAt,
        versions: [{ versionId: created.versionId, createdAt: row.startedAt, request: row.body }],
      }
      await agents.put(agent)
    }
  },

  /** Procedures of several steps, so that they outlive the page. */
  async function rememberJobs(database) {
    const jobs = database.createObjectStore('jobs', { keyPath: ['service', 'id'] })
    jobs.createIndex('by-service', ['service', 'startedAt'])
  },

  /** Evidence about versions. */
  async function rememberEvidence(database) {
    const evidence = database.createObjectStore('evidence', { keyPath: ['service', 'id'] })
    evidence.createIndex('by-service', ['service', 'recordedAt'])
  },

  /** Batches: their rows in parts, and indexes of the writes by operation and by batch. */
  async function rememberBatches(database, transaction) {
    const rows = database.createObjectStore('rows', { keyPath: ['service', 'job', 'part'] })
    rows.createIndex('by-service', ['service', 'job'])
    const entries = transaction.objectStore('entries')
    entries.createIndex('by-operation', ['service', 'operation', 'startedAt'])
    entries.createIndex('by-batch', ['service', 'batch.id', 'startedAt'])
  },

  /** Notes about scenarios and runs of the testing lab. */
  async function rememberLabNotes(database) {
    const notes = database.createObjectStore('labNotes', { keyPath: ['service', 'id'] })
    notes.createIndex('by-service', ['service', 'notedAt'])
  },
]
