import { causeOf, NoAnswer, refusalFrom } from './api-error'
import { basePath } from './base-path'
import type { Cancellable } from './call'
import { inSession } from './in-session'

/** Longest wait for the next piece of a file, in ms; a slow line may take as long as it needs for all of them (D62). */
const STALL_MS = 60_000

export interface FileContent {
  readonly bytes: Uint8Array
  readonly isPdf: boolean
}

/** Reads a stored file from the address in its view reply. Rejects with `ServiceRefusal` or `NoAnswer`. */
export async function readPreview(
  options: {
    preview: string
    /** Bytes read so far, and how many there are where that is known. */
    onProgress?: (read: number, all: number | undefined) => void
  } & Cancellable,
): Promise<FileContent> {
  return inSession(() => readOnce(options), { signal: options.signal, waits: true })
}

async function readOnce({
  preview,
  onProgress,
  signal,
}: Parameters<typeof readPreview>[0]): Promise<FileContent> {
  const operation = 'readPreview'
  const stalled = new AbortController()
  const both = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal
  let timer = setTimeout(() => stalled.abort(), STALL_MS)
  try {
    const response = await fetch(basePath + preview, { cache: 'no-store', redirect: 'error', signal: both })
    if (!response.ok)
      throw refusalFrom(operation, response.status, await response.text(), (name) =>
        response.headers.get(name),
      )
    const isPdf = response.headers.get('content-type')?.startsWith('application/pdf') ?? false
    const all = Number(response.headers.get('content-length') ?? Number.NaN)
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let read = 0
    const reader = response.body?.getReader()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => stalled.abort(), STALL_MS)
      chunks.push(next.value)
      read += next.value.length
      onProgress?.(read, Number.isFinite(all) ? all : undefined)
    }
    return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), isPdf }
  } catch (error) {
    // What the code below the network throws are type and abort errors.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error
    throw new NoAnswer({ operation, cause: causeOf(signal, stalled.signal.aborted), sent: true })
  } finally {
    clearTimeout(timer)
  }
}
