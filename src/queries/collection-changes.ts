import { mutationOptions } from '@tanstack/react-query'
import { outcomeOf } from '../client/api-error'
import { call } from '../client/call'
import { createCollection } from '../contract/collection-changes'
import { listCollections } from '../contract/collections'
import { writeReply } from '../contract/reply'
import { collectionQueries } from './collections'
import { connectedLedger } from './ledger'
import { type WriteRequest, write } from './write'

export const collectionMutations = {
  /** Creates a collection. A second one could not be deleted, so one whose answer is lost is looked for: of its name, and not listed before (D962). */
  create: () =>
    mutationOptions({
      mutationFn: async (request: WriteRequest<typeof createCollection>, { client }) => {
        const before = client.getQueryData(collectionQueries.list().queryKey)?.items.map(({ id }) => id)
        let entryId: string | undefined
        const recorded = (id: string) => {
          entryId = id
        }
        try {
          return await write(client, createCollection, { ...request, recorded })
        } catch (error) {
          if (!before || outcomeOf(error) === 'refused') throw error
          const { items = [] } = (await call(listCollections, {}).catch(() => undefined)) ?? {}
          const fresh = items.filter(({ id, name }) => name === request.body.name && !before.includes(id))
          const [found, ...others] = fresh
          if (!found || others.length > 0) throw error
          const { ledger, service } = await connectedLedger(client)
          const { id, name } = found
          const end = { state: 'accepted', reply: { id, name }, found: true } as const
          if (entryId) await ledger.finish(service, entryId, end).catch(() => undefined)
          return writeReply(undefined, found)
        }
      },
      meta: { writes: [createCollection] },
    }),
}
