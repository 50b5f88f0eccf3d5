import * as contract from '../contract/collections'
import type { RequestBody } from '../contract/operation'
import type { ListReply, WriteReply } from '../contract/reply'
import { type Cancellable, call } from './call'

export type CollectionRequest = RequestBody<typeof contract.createCollection>

/** Lists the collections (§4). */
export function listCollections({ signal }: Cancellable = {}): Promise<ListReply<contract.Collection>> {
  return call(contract.listCollections, { signal })
}

/** Creates a collection, which nothing can rename or delete afterwards (§4 rule 2). */
export function createCollection({
  body,
  signal,
}: { body: CollectionRequest } & Cancellable): Promise<WriteReply<contract.Collection>> {
  return call(contract.createCollection, { body, signal })
}

interface Membership extends Cancellable {
  collectionId: string
  fileId: string
}

/** Adds the file to the collection (§4). */
export function addFileToCollection({ signal, ...params }: Membership): Promise<WriteReply<never>> {
  return call(contract.addFileToCollection, { params, signal })
}

/** Removes the file from the collection; the file record stays (§4 rule 3). */
export function removeFileFromCollection({ signal, ...params }: Membership): Promise<WriteReply<never>> {
  return call(contract.removeFileFromCollection, { params, signal })
}
