import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export const WIDGET_PATH = '/widget.js'

/** Answers the chat widget, which pages of any origin load as a script; what it asks for then is checked by origin (D333). */
export async function answerWidget(path: string, request: Request): Promise<Response> {
  const code = await readFile(path)
  const etag = `"${createHash('sha256').update(code).digest('base64url').slice(0, 22)}"`
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    // Asked again each time, so that pages have the version of their service; mostly the answer is that nothing changed.
    'cache-control': 'no-cache',
    etag,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  }
  return request.headers.get('if-none-match') === etag
    ? new Response(null, { status: 304, headers })
    : new Response(new Uint8Array(code), { headers })
}
