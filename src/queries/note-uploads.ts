import type { QueryClient } from '@tanstack/react-query'
import { readNote } from '../jobs/upload-note'
import type { UploadQueue } from '../jobs/upload-queue'
import { openPageNote } from '../ledger/page-note'
import { fileQueries } from './files'
import { connectionOf } from './info'
import { askShared } from './query-client'
import { noteTakenUp } from './upload-count'

/** So long, in milliseconds, a screen keeps its rows back for what a page left that is just closing. */
const LEFT_MS = 500

/**
 * Takes up what an earlier page left of its uploads to this service, and from then on notes what this page's are like. Resolves with what to
 * call when they have changed.
 */
export async function noteUploads(client: QueryClient, queue: UploadQueue): Promise<() => void> {
  const [{ serviceName: service }, note] = await Promise.all([connectionOf(client), openPageNote('uploads')])
  const save = () => {
    const items = queue.noted()
    note.write(items.length === 0 ? undefined : JSON.stringify({ service, items }))
  }
  const takingOver = note.takeOver((text) => {
    const left = readNote(text)
    // What belongs to another service waits for a page that is connected to it.
    if (left && left.service !== service) return false
    queue.restore(left?.items ?? [])
    save()
    return true
  })
  void takingOver.then(() => confirmRecords(client, queue))
  // What a page left that is still open is not waited for: it does not come.
  void Promise.race([takingOver, new Promise((resolve) => setTimeout(resolve, LEFT_MS))]).then(noteTakenUp)
  save()
  return save
}

/** A record may have been created in the last moment of the page that was left. */
async function confirmRecords(client: QueryClient, queue: UploadQueue): Promise<void> {
  if (!queue.getSnapshot().some(({ state }) => state === 'unrecorded')) return
  const list = await askShared(client, fileQueries.list()).catch(() => undefined)
  if (list) queue.confirm(new Set(list.items.map(({ fileId }) => fileId)))
}
