import { readFile } from 'node:fs/promises'
import { answerTagged } from './reply-tags'

export const WIDGET_PATH = '/widget.js'

/** Answers the chat widget, which pages of any origin load as a script; what it asks for then is checked by origin (D333). */
export async function answerWidget(path: string, request: Request): Promise<Response> {
  return answerTagged(request, new Uint8Array(await readFile(path)), {
    'content-type': 'text/javascript; charset=utf-8',
    // Asked again each time, so that pages have the version of their service; mostly the answer is that nothing changed.
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
}
