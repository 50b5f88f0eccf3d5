/** To the embedded database's worker: bytes of a client, which it answers in order, as it does no bytes at all. */
export type ToWorker = { readonly bytes: Uint8Array | undefined } | 'close'

/** From that worker. */
export type FromWorker =
  | { readonly kind: 'ready' }
  /** `panic`: the database broke with this SQLSTATE and must be opened again. */
  | { readonly kind: 'reply'; readonly bytes: Uint8Array; readonly panic: string | undefined }
  /** The database could not be opened, or broke. `code`: SQLSTATE. */
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string | undefined }

const ERROR_RESPONSE = 'E'.charCodeAt(0)
const HEADER = 5

/** The SQLSTATE of a panic in a reply. A real server ends then; the embedded one continues with broken memory. */
export function panicIn(reply: Uint8Array): string | undefined {
  const { buffer, byteOffset, length } = reply
  const bytes = Buffer.from(buffer, byteOffset, length)
  for (let at = 0; at + HEADER <= length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] !== ERROR_RESPONSE) continue
    const fields = bytes.toString('latin1', at + HEADER, at + 1 + bytes.readInt32BE(at + 1)).split('\0')
    // Each field begins with a letter: V for the severity, C for the code.
    if (fields.includes('VPANIC') || fields.includes('VFATAL'))
      return fields.find((field) => field.startsWith('C'))?.slice(1) ?? 'XX000'
  }
  return undefined
}
