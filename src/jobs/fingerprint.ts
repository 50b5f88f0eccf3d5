/** The SHA-256 of a document's bytes; `undefined` where it cannot be told, which is no reason not to send it. */
export async function fingerprintOf(file: Blob): Promise<string | undefined> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    // Not a trustworthy address, or the file is gone; the check that follows names the latter.
    return undefined
  }
}
