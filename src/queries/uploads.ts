import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import { uploadDocument } from '../client/upload'
import { createFile, listFiles, requestUpload } from '../contract/files'
import { UploadQueue } from '../jobs/upload-queue'
import { connectionOf } from './info'
import { keys } from './keys'
import { write } from './write'

export type { UploadItem, UploadQueue } from '../jobs/upload-queue'

const queues = new WeakMap<QueryClient, UploadQueue>()

/** The documents on their way, one queue for the whole page. Give its `subscribe` and `getSnapshot` to `useSyncExternalStore`. */
export function uploadsOf(client: QueryClient): UploadQueue {
  const known = queues.get(client)
  if (known) return known
  const readAnew = () => {
    for (const queryKey of [keys.files, keys.ledger]) void client.invalidateQueries({ queryKey })
  }
  let keep: (() => void) | undefined
  const queue = new UploadQueue({
    onMilestone: () => keep?.(),
    client: {
      requestUpload: ({ signal, ...body }) => call(requestUpload, { body, signal }),
      uploadDocument,
      listFiles: ({ signal }) => call(listFiles, { signal }),
      createFile: ({ signal, ...body }) => write(client, createFile, { body, signal }),
    },
    limitBytes: async () => (await connectionOf(client)).limits.uploadBytes,
    onAdded: readAnew,
    onDoubt: readAnew,
  })
  queues.set(client, queue)
  queue.subscribe(() => warnWhileMoving(queue))
  // Not needed for the first picture. Where it fails, uploads go on and a reload forgets them.
  void import('./keep-uploads')
    .then(async ({ keepUploads }) => {
      keep = await keepUploads(client, queue)
    })
    .catch(() => undefined)
  return queue
}

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

/** Leaving the page asks first while it would lose an upload; at other times it must not, or nobody heeds the question. */
function warnWhileMoving(queue: UploadQueue): void {
  if (queue.hasBytesMoving) window.addEventListener('beforeunload', askToStay)
  else window.removeEventListener('beforeunload', askToStay)
}
