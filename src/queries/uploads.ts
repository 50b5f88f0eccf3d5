import type { QueryClient } from '@tanstack/react-query'
import { uploadDocument } from '../client/upload'
import type { Claim } from '../jobs/upload-contents'
import { UploadQueue } from '../jobs/upload-queue'
import { connectionOf } from './info'
import { keys } from './keys'
import { isUpdated } from './new-build'
import { holdPage, perPage } from './page'
import { readEverywhere } from './query-client'
import { sender } from './sender'
import { noteQueue, noteTakenUp, setUploadCount } from './upload-count'
import { settleLost } from './write'

export type { UploadItem } from '../jobs/upload-item'
export type { UploadProgress } from '../jobs/upload-progress'
export type { UploadQueue } from '../jobs/upload-queue'

/** The list is read no sooner again than this, in milliseconds, however many uploads end. */
const REST_MS = 1_000

/** Asks once at a time: what is wanted while it is under way follows once, after a rest. */
export function inTurn(ask: () => Promise<unknown>, restMs = REST_MS): () => void {
  let [isUnderWay, isWanted] = [false, false]
  const run = async () => {
    isWanted = true
    if (isUnderWay) return
    isUnderWay = true
    while (isWanted) {
      isWanted = false
      await ask().catch(() => undefined)
      if (isWanted) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    isUnderWay = false
  }
  return () => void run()
}

/** Claims a content among the pages of this browser, until what is returned is called or the page ends; `undefined` while another page has it (D796). */
const claimContent: Claim = (hash) =>
  new Promise((resolve) => {
    const free = () => resolve(() => undefined)
    const locks = globalThis.navigator?.locks
    if (!locks) return free()
    locks
      .request(`switchboard-content-${hash}`, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined),
      )
      .catch(free)
  })

/** The documents on their way, one queue for the whole page. */
export const uploadsOf = perPage((client: QueryClient): UploadQueue => {
  let isInDoubt = false
  const settle = async () => {
    isInDoubt = false
    const isLeft = await settleLost(client)
    isInDoubt ||= isLeft
  }
  const readAgain = inTurn(() => {
    const isJoining = queue.getSnapshot().some(({ collections }) => collections)
    const stale = [keys.files, keys.ledger, ...(isJoining ? [keys.collections] : [])]
    return readEverywhere(client, stale)
  })
  let note: (() => void) | undefined
  const queue: UploadQueue = new UploadQueue({
    onMilestone: () => note?.(),
    client: { send: sender(client), uploadDocument },
    // With the record of this browser, which nothing needs before the first document.
    present: async () => (await import('./present-contents')).presentContents(client),
    claim: claimContent,
    limitBytes: async () => (await connectionOf(client)).limits.uploadBytes,
    onAdded: readAgain,
    onDoubt: () => {
      isInDoubt = true
      readAgain()
    },
  })
  noteQueue(client, queue)
  queue.subscribe(() => {
    const { progress, pause } = queue
    // What notes them for the page after this one may be of another build.
    holdPage(queue, queue.hasBytesMoving || (isUpdated && progress !== undefined))
    const left = progress && { done: progress.done, total: progress.total, isPaused: pause !== undefined }
    setUploadCount(left)
    if (isInDoubt && !progress) void settle()
  })
  // Not needed for the first picture. Where it fails, uploads go on and a reload forgets them.
  void import('./note-uploads')
    .then(async ({ noteUploads }) => {
      note = await noteUploads(client, queue)
    })
    .catch(noteTakenUp)
  return queue
})
