import type { ServerResponse } from 'node:http'
import type { Refusal } from '../contract/errors'
import { answerJson, refuse, SAFE_HEADERS, SANDBOX } from './answer'
import { failureOf } from './failures'
import type { Relay } from './relay'
import { PrivateTargetError } from './upload-target'

/** `%PDF-` stands within the first so many bytes of a PDF, as ingestion takes it. */
const BEGINNING = 1024

const typeOf = (beginning: Buffer) =>
  beginning.subarray(0, BEGINNING).includes('%PDF-') ? 'application/pdf' : 'text/plain; charset=utf-8'

export const PRIVATE_TARGET =
  'The view address of this file is private or not https, so the console does not read from it. If it is right, name its origin in UPLOAD_ORIGINS'

/** What a storage's refusal means. Its own words name buckets, keys and signatures, so they are not repeated. */
function refusalOf(status: number): string {
  if (status === 401 || status === 403 || status === 410)
    return 'The storage refused the view address. It may have expired'
  if (status === 404) return 'The storage has no such file'
  return `The storage answered with status ${status}`
}

/**
 * Passes the bytes of a stored file on, as text or PDF and nothing else, never to be shown as a page (safety rule 10).
 * What the storage calls them does not matter: their beginning says what they are.
 */
export function startPreview(response: ServerResponse, maxBytes: number): Relay {
  let length: string | undefined
  let held: Buffer[] = []
  let size = 0
  let streaming = false
  let done = false

  const refused = (status: number, message: string) => {
    if (!done) refuse(response, status, 'REQUEST_REFUSED', message)
    done = true
    held = []
    return false
  }
  const tooLarge = () =>
    refused(413, `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB, too large for a preview`)
  const begin = () => {
    const beginning = Buffer.concat(held)
    held = []
    streaming = true
    response.writeHead(200, {
      ...SAFE_HEADERS,
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'content-security-policy': SANDBOX,
      'content-type': typeOf(beginning),
      ...(length === undefined ? {} : { 'content-length': length }),
    })
    return response.write(beginning)
  }

  return {
    head({ status, contentLength, contentEncoding }) {
      if (status >= 300 && status < 400)
        return refused(502, 'The storage answered with a redirect, which is not followed')
      if (status !== 200) {
        done = true
        const answered = status >= 400 && status < 600 ? status : 502
        const body: Refusal = {
          status: answered,
          message: refusalOf(status),
          code: 'PREVIEW_REFUSED',
          success: false,
        }
        answerJson(response, answered, body)
        return false
      }
      if ((contentEncoding ?? 'identity').toLowerCase() !== 'identity')
        return refused(502, 'The storage sends this file in an encoding that a preview does not read')
      if (Number(contentLength ?? 0) > maxBytes) return tooLarge()
      length = contentLength && /^\d{1,15}$/.test(contentLength) ? contentLength : undefined
      return true
    },
    data(chunk) {
      if (done) return false
      size += chunk.length
      if (size > maxBytes) return tooLarge()
      if (streaming) return response.write(chunk) || 'wait'
      held.push(chunk)
      return size < BEGINNING || begin() || 'wait'
    },
    end() {
      if (done) return
      done = true
      if (!streaming) begin()
      response.end()
    },
    fail(code, error) {
      if (done || response.destroyed) return
      if (error instanceof PrivateTargetError) refused(502, PRIVATE_TARGET)
      else {
        const { status } = failureOf(code)
        refused(
          status,
          status === 504 ? 'The storage did not answer in time' : 'The storage cannot be reached',
        )
      }
    },
    onDrain(resume) {
      response.on('drain', resume)
    },
  }
}
