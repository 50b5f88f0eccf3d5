import type { QueryClient } from '@tanstack/react-query'
import { createCollection } from '../contract/collection-changes'
import type { Collection } from '../contract/collections'
import { subjectOf } from '../contract/operation'
import { isWire, type ListReply, textOf } from '../contract/reply'
import { connectedLedger } from './ledger'
import { perPage } from './page'

/** By id; empty where this browser did not create the collection, or described it with nothing. */
const sent = perPage(() => new Map<string, string>())

/** The collections with the descriptions that this browser sent when it created them, where the service does not list any (D975). */
export async function withSentDescriptions(
  client: QueryClient,
  list: ListReply<Collection>,
): Promise<ListReply<Collection>> {
  const texts = sent(client)
  const bare = list.items.filter(({ description }) => description === undefined)
  if (bare.some(({ id }) => !texts.has(id))) {
    const { ledger, service } = await connectedLedger(client)
    for (const { id } of bare) texts.set(id, '')
    for (const entry of await ledger.entries(service, createCollection.name)) {
      const { collectionId } = subjectOf(entry)
      const { description } = isWire(entry.body) ? entry.body : {}
      if (collectionId) texts.set(collectionId, textOf(description) ?? '')
    }
  }
  return {
    ...list,
    items: list.items.map((each) =>
      each.description === undefined ? { ...each, description: texts.get(each.id) || undefined } : each,
    ),
  }
}
