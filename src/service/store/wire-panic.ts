const ERROR_RESPONSE = 'E'.charCodeAt(0)
const HEADER = 5

/**
 * The SQLSTATE with which a server gave up in a reply, if it did. A server of its own would end then; the embedded one goes on with whatever is left in
 * its memory. `reply` holds whole messages.
 */
export function panicIn(reply: Uint8Array): string | undefined {
  const { buffer, byteOffset, length } = reply
  const bytes = Buffer.from(buffer, byteOffset, length)
  for (let at = 0; at + HEADER <= length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] !== ERROR_RESPONSE) continue
    const fields = bytes.toString('latin1', at + HEADER, at + 1 + bytes.readInt32BE(at + 1)).split('\0')
    // V is the severity in plain English, C the code; each field begins with its letter.
    if (fields.includes('VPANIC') || fields.includes('VFATAL'))
      return fields.find((field) => field.startsWith('C'))?.slice(1) ?? 'XX000'
  }
  return undefined
}
