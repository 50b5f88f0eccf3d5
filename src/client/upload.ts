import { type UploadTarget, uploadContent } from '../contract/file-changes'
import { CONTENT_TYPES, type FileExtension } from '../contract/files'
import { causeOf, NoAnswer, type NoAnswerCause, refusalFrom } from './api-error'
import { basePath } from './base-path'
import type { Cancellable } from './call'
import { inSession } from './in-session'

/** An upload that moves no byte for this long is given up; a slow one may take as long as it needs (D62). */
const STALL_MS = 60_000

interface DocumentUpload extends Cancellable {
  readonly target: UploadTarget
  readonly content: Blob
  readonly extension: FileExtension
  readonly onProgress?: (sent: number) => void
}

/** Sends a document to its upload address (§4), again where somebody had to sign in first. Rejects like `call`. */
export const uploadDocument = (upload: DocumentUpload): Promise<void> =>
  inSession(() => sendOnce(upload), {
    signal: upload.signal,
    waits: true,
  })

/** `fetch` would tell nothing of the bytes sent. */
function sendOnce({ target, content, extension, onProgress, signal }: DocumentUpload): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const operation = uploadContent.name
    const fail = (cause: NoAnswerCause, sent = true) => reject(new NoAnswer({ operation, cause, sent }))
    if (signal?.aborted) return fail('aborted', false)

    let stalled = false
    let timer: ReturnType<typeof setTimeout>
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        stalled = true
        request.abort()
      }, STALL_MS)
    }
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)

    request.upload.onprogress = ({ loaded }) => {
      watch()
      onProgress?.(loaded)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve()
      const header = (name: string) => request.getResponseHeader(name)
      reject(refusalFrom(operation, request.status, request.responseText, header))
    }
    request.onerror = () => fail(causeOf(signal, stalled))
    request.onabort = () => fail(stalled ? 'timed out' : 'aborted')
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }

    request.open(uploadContent.method, basePath + target.uploadUrl)
    request.setRequestHeader('content-type', CONTENT_TYPES[extension])
    watch()
    request.send(content)
  })
}
