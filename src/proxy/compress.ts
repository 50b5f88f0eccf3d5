import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Writable } from 'node:stream'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import { chooseEncoding, type Encoding } from './assets'

export const encodingFor = ({ headers }: IncomingMessage, available: readonly Encoding[] = ['br', 'gzip']) =>
  chooseEncoding(String(headers['accept-encoding'] ?? ''), available)

export const encodingHeaders = (encoding: Encoding) => ({
  'content-encoding': encoding,
  vary: 'accept-encoding',
})

/** Fast rather than small, because every answer is new: Brotli 1 takes 2 ms for 900 kB of JSON and leaves a fifth (D431). */
const FAST = 1

const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** A short reply is one that a page waits for: a seventh less of it is worth half a millisecond (D720). */
const SHORT_BYTES = 64 * 1024

/** As small as it gets before Brotli needs many times as long; also for the page itself, which its nonce makes new in every answer. */
const SMALL = 5

const qualityFor = (body: Buffer) => (body.length > SHORT_BYTES ? FAST : SMALL)

export const compress = (body: Buffer, encoding: Encoding, quality = qualityFor(body)): Buffer =>
  encoding === 'br' ? brotliCompressSync(body, brotli(quality)) : gzipSync(body, { level: quality })

/** Takes the pieces of an answer whose head is sent. Ends with it, however that ends. */
export function compressInto(response: ServerResponse, encoding: Encoding): Writable {
  const encoder = encoding === 'br' ? createBrotliCompress(brotli(FAST)) : createGzip({ level: FAST })
  pipeline(encoder, response, () => {})
  return encoder
}
