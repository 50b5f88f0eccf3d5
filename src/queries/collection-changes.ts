import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { outcomeOf } from '../client/api-error'
import { createCollection } from '../contract/collection-changes'
import type { Reply } from '../contract/operation'
import { writeReply } from '../contract/reply'
import { collectionQueries } from './collections'
import { connectedLedger } from './ledger'
import { perPage } from './page'
import { type WriteRequest, write } from './write'

interface Lost {
  readonly before: readonly string[]
  /** When it was sent, in ms since 1970. */
  readonly at: number
  readonly entryId?: string
}

/** The last creation of each name whose answer was lost: which collections were listed before it, and its ledger entry. */
const lostOnes = perPage(() => new Map<string, Lost>())

/** The collection of this name that a creation made whose answer was lost, if the list shows just one by now that it did not show before. */
export async function findCreated(
  client: QueryClient,
  name: string,
): Promise<Reply<typeof createCollection> | undefined> {
  const lost = lostOnes(client).get(name)
  if (!lost) return undefined
  const { queryKey } = collectionQueries.list()
  await client.refetchQueries({ queryKey })
  const { items = [] } = client.getQueryData(queryKey) ?? {}
  // The list may have been read long before it was sent.
  const isOlder = ({ createdAt = '' }: (typeof items)[number]) => Date.parse(createdAt) < lost.at
  const fresh = items.filter((each) => each.name === name && !lost.before.includes(each.id) && !isOlder(each))
  const [found, ...others] = fresh
  if (!found || others.length > 0) return undefined
  const { ledger, service } = await connectedLedger(client)
  const end = { state: 'accepted', reply: { id: found.id, name }, found: true } as const
  if (lost.entryId) await ledger.finish(service, lost.entryId, end).catch(() => undefined)
  lostOnes(client).delete(name)
  return writeReply(undefined, found)
}

export const collectionMutations = {
  /** Creates a collection. A second one could not be deleted, so one whose answer is lost is looked for: of its name, and not listed before (D962). */
  create: () =>
    mutationOptions({
      mutationFn: async (request: WriteRequest<typeof createCollection>, { client }) => {
        const before = client.getQueryData(collectionQueries.list().queryKey)?.items.map(({ id }) => id)
        const at = Date.now()
        let entryId: string | undefined
        const recorded = (id: string) => {
          entryId = id
        }
        try {
          return await write(client, createCollection, { ...request, recorded })
        } catch (error) {
          if (!before || outcomeOf(error) === 'refused') throw error
          const { name } = request.body
          lostOnes(client).set(name, { before, at, entryId })
          const found = await findCreated(client, name)
          if (!found) throw error
          return found
        }
      },
      meta: { writes: [createCollection] },
    }),
}
