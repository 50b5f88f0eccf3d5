import { type Refusal, readErrorBody } from '../contract/errors'

/** Codes of object storages that a person can do something about, in our words. */
const STORAGE_CODES: Readonly<Record<string, string>> = {
  AccessDenied: 'The upload address has expired or does not take this file. Add the file again',
  EntityTooLarge: 'The file is larger than the storage takes',
  ExpiredToken: 'The upload address has expired. Add the file again',
  RequestTimeout: 'The storage waited too long for the file. Try again',
  SignatureDoesNotMatch: 'The upload address does not fit this file. Add the file again',
}

const shorten = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text)

/**
 * What a storage's refusal comes to. A JSON message is passed on, shortened; of XML only a known code counts, because the rest
 * of it names buckets, keys and signatures.
 */
export function readUploadRefusal(status: number, contentType: string, body: string): Refusal {
  const refusal = (message: string, code = 'UPLOAD_REFUSED'): Refusal => ({
    status,
    message,
    code,
    success: false,
  })
  if (/json/i.test(contentType)) {
    try {
      const { message, code } = readErrorBody(JSON.parse(body))
      if (message) return refusal(shorten(message), code && /^\w{1,60}$/.test(code) ? code : undefined)
    } catch {
      // Not JSON after all; the status still says something.
    }
  }
  const storageCode = /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? ''
  return refusal(
    STORAGE_CODES[storageCode] ?? `The storage refused the file with status ${status}. Add the file again`,
  )
}
