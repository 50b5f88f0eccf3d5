import type { QueryClient } from '@tanstack/react-query'
import type { UploadQueue } from '../jobs/upload-queue'
import { ifStored } from '../ledger/storage'

/** How far the uploads of this page are, for what is on every screen and loads no queue. */
export interface UploadCount {
  readonly done: number
  readonly total: number
  readonly isPaused: boolean
}

let count: UploadCount | undefined
let isTaken = false
const listeners = new Set<() => void>()

/** `undefined` while nothing is on its way. */
export const uploadCount = (): UploadCount | undefined => count

/** Whether this page has taken up what earlier pages left of their uploads. */
export const hasTakenUp = (): boolean => isTaken

/** Hears of changes of either. */
export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Bytes move many times a second, which changes nothing here. */
export function setUploadCount(next: UploadCount | undefined): void {
  const isSame = next?.done === count?.done && next?.total === count?.total
  if (isSame && next?.isPaused === count?.isPaused) return
  count = next
  tell()
}

export function noteTakenUp(): void {
  isTaken = true
  tell()
}

const queues = new WeakMap<QueryClient, UploadQueue>()

/** The queue of this page, once something has needed it. */
export const queueOf = (client: QueryClient): UploadQueue | undefined => queues.get(client)

export const noteQueue = (client: QueryClient, queue: UploadQueue) => void queues.set(client, queue)

/** Whether a page may have left uploads behind, without the code that takes them up. */
export const mayHaveLeft = (): boolean =>
  ifStored(() => Object.keys(localStorage).some((key) => key.startsWith('switchboard-uploads-'))) ?? false
