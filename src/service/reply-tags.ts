import { createHash } from 'node:crypto'

type Headers = Readonly<Record<string, string>>

/** The tag of an answer that says this (RFC 9110, 8.8.3). Weak, since a gateway may compress it. */
export const tagOf = (content: string | Uint8Array): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether the sender has this answer already. */
export const isKnown = (request: Request, tag: string): boolean =>
  (request.headers.get('if-none-match') ?? '').split(',').some((each) => each.trim() === tag)

export const unchanged = (etag: string, headers: Headers): Response =>
  new Response(null, { status: 304, headers: { ...headers, etag } })

/** Answers with what was made; a read also with its tag, or that the sender has it. */
export function answerTagged(
  request: Request,
  content: string | Uint8Array<ArrayBuffer>,
  headers: Headers,
  status = 200,
): Response {
  if (request.method !== 'GET') return new Response(content, { status, headers })
  const etag = tagOf(content)
  if (isKnown(request, etag)) return unchanged(etag, headers)
  return new Response(content, { headers: { ...headers, etag } })
}
