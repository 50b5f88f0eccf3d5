import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { addTeamRows } from '../contract/team-rows'
import { inParts, storedParts } from '../ledger/row-parts'
import type { StoreName } from '../ledger/row-store'
import { ifStored } from '../ledger/storage'
import { connectionOf } from './info'
import { keys } from './keys'
import { ownLedgerOf } from './ledger'

const nameOf = (service: string) => `switchboard.team-import ${service}`

/** Imported, or not wanted: it is not offered again by itself. */
type Answer = 'imported' | 'not wanted'

function answerOf(service: string): Answer | undefined {
  const answer = ifStored(() => localStorage.getItem(nameOf(service)))
  return answer === null || answer === 'imported' ? (answer ?? undefined) : 'not wanted'
}

export async function noteAnswer(client: QueryClient, answer: Answer): Promise<void> {
  const { serviceName } = await connectionOf(client)
  ifStored(() => localStorage.setItem(nameOf(serviceName), answer))
}

interface Own {
  readonly key: string
  readonly row: object
  readonly operation?: string
  readonly partOf?: string
}

/** Everything that this browser recorded of a service by itself, by kind; a procedure's rows before it. */
async function readOwn(client: QueryClient, service: string): Promise<[StoreName, Own[]][]> {
  const ledger = await ownLedgerOf(client)
  // The files that people prepare stay in their browser (D800).
  const jobs = (await ledger.jobs(service)).filter(({ kind }) => kind !== 'batch-draft')
  const rows: Own[] = []
  for (const { id } of jobs)
    for await (const row of storedParts(ledger, service, id))
      rows.push({ key: `${id}/${row.part}`, partOf: id, row })
  return [
    [
      'entries',
      (await ledger.entries(service)).map((row) => ({
        key: row.id,
        operation: row.operation,
        partOf: row.batch?.id,
        row,
      })),
    ],
    ['agents', (await ledger.agents(service)).map((row) => ({ key: row.agentId, row }))],
    ['evidence', (await ledger.evidence(service)).map((row) => ({ key: row.id, row }))],
    ['labNotes', (await ledger.labNotes(service)).map((row) => ({ key: row.id, row }))],
    ['rows', rows],
    ['jobs', jobs.map((row) => ({ key: row.id, row }))],
  ]
}

/** Sends rows in portions; resolves with how many were new. */
async function addAll(service: string, store: StoreName, rows: readonly Own[]): Promise<number> {
  let added = 0
  for (const portion of inParts(rows)) {
    const body = {
      service,
      rows: portion.map((each) => ({ ...each, row: each.row as Record<string, unknown> })),
    }
    added += (await call(addTeamRows, { params: { store }, body })).added
  }
  return added
}

/** How much this browser recorded by itself that the team may want: agents and sent writes. `null`: nothing is offered. */
export const teamImport = () =>
  queryOptions({
    queryKey: [...keys.ledger, 'team import'],
    queryFn: async ({ client }) => {
      const { person, serviceName } = await connectionOf(client)
      if (person?.role !== 'operator') return null
      const { agents, entries, evidence, labNotes, jobs } = await (await ownLedgerOf(client)).count(
        serviceName,
      )
      const isEmpty = agents + entries + evidence + labNotes + jobs === 0
      return isEmpty ? null : { agents, writes: entries, answer: answerOf(serviceName) }
    },
  })

/** Adds to the team's memory what this browser recorded by itself; what is there already stays as it is. Resolves with how many rows were new. */
export const importOwn = () =>
  mutationOptions<number, Error, void>({
    mutationFn: async (_nothing, { client }) => {
      const { serviceName } = await connectionOf(client)
      let added = 0
      for (const [store, rows] of await readOwn(client, serviceName))
        added += await addAll(serviceName, store, rows)
      const { importNamed } = await import('./saved-mappings')
      added += await importNamed(client, await ownLedgerOf(client))
      await noteAnswer(client, 'imported')
      return added
    },
    meta: { invalidates: [keys.ledger, keys.agents, keys.calls, keys.threads, keys.evidence, keys.lab] },
  })
