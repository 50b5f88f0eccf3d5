import * as contract from '../contract/search'
import { type Cancellable, call } from './call'

/** A search is a read although it is sent as a POST, and nobody waits long for one, in milliseconds. */
const TIMEOUT = 15_000

/** Finds the passages that fit best, in one file, in the files of a collection, or in all (D100). */
export function searchPassages({
  signal,
  ...body
}: {
  query: string
  fileIds?: string[]
  collectionId?: string
  limit?: number
} & Cancellable): Promise<contract.SearchReply> {
  return call(contract.searchPassages, { body, signal, timeoutMs: TIMEOUT })
}
