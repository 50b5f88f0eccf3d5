import type { IncomingMessage, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'

export class TooLargeError extends Error {}

/** The bytes of an upload, counted. A pipe holds the sender at the speed of the target. */
export function countBytes(request: IncomingMessage, max: number): Transform {
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (size > max) done(new TooLargeError())
      else done(null, chunk)
    },
  })
  // Whoever reads it hears of an error too; after them, nobody needs to.
  counter.on('error', () => {})
  return request.pipe(counter)
}

/** In ms; it takes two to notice that a browser has left. */
const PULSE = 200

/**
 * While the target takes nothing, nothing is read from the browser either, and its leaving would go unnoticed. So an
 * interim answer is written now and then, which fails on a connection that is gone. Only browsers get one, known by
 * their `Sec-Fetch` header: not every other client reads past it (D47). Returns a way to stop.
 */
export function watchWhileHeld(
  request: IncomingMessage,
  response: ServerResponse,
  body: Transform,
): () => void {
  if (request.headers['sec-fetch-mode'] === undefined) return () => {}
  const timer = setInterval(() => {
    if (body.writableNeedDrain && !response.headersSent) response.writeProcessing()
  }, PULSE)
  return () => clearInterval(timer)
}
