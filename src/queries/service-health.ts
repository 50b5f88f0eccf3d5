import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  isOtherAnswer,
  isRefusedBy,
  isSignInRequired,
  isSilence,
  isTemporary,
  NoAnswer,
  ServiceRefusal,
  UnreadableReply,
} from '../client/api-error'
import { call, isHeard } from '../client/call'
import { listCollections } from '../contract/collections'
import { operationNamed } from '../contract/operation'
import { keys } from './keys'
import { recoverDelay } from './polling'

export { isHeard, isOtherAnswer, isSignInRequired }

const doubt = [...keys.connection, 'doubt']
const probed = [...keys.connection, 'probe']

/** In words what keeps the service from answering, by the latest news of the reads now on the screen and of writes: something else answered (D815), nothing did, or it answers and is of no use (D883). */
export function serviceTrouble(client: QueryClient): string | undefined {
  const reasons = client
    .getQueryCache()
    .getAll()
    .map((query) => query.isActive() && (query.state.fetchFailureReason ?? query.state.error))
  return reasons.some(isOtherAnswer)
    ? 'Something else answers'
    : doubtOf(client) ||
        reasons.map(silenceOf).find(Boolean) ||
        reasons.map(wordsOf).find(Boolean) ||
        refusedAtProbe(client)
}

/** Who is silent: a gateway that says so is an answer, though not the service's (D653). */
const silenceOf = (error: unknown) =>
  isSilence(error) &&
  (error instanceof ServiceRefusal && !error.fromProxy ? 'Only a gateway answers' : 'Does not answer')

/** What a failed read tells of a service. One request alone may be refused (D220) or fail, but not where a whole list is asked for. */
export function wordsOf(error: unknown): string | undefined {
  const silence = silenceOf(error)
  if (silence) return silence
  if (!(error instanceof ServiceRefusal || error instanceof NoAnswer)) return undefined
  const { auth, path = '' } = operationNamed(error.operation) ?? {}
  const isList = /^\/api[^{]*$/.test(path)
  if (isList && isTemporary(error)) return 'Answers with errors'
  if (isList && isRefusedBy('NOT_PERMITTED', error)) return 'Refuses some requests'
  if (!isRefusedBy('CREDENTIAL_REFUSED', error)) return undefined
  return auth === 'origin' ? undefined : `Refuses the ${auth === 'bearer' ? 'access token' : 'API key'}`
}

/** The same where nothing but the probe asks. */
function refusedAtProbe(client: QueryClient): string | undefined {
  const probe = client.getQueryCache().find({ queryKey: probed })
  return probe?.isActive() && typeof probe.state.data === 'string' ? probe.state.data : undefined
}

/** In words that a write got no answer, where nothing was heard of the service since. Set by `noteWrite`, never read from anywhere. */
export const serviceDoubt = () =>
  queryOptions({ queryKey: doubt, queryFn: (): string | false => false, enabled: false })

const doubtOf = (client: QueryClient) => client.getQueryData(serviceDoubt().queryKey) || false

/** Takes what a write showed of the service: no error is success. One that never left this page, or was cancelled, shows nothing. */
export function noteWrite(client: QueryClient, error?: unknown): void {
  const silence = silenceOf(error)
  const answered = error === undefined || error instanceof ServiceRefusal || error instanceof UnreadableReply
  if ((silence || answered) && silence !== doubtOf(client)) client.setQueryData(doubt, silence)
}

/** Whether the service answers, `false` where it cannot be asked, words where it refuses the key. Asks for something small until the service answers without errors, if only with a refusal; at the pace of every read that failed, and only while in doubt. */
export const probeService = (inDoubt: boolean) =>
  queryOptions({
    queryKey: probed,
    queryFn: async ({ client, signal }) => {
      const error = await call(listCollections, { signal }).then(
        () => undefined,
        (failure: unknown) => failure,
      )
      if (signal.aborted) throw error
      if (!isOtherAnswer(error)) noteWrite(client, error)
      if (isTemporary(error)) throw error
      return wordsOf(error) ?? !isRefusedBy('CREDENTIAL_MISSING', error)
    },
    enabled: inDoubt,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => recoverDelay(state.error, state.errorUpdateCount),
  })
