import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ServiceRefusal, UnreadableReply } from '../client/api-error'
import type { Operation } from '../contract/operation'
import { connectionOf } from './info'
import { keys } from './keys'

/** Which extension operations each service has that this page was connected to, as far as they were asked. */
const answers = new WeakMap<QueryClient, Map<string, boolean>>()

async function answerOf(client: QueryClient, { name }: Operation) {
  const { service, serviceName } = await connectionOf(client)
  const known = answers.get(client) ?? new Map<string, boolean>()
  answers.set(client, known)
  const key = `${name} ${serviceName}`
  return {
    isThere: service === 'local' ? true : known.get(key),
    remember: (isThere: boolean) => known.set(key, isThere),
  }
}

/**
 * What the service answers to an extension operation (D2), or `null` where it has none such. Ours has all. Another is taken not to have it
 * after 404, 405, 501 or an answer in no shape of ours, and then not asked again on this connection. A 404 to an address that names a thing
 * counts only for that thing (D131); an unreadable answer to a write says that it was done.
 */
export async function askExtension<T>(
  client: QueryClient,
  operation: Operation,
  ask: () => Promise<T>,
): Promise<T | null> {
  const { isThere, remember } = await answerOf(client, operation)
  if (isThere === false) return null
  try {
    const answer = await ask()
    remember(true)
    return answer
  } catch (error) {
    if (isThere || (operation.done && error instanceof UnreadableReply) || !isAbsence(error)) throw error
    const ofThing = operation.path.includes('{') && error instanceof ServiceRefusal && error.status === 404
    if (!ofThing) remember(false)
    return null
  }
}

const isAbsence = (error: unknown) =>
  error instanceof UnreadableReply ||
  (error instanceof ServiceRefusal && !error.fromProxy && [404, 405, 501].includes(error.status))

/** Whether the service has an extension operation, learnt by asking it once for as long as the connection stays the same. */
export const extensionQuery = (operation: Operation, ask: (signal: AbortSignal) => Promise<unknown>) =>
  queryOptions({
    queryKey: [...keys.extensions, operation.name],
    queryFn: async ({ client, signal }) => {
      const { isThere } = await answerOf(client, operation)
      return isThere ?? (await askExtension(client, operation, () => ask(signal))) !== null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
