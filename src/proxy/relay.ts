import type { ServerResponse } from 'node:http'
import type { ProxyCode } from '../contract/errors'
import { answerFailure, answerJsonText, answerStatus, retryAfterHeader, streamHeaders } from './answer'

/** The parts of a reply's head that matter here. */
export interface ReplyHead {
  readonly status: number
  readonly contentType?: string
  readonly contentLength?: string
  readonly contentEncoding?: string
  readonly retryAfter?: string
}

export interface RelayRules {
  /** The `Origin` is the only credential, so a 403 comes from the list of allowed domains. */
  readonly originOnly: boolean
  readonly chatOrigin: string
  /** The credential's variable, for the message. */
  readonly credentialSource: string
  /** The credential, which no reply may contain. */
  readonly secret?: string
  /** Largest reply in bytes. */
  readonly maxBytes: number
  /** Changes a whole successful reply, or says what is wrong with it. */
  readonly rewrite?: (body: Buffer) => Buffer | ProxyCode
}

/** Takes a reply piece by piece. `false` from `head` or `data` asks the sender to stop. */
export interface Relay {
  head(head: ReplyHead): boolean
  /** `wait`: pause until `onDrain`, because the browser is slower. */
  data(chunk: Buffer): boolean | 'wait'
  end(): void
  /** `error`: the cause, where it adds something. */
  fail(code: ProxyCode, error?: unknown): void
  onDrain(resume: () => void): void
}

/** Bytes held back before the answer begins, so that most broken replies end with a message, not a broken connection. */
const HELD_BYTES = 256 * 1024

const REWRITTEN_BYTES_MAX = 1024 * 1024

/** Shorter credentials would match innocent text. */
const SECRET_LENGTH_MIN = 12

const isJson = (type: string | undefined) => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '')

/** Finds the credential in a reply that comes in pieces, across two pieces as well. */
export function findSecret(given: string | undefined): (chunk: Buffer) => boolean {
  const secret = Buffer.from(given && given.length >= SECRET_LENGTH_MIN ? given : '')
  let tail: Buffer = Buffer.alloc(0)
  return (chunk) => {
    if (secret.length === 0) return false
    const joined = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
    tail = joined.subarray(Math.max(0, joined.length - secret.length + 1))
    return joined.includes(secret)
  }
}

/** Relays one reply: JSON only, bounded, with our own headers (safety rule 6). */
export function startRelay(response: ServerResponse, rules: RelayRules): Relay {
  const max = rules.rewrite ? REWRITTEN_BYTES_MAX : rules.maxBytes
  const holdsSecret = findSecret(rules.secret)
  let reply: ReplyHead | undefined
  let held: Buffer[] = []
  let size = 0
  let streaming = false
  let done = false

  const headers = () => retryAfterHeader(reply?.retryAfter)
  const answerFor = (code: ProxyCode) => {
    if (done) return
    done = true
    held = []
    answerFailure(response, code, { ...rules, upstreamStatus: reply?.status })
  }
  /** What is wrong with a body counts only where the status does not say enough by itself (safety rule 23). */
  const fail = (code: ProxyCode) => {
    if (done) return
    if (reply === undefined || reply.status < 400) return answerFor(code)
    done = true
    held = []
    answerStatus(response, reply.status, headers())
  }
  const refused = (code: ProxyCode) => {
    fail(code)
    return false
  }
  const inPlaceOf = (code: ProxyCode) => {
    answerFor(code)
    return false
  }

  return {
    head(head) {
      reply = head
      if (head.status >= 300 && head.status < 400) return refused('SERVICE_REDIRECTED')
      if (head.status === 401) return inPlaceOf('CREDENTIAL_REFUSED')
      // With a key, 403 may be about this request alone (D220).
      if (head.status === 403) return inPlaceOf(rules.originOnly ? 'CREDENTIAL_REFUSED' : 'NOT_PERMITTED')
      if (Number(head.contentLength ?? 0) > max) return refused('SERVICE_REPLY_TOO_LARGE')
      return true
    },
    data(chunk) {
      if (done) return false
      if (chunk.length === 0) return true
      // An encoded reply could be neither checked nor bounded.
      const encoded = (reply?.contentEncoding ?? 'identity').toLowerCase() !== 'identity'
      if (size === 0 && (encoded || !isJson(reply?.contentType))) return refused('SERVICE_REPLY_NOT_JSON')
      size += chunk.length
      if (size > max) return refused('SERVICE_REPLY_TOO_LARGE')
      if (holdsSecret(chunk)) return refused('SERVICE_REPLY_BROKEN')
      if (streaming) return response.write(chunk) || 'wait'
      held.push(chunk)
      if (size <= HELD_BYTES || rules.rewrite) return true
      streaming = true
      response.writeHead(reply?.status ?? 502, streamHeaders(reply?.contentLength, headers()))
      const goesOn = response.write(Buffer.concat(held))
      held = []
      return goesOn || 'wait'
    },
    end() {
      if (done) return
      if (streaming) {
        done = true
        response.end()
        return
      }
      const { status = 502 } = reply ?? {}
      if (status >= 400 && size === 0) return fail('SERVICE_REPLY_NOT_JSON')
      const body = Buffer.concat(held)
      const rewritten = rules.rewrite && status < 300 ? rules.rewrite(body) : body
      if (typeof rewritten === 'string') return fail(rewritten)
      done = true
      answerJsonText(response, status, rewritten, headers())
    },
    fail,
    onDrain(resume) {
      response.on('drain', resume)
    },
  }
}
