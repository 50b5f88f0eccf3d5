import type { QueryClient } from '@tanstack/react-query'
import { uploadDocument } from '../client/upload'
import { UploadQueue } from '../jobs/upload-queue'
import { connectionOf } from './info'
import { keys } from './keys'
import { holdPage, perPage } from './page'
import { readAnew } from './query-client'
import { sender } from './write'

export type { UploadItem } from '../jobs/upload-item'
export type { UploadQueue } from '../jobs/upload-queue'

/** The documents on their way, one queue for the whole page. */
export const uploadsOf = perPage((client: QueryClient): UploadQueue => {
  const readAgain = () => {
    for (const queryKey of [keys.files, keys.ledger]) void readAnew(client, queryKey)
  }
  let note: (() => void) | undefined
  const queue = new UploadQueue({
    onMilestone: () => note?.(),
    client: { send: sender(client), uploadDocument },
    limitBytes: async () => (await connectionOf(client)).limits.uploadBytes,
    onAdded: readAgain,
    onDoubt: readAgain,
  })
  queue.subscribe(() => holdPage(queue, queue.hasBytesMoving))
  // Not needed for the first picture. Where it fails, uploads go on and a reload forgets them.
  void import('./note-uploads')
    .then(async ({ noteUploads }) => {
      note = await noteUploads(client, queue)
    })
    .catch(() => undefined)
  return queue
})
