import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import type { Operation } from '../contract/operation'
import { operations } from '../contract/operations'
import { askExtension } from './extension'
import { keys } from './keys'
import { forgetOffers } from './offered'

/** Every operation beyond the document that this console knows. */
export const extensions: readonly Operation[] = Object.values<Operation>(operations).filter(
  ({ source }) => source === 'extension',
)

/** What can be asked without an id and without changing something. */
export const isAskable = ({ method, path }: Operation): boolean => method === 'GET' && !path.includes('{')

/**
 * Forgets what was learnt of the service, and asks each operation that can be asked by itself. The others are learnt when a screen next wants
 * them. Never sends a write or a search.
 */
export async function askOffers(client: QueryClient): Promise<void> {
  forgetOffers(client)
  client.removeQueries({ queryKey: keys.extensions, predicate: ({ queryKey }) => queryKey.length > 1 })
  await Promise.all(
    extensions
      .filter(isAskable)
      .map((operation) => askExtension(client, operation, () => call(operation, {})).catch(() => undefined)),
  )
  // What was taken not to be there is read anew where a screen shows it.
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.extensions[0] })
}
