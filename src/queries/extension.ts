import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isAbsence, isOtherAnswer, ServiceRefusal, UnreadableReply } from '../client/api-error'
import { call } from '../client/call'
import { listCollections } from '../contract/collections'
import type { ProxyCode } from '../contract/errors'
import { isRead, type Operation } from '../contract/operation'
import { isWire } from '../contract/reply'
import { ifStored } from '../ledger/storage'
import { connectionOf } from './info'
import { keys } from './keys'
import { perPage } from './page'

/** What a service answered to one extension operation. */
export interface Answered {
  /** Absent: only things were not found so far. */
  readonly offered?: boolean
  /** ISO time. */
  readonly at: string
  /** The service's status that said that it is not offered; absent where a web page stood in the place of an answer. */
  readonly status?: number
  /** Ids of things that were not found before the operation ever answered. */
  readonly missing?: readonly string[]
}

/** What is known of the extension operations of the connected service, by name of the operation. */
export interface Offers {
  readonly service: 'local' | 'hosted'
  readonly serviceName: string
  readonly answered: Readonly<Record<string, Answered>>
}

/** So many things that are not found, and none that is, mean that the operation is not there. */
const MISSING_MAX = 3

const placeOf = (serviceName: string) => `switchboard extensions ${serviceName}`

/** As this tab stored it; a tab that stores nothing learns again after a reload. */
function restore(serviceName: string): Offers['answered'] {
  const stored: unknown = ifStored(() => JSON.parse(sessionStorage.getItem(placeOf(serviceName)) ?? 'null'))
  return isWire(stored) ? (stored as Offers['answered']) : {}
}

const store = ({ serviceName, answered }: Offers): void =>
  ifStored(() => sessionStorage.setItem(placeOf(serviceName), JSON.stringify(answered)))

const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const offerQueries = {
  /** What the connected service offers beyond the document, as far as it was asked. Sends nothing. */
  all: () =>
    queryOptions({
      queryKey: keys.extensions,
      queryFn: async ({ client }): Promise<Offers> => {
        const { service, serviceName } = await connectionOf(client)
        return { service, serviceName, answered: restore(serviceName) }
      },
      ...forever,
    }),
}

/** Whether the service offers an operation; `undefined`: not known yet. The document's are offered, and ours offers all. */
export function isOffered(offers: Offers, { name, source }: Operation): boolean | undefined {
  return source === 'document' || offers.service === 'local' ? true : offers.answered[name]?.offered
}

/** What is known of the service that is connected now. */
export async function offersOf(client: QueryClient): Promise<Offers> {
  const [offers, { serviceName }] = await Promise.all([
    client.query(offerQueries.all()),
    connectionOf(client),
  ])
  return offers.serviceName === serviceName ? offers : client.query({ ...offerQueries.all(), staleTime: 0 })
}

/** Changes what is known, for this page and its tab. */
export function changeOffers(
  client: QueryClient,
  changed: (answered: Offers['answered']) => Offers['answered'],
): void {
  const offers = client.getQueryData(offerQueries.all().queryKey)
  if (!offers) return
  const next = { ...offers, answered: changed(offers.answered) }
  client.setQueryData(offerQueries.all().queryKey, next)
  store(next)
}

const learn = (client: QueryClient, { name }: Operation, said: Omit<Answered, 'at'>) =>
  changeOffers(client, (answered) => ({ ...answered, [name]: { ...said, at: new Date().toISOString() } }))

/** Whether the service has no such thing, or no such operation. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ServiceRefusal && !error.fromProxy && error.status === 404

const isForbidden = (error: unknown): boolean =>
  error instanceof ServiceRefusal && error.code === ('NOT_PERMITTED' satisfies ProxyCode)

/** The key was refused, as services do for any address that they do not have where they ask for it before they look. */
const isKeyRefused = ({ done, auth }: Operation, error: unknown): boolean =>
  !done &&
  auth === 'apiKey' &&
  error instanceof ServiceRefusal &&
  error.code === ('CREDENTIAL_REFUSED' satisfies ProxyCode)

/** The status of a refusal that says that the thing, or the operation, is not there: 404, and 403 to a read, as gateways answer for any address (D345). */
function absentStatus(operation: Operation, error: unknown): number | undefined {
  if (isNotFound(error)) return 404
  if (isKeyRefused(operation, error)) return 401
  return !operation.done && isForbidden(error) ? 403 : undefined
}

const offersRead = (client: QueryClient) => client.getQueryData(offerQueries.all().queryKey)

/** What was answered so far, where there is still something to learn of an operation. */
function openTo(client: QueryClient, { name, source }: Operation): Partial<Answered> | undefined {
  const offers = offersRead(client)
  if (!offers || source === 'document' || offers.service === 'local') return undefined
  const before: Partial<Answered> = offers.answered[name] ?? {}
  return before.offered ? undefined : before
}

/** Takes that the service did what an operation asks. */
export function noteAnswer(client: QueryClient, operation: Operation): void {
  if (openTo(client, operation)) learn(client, operation, { offered: true })
}

/** How the service fails to answer what every service has, as the document says; `null`: it answers. Asked for by several at once, it is asked once. */
const documentedFailure = () =>
  queryOptions({
    queryKey: [...keys.connection, 'documented'],
    queryFn: () =>
      call(listCollections, {}).then(
        () => null,
        (failure: unknown) => failure,
      ),
    staleTime: 2_000,
  })

/**
 * Takes from the error of a request what it says of its operation, and whether that is that the thing or the operation is not there: where what every
 * service has is not answered either, the service is away (D670), the key is wrong (D792), or the address of the service is (D900). `of`: the id of
 * the thing it was about.
 */
export async function learnFrom(
  client: QueryClient,
  operation: Operation,
  error: unknown,
  of?: string,
): Promise<boolean> {
  if (operation.done && error instanceof UnreadableReply) noteAnswer(client, operation)
  // A page in answer to a write is a gateway's: it may have been done, and nobody looks for an address with a write (D908).
  if (!isRead(operation) && isOtherAnswer(error)) return false
  const status = absentStatus(operation, error)
  const isAbsent = isAbsence(operation, error)
  if (!status && !isAbsent) return false
  if (!openTo(client, operation)) return true
  const failure = await client.query(documentedFailure())
  // A key that may not read the collections is still one that the service answers.
  if (failure && (!isForbidden(failure) || isForbidden(error))) return false
  const before = openTo(client, operation)
  if (!before) return true
  if (isAbsent || !operation.path.includes('{')) {
    const said = error instanceof ServiceRefusal && !error.fromProxy ? error.status : undefined
    learn(client, operation, { offered: false, status: status ?? said })
  } else if (before.offered === undefined && of !== undefined) {
    const missing = [...new Set([...(before.missing ?? []), of])]
    learn(client, operation, missing.length < MISSING_MAX ? { missing } : { offered: false, status })
  }
  return true
}

/** First requests to operations of which nothing is known; others to the same operation wait for the answer. */
const firstsOf = perPage(() => new Map<string, Promise<unknown>>())

/**
 * What the service answers to an extension operation (D2), or `null` where it does not offer it, which is learnt from one answer and remembered
 * for the tab (D131), or does not have the thing of this id (`of`, D273).
 */
export async function askExtension<T>(
  client: QueryClient,
  operation: Operation,
  ask: () => Promise<T>,
  of?: string,
): Promise<T | null> {
  const { name } = operation
  const before = await offersOf(client)
  const firsts = firstsOf(client)
  for (let first = firsts.get(name); first; first = firsts.get(name)) await first
  // From here to `firsts.set` nothing waits, so only one request can be the first.
  const offers = offersRead(client) ?? before
  const offered = isOffered(offers, operation)
  if (offered) return ask()
  if (offered === false || (of !== undefined && offers.answered[name]?.missing?.includes(of))) return null
  const asking = ask().then(
    (answer) => {
      noteAnswer(client, operation)
      return { answer }
    },
    async (error: unknown) => ({ error, isAbsent: await learnFrom(client, operation, error, of) }),
  )
  firsts.set(name, asking)
  const ended = await asking.finally(() => firsts.delete(name))
  if ('answer' in ended) return ended.answer
  if (ended.isAbsent) return null
  throw ended.error
}

/** Whether the service offers an extension operation that reads: learnt by asking it once. Nothing is sent where that is known. */
export const extensionQuery = (operation: Operation, ask: (signal: AbortSignal) => Promise<unknown>) =>
  queryOptions({
    queryKey: [...keys.extensions, operation.name],
    queryFn: async ({ client, signal }) =>
      isOffered(await offersOf(client), operation) ??
      (await askExtension(client, operation, () => ask(signal))) !== null,
    ...forever,
  })
