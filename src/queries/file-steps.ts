import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ServiceRefusal } from '../client/api-error'
import { addFileToCollection, type Collection, removeFileFromCollection } from '../contract/collections'
import { deleteFile, type KnowledgeFile } from '../contract/files'
import type { ListReply } from '../contract/reply'
import { fileHeld } from '../jobs/file-held'
import type { FileStep } from '../jobs/kept-plan'
import type { StepPlan } from '../jobs/step-plan'
import { collectionQueries } from './collections'
import { fileQueries } from './files'
import { keys } from './keys'
import { ledgerQueries } from './ledger'
import { type FileMembership, isWhole, membershipIn, tellsMembers } from './membership'
import { makeStale } from './query-client'
import { write } from './write'

export type { FileStep } from '../jobs/kept-plan'
export type { StepShown } from '../jobs/step-plan'

export type FilePlan = StepPlan<FileStep>

/** What the service says at one moment. */
export interface MembershipNow {
  readonly collections: readonly Collection[]
  /** Whether the service still has the file; `undefined` where its list was cut short. */
  has(fileId: string): boolean | undefined
  of(fileId: string): FileMembership
}

export const membershipQueries = {
  /** Read anew each time it is asked for, because what follows cannot be undone. */
  now: () =>
    queryOptions({
      queryKey: keys.membership,
      queryFn: ({ client }) => readMembershipNow(client),
      structuralSharing: false,
      refetchOnMount: 'always',
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
}

async function readMembershipNow(client: QueryClient): Promise<MembershipNow> {
  const [list, files] = await Promise.all([
    client.query({ ...collectionQueries.list(), staleTime: 0 }),
    client.query({ ...fileQueries.list(), staleTime: 0 }),
  ])
  const entries = tellsMembers(list)
    ? undefined
    : await client.query({ ...ledgerQueries.entries(), staleTime: 0 })
  return membershipNow(list, files, entries)
}

function membershipNow(
  list: ListReply<Collection>,
  files: ListReply<KnowledgeFile>,
  entries: Parameters<typeof membershipIn>[1]['entries'],
): MembershipNow {
  const byId = new Map(files.items.map((file) => [file.fileId, file]))
  const fileOf = (fileId: string) => byId.get(fileId) ?? { fileId, other: {} }
  return {
    collections: list.items,
    has: (fileId) => (byId.has(fileId) ? true : isWhole(files) ? false : undefined),
    of: (fileId) => membershipIn(fileOf(fileId), { list, entries }),
  }
}

/** Adds a file to a collection. */
export const addStep = (fileId: string, collectionId: string): FileStep => ({
  id: `add ${fileId} ${collectionId}`,
  group: fileId,
  action: 'add',
  fileId,
  collectionId,
})

/** Takes a file out of a collection. */
export const removeStep = (fileId: string, collectionId: string): FileStep => ({
  id: `remove ${fileId} ${collectionId}`,
  group: fileId,
  action: 'remove',
  fileId,
  collectionId,
})

/** Takes the file out of each collection that holds it, then deletes it (§4 rule 3). */
export const deleteSteps = (fileId: string, { collections }: FileMembership): FileStep[] => [
  ...collections.map(({ id }) => removeStep(fileId, id)),
  { id: `delete ${fileId}`, group: fileId, action: 'delete', fileId },
]

/** How old what is known of the collections may be when a file is deleted. */
const FRESH_MS = 5_000

/** What a plan needs to carry out its steps, each remembered as any other write. */
export function fileStepsOn(client: QueryClient) {
  let known: { at: number; membership: MembershipNow } | undefined
  const now = async () => {
    if (!known || Date.now() - known.at > FRESH_MS)
      known = { at: Date.now(), membership: await readMembershipNow(client) }
    return known.membership
  }
  return {
    perform: async (step: FileStep, { again }: { again: boolean }) => {
      // What failed may have been done all the same, and is not done twice (D61).
      if (again) known = undefined
      if (again && isDone(step, await now())) return
      if (step.action === 'delete') {
        const holders = (await now()).of(step.fileId).collections
        if (holders.length > 0) throw fileHeld(holders.map(({ id, name }) => name || id))
      } else {
        // Membership changes with this, so the next deletion looks anew.
        known = undefined
      }
      const sending = send(client, step)
      // Where nobody could look, "already so" says that it was done the first time (D112).
      await (again ? sending.catch((error) => unlessSo(step, error)) : sending)
    },
    onEnd: () => makeStale(client, deleteFile),
  }
}

function unlessSo({ action }: FileStep, error: unknown): void {
  const isSo = error instanceof ServiceRefusal && error.status === (action === 'add' ? 409 : 404)
  if (!isSo || error.fromProxy) throw error
}

/** Whether the service says that what the step is to bring about is so. */
function isDone(step: FileStep, now: MembershipNow): boolean {
  if (step.action === 'delete') return now.has(step.fileId) === false
  const { collections, source } = now.of(step.fileId)
  const isIn = collections.some(({ id }) => id === step.collectionId)
  return source === 'service' && isIn === (step.action === 'add')
}

function send(client: QueryClient, step: FileStep): Promise<unknown> {
  const { fileId } = step
  if (step.action === 'delete') return write(client, deleteFile, { params: { fileId } })
  const params = { collectionId: step.collectionId, fileId }
  return write(client, step.action === 'add' ? addFileToCollection : removeFileFromCollection, { params })
}
