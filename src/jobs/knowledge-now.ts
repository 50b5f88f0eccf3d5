import { ServiceRefusal } from '../client/api-error'
import type { CallOptions } from '../client/call'
import type { addFileToCollection, removeFileFromCollection } from '../contract/collection-files'
import { type Collection, listCollections } from '../contract/collections'
import { type KnowledgeFile, listFiles } from '../contract/files'
import { type Operation, pathOf, type Reply } from '../contract/operation'
import type { Request, Trouble } from './procedure'

/** Where a membership comes from. `browser`: only what was done here, there may be more. `unknown` is not the same as none. */
type Source = 'service' | 'browser' | 'unknown'

export interface FileMembership {
  readonly collections: readonly { readonly id: string; readonly name?: string }[]
  readonly source: Source
}

export interface CollectionMembers {
  readonly fileIds: readonly string[]
  readonly source: Source
}

/** Files and collections at one moment. What a list that was cut short leaves out may still be there. */
export interface KnowledgeNow {
  readonly files: readonly KnowledgeFile[]
  readonly allFiles: boolean
  readonly collections: readonly Collection[]
  readonly allCollections: boolean
  holdersOf(fileId: string): FileMembership
  membersOf(collectionId: string): CollectionMembers
}

/** What a procedure saw right before its request. */
export type LastLook = Pick<KnowledgeNow, 'files' | 'collections' | 'holdersOf'>

export const NOT_LOOKED: LastLook = {
  files: [],
  collections: [],
  holdersOf: () => ({ collections: [], source: 'unknown' }),
}

/** What a procedure needs of the service; tests hand in their own. */
export interface KnowledgeService {
  /** Reads files and collections now, never from a cache: it settles writes whose end is unknown. */
  observe(signal: AbortSignal): Promise<KnowledgeNow>
  /** Sends a request; a write is recorded as any other, with its note. */
  send<O extends Operation>(operation: O, request: CallOptions<O> & { note?: unknown }): Promise<Reply<O>>
  describe(error: unknown): Trouble
}

/** Where a file stands with a collection: `doubt`: a request was sent and its end is unknown; `left`: somebody else took it out. */
type Place = 'in' | 'doubt' | 'out' | 'left'

/** `held`: what the service says; `undefined` where it does not say. */
interface Look {
  readonly held: boolean | undefined
  readonly isForward: boolean
}

/** Whether "already so" is no refusal, as the end of the request before cannot be looked up (D112). */
const isBlind = (place: Place, { held }: Look) => (place === 'doubt' && held === undefined ? true : undefined)

/** A file that is added on the way forward, after a look. */
export function settleArriving(place: 'in' | 'doubt' | 'out', look: Look) {
  const { held, isForward } = look
  const isOpen = place === 'doubt' || (held !== undefined && !isForward && place === 'in')
  return {
    place: isOpen ? ((held ?? !isForward) ? ('in' as const) : ('out' as const)) : place,
    blind: isBlind(place, look),
  }
}

/** A file that is removed on the way forward, after a look. */
export function settleLeaving(place: Place, look: Look): { place: Place; blind: true | undefined } {
  const { held, isForward } = look
  const blind = isBlind(place, look)
  if (place === 'doubt') return { place: (held ?? isForward) ? 'in' : 'out', blind }
  if (place === 'in') return { place: held === false ? 'left' : 'in', blind }
  return { place: held ? 'in' : place, blind }
}

/** Whether the service says that what was to be taken away is not there (D832). */
export const isNotThere = (error: unknown): boolean =>
  error instanceof ServiceRefusal && error.status === 404 && error.hasOwnBody && !error.fromProxy

/** Whether that holds of a file that is put back into a collection: neither of both lists denies it (D1058). */
export const cannotReturn = (
  error: unknown,
  { files, collections }: LastLook,
  { fileId, collectionId }: { readonly fileId: string; readonly collectionId: string | undefined },
): boolean =>
  isNotThere(error) &&
  !(files.some((file) => file.fileId === fileId) && collections.some(({ id }) => id === collectionId))

/** Whether a file is not in the collection that it is taken out of: the service says so, and no list denies it (D832). */
export const isOutAlready = (
  error: unknown,
  { holdersOf }: LastLook,
  { fileId, collectionId }: { readonly fileId: string; readonly collectionId: string | undefined },
): boolean => {
  const { collections, source } = holdersOf(fileId)
  return isNotThere(error) && !(source === 'service' && collections.some(({ id }) => id === collectionId))
}

export const notPutBack = (file: string, collection: string): Trouble => ({
  title: `${file} could not be put back into ${collection}`,
  message: 'The service says that one of the two is not there. Check the service, or continue without it.',
})

export const requestOf = (operation: Operation, params: Readonly<Record<string, string>> = {}) =>
  `${operation.method} ${pathOf(operation, params as never)}`

/** A read as the log has it, with what it found. */
export const logged = <S extends string>(step: S, request: string, result: string, at: string) =>
  ({ step, request, at, endedAt: at, state: 'accepted', result }) as const

export type MemberOperation = typeof addFileToCollection | typeof removeFileFromCollection

/** One operation as a request of a procedure; `done`: what the log says once it was accepted. */
export const asks = <O extends Operation>(
  service: KnowledgeService,
  operation: O,
  request: CallOptions<O> & { note?: unknown },
  done: string | ((reply: Reply<O>) => { readonly result: string; readonly id?: string }),
): Pick<Request<unknown>, 'text' | 'run'> => {
  const address = requestOf(operation, request.params)
  return {
    text: request.body === undefined ? address : `${address} ${JSON.stringify(request.body)}`,
    run: async () => {
      const reply = await service.send(operation, request)
      return typeof done === 'string' ? { result: done } : done(reply)
    },
  }
}

/** The log with the first step, which only reads. */
export const withListing = <Job extends { readonly log: readonly unknown[] }>(
  job: Job,
  result: string,
  at: string,
): Job => {
  const request = `${requestOf(listFiles)}, ${requestOf(listCollections)}`
  return { ...job, log: [...job.log, logged('list', request, result, at)] }
}
