import type { QueryClient } from '@tanstack/react-query'
import { ServiceRefusal } from '../client/api-error'
import type { Operation } from '../contract/operation'
import { changeOffers, isOffered, learnFrom, noteAnswer, offersOf } from './extension'

/**
 * Rejects before anything is sent where the service is known not to offer the operation of a write. Resolves with what is to be told how
 * the write ended (no error: success), and learns from it.
 */
export async function mustBeOffered(
  client: QueryClient,
  operation: Operation,
): Promise<(error?: unknown) => unknown> {
  const offers = await offersOf(client)
  if (isOffered(offers, operation) !== false)
    return (error) => (error ? learnFrom(client, operation, error) : noteAnswer(client, operation))
  const { status = 404 } = offers.answered[operation.name] ?? {}
  const message = `This service does not offer this: it answered ${status} before. Nothing was sent.`
  throw new ServiceRefusal({ operation: operation.name, status, message, hasOwnBody: false })
}

/** Forgets what was learnt, so that each operation is asked again when it is next wanted. */
export const forgetOffers = (client: QueryClient): void => changeOffers(client, () => ({}))
