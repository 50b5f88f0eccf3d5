import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ServiceRefusal, UnreadableReply } from '../client/api-error'
import type { OperationName } from '../contract/operations'
import { connectionOf } from './info'
import { keys } from './keys'

/** What is known of the extension operations of each service that this page was connected to. */
const known = new WeakMap<QueryClient, Map<string, boolean>>()

async function noteOf(client: QueryClient, operation: OperationName) {
  const { service, serviceName } = await connectionOf(client)
  const notes = known.get(client) ?? new Map<string, boolean>()
  known.set(client, notes)
  const key = `${operation} ${serviceName}`
  return {
    isThere: service === 'local' ? true : notes.get(key),
    remember: (isThere: boolean) => notes.set(key, isThere),
  }
}

interface Asked<T> {
  readonly operation: OperationName
  readonly ask: () => Promise<T>
  /** The address names a thing, so that a 404 may be about the thing. */
  readonly namesThing?: boolean
  /** It changes something: an answer that cannot be read says that it was done, not that there is no such operation. */
  readonly isWrite?: boolean
}

/**
 * What the service answers to an extension operation (D2), or `null` where it has none such. Ours has all. Another is taken not
 * to have it after 404, 405, 501 or an answer in no shape of ours, and then not asked again on this connection; a 404
 * to an address that names a thing counts only for that thing (D131).
 */
export async function askExtension<T>(client: QueryClient, asked: Asked<T>): Promise<T | null> {
  const { isThere, remember } = await noteOf(client, asked.operation)
  if (isThere === false) return null
  try {
    const answer = await asked.ask()
    remember(true)
    return answer
  } catch (error) {
    if (isThere || (asked.isWrite && error instanceof UnreadableReply) || !isAbsence(error)) throw error
    const ofThing = asked.namesThing && error instanceof ServiceRefusal && error.status === 404
    if (!ofThing) remember(false)
    return null
  }
}

const isAbsence = (error: unknown) =>
  error instanceof UnreadableReply ||
  (error instanceof ServiceRefusal && !error.fromProxy && [404, 405, 501].includes(error.status))

/** Whether the service has an extension operation, learnt by asking it once. Remembered as long as the connection stays the same. */
export const extensionQuery = (operation: OperationName, ask: (signal: AbortSignal) => Promise<unknown>) =>
  queryOptions({
    queryKey: [...keys.extensions, operation],
    queryFn: async ({ client, signal }) => {
      const { isThere } = await noteOf(client, operation)
      return isThere ?? (await askExtension(client, { operation, ask: () => ask(signal) })) !== null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
