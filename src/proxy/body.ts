import type { IncomingMessage } from 'node:http'

/** Why a request body was not taken. */
export type BodyProblem = 'too-large' | 'too-slow' | 'gone'

/** A JSON body comes at once; whoever takes longer than this, in ms, holds a connection open. */
const BODY_TIMEOUT = 30_000

/** Reads a body of at most `max` bytes, whatever its declared length, so chunked ones are held to it too. */
export function readBody(request: IncomingMessage, max: number): Promise<Buffer | BodyProblem> {
  if (Number(request.headers['content-length'] ?? 0) > max) return Promise.resolve('too-large')
  return new Promise((settle) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (result: Buffer | BodyProblem) => {
      clearTimeout(timer)
      request.off('data', take)
      settle(result)
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > max) finish('too-large')
      else chunks.push(chunk)
    }
    const timer = setTimeout(() => finish('too-slow'), BODY_TIMEOUT)
    request.on('data', take)
    request.once('end', () => finish(Buffer.concat(chunks)))
    request.once('close', () => finish('gone'))
  })
}
