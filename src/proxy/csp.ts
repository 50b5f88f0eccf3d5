import { createHash } from 'node:crypto'

/** Stands in `index.html` wherever the nonce of an answer belongs. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** Hashes of the scripts that stand in the page itself, so that those and no others may run. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc[\s=])[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  )
}

/** The policy of one page: nothing foreign, no evaluation, styles of ours by nonce, and never inside a frame (safety rule 14). */
export function contentPolicy(nonce: string, scriptHashes: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
