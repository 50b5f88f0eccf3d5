import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { createAgent } from '../contract/agents'
import type { createCollection } from '../contract/collection-changes'
import type { addFileToCollection, removeFileFromCollection } from '../contract/collection-files'
import type { createFile, deleteFile } from '../contract/file-changes'
import { isWire } from '../contract/reply'
import type { KnowledgeNow } from '../jobs/knowledge-now'
import type { LedgerEntry } from '../ledger/entry'
import { keys } from './keys'
import { connectedLedger, recorded, recording } from './ledger'
import { askShared, readEverywhere } from './query-client'
import { readKnowledge } from './read-knowledge'
import { reportedAgents } from './reported-agents'

type Name = (
  | typeof createFile
  | typeof deleteFile
  | typeof addFileToCollection
  | typeof removeFileFromCollection
  | typeof createCollection
  | typeof createAgent
)['name']

interface Now extends KnowledgeNow {
  readonly agents: readonly Made[]
}

/** What is known by its name alone when it was created. */
type Made = { readonly id: string; readonly name?: string; readonly createdAt?: string }

interface Settled {
  /** With which a repeated one says that it is so already. */
  readonly already?: number
  /** Whether the lists show it. `all`: every write of its kind. */
  readonly shows: (write: LedgerEntry, now: Now, all: readonly LedgerEntry[]) => boolean
}

const bodyOf = ({ body }: LedgerEntry) => (isWire(body) ? body : {})
const lists = ({ files }: KnowledgeNow, id: unknown) => files.some(({ fileId }) => fileId === id)
const isGone = (now: KnowledgeNow, id: unknown) => now.allFiles && !lists(now, id)
/** `undefined` where the service does not say. */
function holds({ holdersOf }: KnowledgeNow, { params: { fileId = '', collectionId } }: LedgerEntry) {
  const { source, collections } = holdersOf(fileId)
  return source === 'service' ? collections.some(({ id }) => id === collectionId) : undefined
}

const SETTLED: Readonly<Record<Name, Settled>> = {
  createFile: { shows: (write, now) => lists(now, bodyOf(write).fileId) },
  deleteFile: { already: 404, shows: ({ params }, now) => isGone(now, params.fileId) },
  addFileToCollection: { already: 409, shows: (write, now) => holds(now, write) === true },
  removeFileFromCollection: {
    already: 404,
    shows: (write, now) => isGone(now, write.params.fileId) || holds(now, write) === false,
  },
  createCollection: { shows: (write, { collections }, all) => madeBy(write, collections, all) !== undefined },
  createAgent: { shows: (write, { agents }, all) => madeBy(write, agents, all) !== undefined },
}

/** Others may have that name: the only one that was created since, as the service says, where nothing else that was sent may have made it. */
function madeBy(write: LedgerEntry, listed: readonly Made[], all: readonly LedgerEntry[]): Made | undefined {
  const { name } = bodyOf(write)
  const [only, ...others] = listed.filter((each) => each.name === name)
  const isSure =
    others.length === 0 &&
    !all.some((each) => each !== write && each.state !== 'refused' && bodyOf(each).name === name) &&
    Date.parse(only?.createdAt ?? '') >= Date.parse(write.startedAt)
  return isSure ? only : undefined
}

const asDone = ({ reply }: LedgerEntry) => ({ state: 'accepted', reply, found: true }) as const

/** How often the list of agents is read again for one that may have been created, in milliseconds. */
const LOOK_MS = 5_000

/** Id of the agent that a creation of this name made whose answer was lost, once the list shows it; `null` until then (D1019). */
export const madeAgent = (name: string) =>
  queryOptions({
    ...recorded([...keys.agents, 'made', name], async (ledger, service, client) => {
      const all = await ledger.entries(service, 'createAgent' satisfies Name)
      const write = all.find((each) => bodyOf(each).name === name && (each.state === 'unknown' || each.found))
      const listed = write ? await askShared(client, { ...reportedAgents(), staleTime: 0 }) : []
      const made = write && madeBy(write, listed, all)
      if (!made) return null
      if (!write.found) {
        await ledger.finish(service, write.id, asDone(write))
        await readEverywhere(client, [keys.ledger])
      }
      return made.id
    }),
    refetchInterval: ({ state }) => !state.data && LOOK_MS,
  })

/** Whether the same was sent again, and was done or was so already. */
const isRepeated = (write: LedgerEntry, all: readonly LedgerEntry[], already: number | undefined) =>
  all.some(
    ({ startedAt, state, params, body, error }) =>
      startedAt > write.startedAt &&
      (state === 'accepted' || (already !== undefined && state === 'refused' && error?.status === already)) &&
      hashKey([params, body]) === hashKey([write.params, write.body]),
  )

/**
 * Records as done what was sent about files, collections and new agents without an answer, once it was done again or the lists show it (D936). Resolves with
 * whether something stays in doubt; never rejects.
 */
export async function settleWrites(client: QueryClient): Promise<boolean> {
  try {
    const { ledger, service } = await connectedLedger(client)
    const kinds = await Promise.all(
      Object.entries(SETTLED).map(async ([name, settled]) => ({
        ...settled,
        all: await ledger.entries(service, name),
      })),
    )
    const lost = kinds.flatMap(({ all, ...settled }) =>
      all.flatMap((write) => (write.state === 'unknown' ? { write, all, ...settled } : [])),
    )
    if (lost.length === 0) return false
    const isAgent = lost.some(({ write }) => write.operation === ('createAgent' satisfies Name))
    const agents = isAgent ? askShared(client, { ...reportedAgents(), staleTime: 0 }).catch(() => []) : []
    const now = { ...(await readKnowledge(client)), agents: await agents }
    const done = lost.filter(
      ({ write, all, already, shows }) => isRepeated(write, all, already) || shows(write, now, all),
    )
    for (const { write } of done) await ledger.finish(service, write.id, asDone(write))
    if (done.length > 0) await readEverywhere(client, [keys.ledger])
    return done.length < lost.length
  } catch {
    return true
  }
}

/** A person says that they know what became of a write without an answer, or takes that back; how it ended stays unknown. */
export const markChecked = () =>
  recording(
    [keys.calls, keys.started],
    async ({ id, isChecked }: { id: string; isChecked: boolean }, ledger, service) => {
      await ledger.finish(service, id, (write) =>
        write.state === 'unknown'
          ? { ...write, state: 'unknown', checked: isChecked || undefined }
          : undefined,
      )
    },
  )
