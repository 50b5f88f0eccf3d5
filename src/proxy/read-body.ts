import type { IncomingMessage } from 'node:http'
import { BODY_TIME } from '../net/server-limits'

type BodyProblem = 'too-large' | 'too-slow' | 'gone'

export const NO_BODY = Buffer.alloc(0)

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Reads a body of at most `max` bytes, whatever length it declares. */
export async function readBody(request: IncomingMessage, max: number): Promise<Buffer | BodyProblem> {
  if (!hasBody(request)) return NO_BODY
  if (Number(request.headers['content-length'] ?? 0) > max) return 'too-large'
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
    const timer = setTimeout(() => finish('too-slow'), BODY_TIME)
    request.on('data', take)
    request.once('end', () => finish(Buffer.concat(chunks)))
    request.once('close', () => finish('gone'))
  })
}

export const isJson = (type = '') => /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)
