import type { ServerResponse } from 'node:http'
import type { ProxyCode } from '../contract/errors'
import { answerJsonText, refuse, streamHeaders } from './answer'
import { failureOf } from './failures'

/** The head of a reply, reduced to what is looked at. */
export interface ReplyHead {
  readonly status: number
  readonly contentType?: string
  readonly contentLength?: string
  readonly contentEncoding?: string
  readonly retryAfter?: string
}

export interface RelayRules {
  /** The operation's credential is the `Origin` alone: a 403 is then the allowlist of domains speaking. */
  readonly originOnly: boolean
  readonly chatOrigin: string
  /** The variable that the credential came from, for the message. */
  readonly credentialSource: string
  /** A text that must not stand in a reply, because it is the credential. */
  readonly secret?: string
  /** Largest reply in bytes. */
  readonly maxBytes: number
  /** Changes a whole successful reply before the browser sees it, or says what is wrong with it. */
  readonly rewrite?: (body: Buffer) => Buffer | ProxyCode
}

/** Takes a reply from the service piece by piece. `false` from `head` or `data` asks the sender to break off. */
export interface Relay {
  head(head: ReplyHead): boolean
  /** `wait`: the browser is slower than the service; `onDrain` says when to go on. */
  data(chunk: Buffer): boolean | 'wait'
  end(): void
  /** `error`: what it came from, where there is more to know. */
  fail(code: ProxyCode, error?: unknown): void
  onDrain(resume: () => void): void
}

/** So much is held back before the answer begins: all but the largest replies break with a message, not with a torn connection. */
const HELD_BYTES = 256 * 1024

/** A rewritten reply is small by its nature. */
const REWRITTEN_BYTES_MAX = 1024 * 1024

/** Shorter credentials would be found in innocent text. */
const SECRET_LENGTH_MIN = 12

const isJson = (type: string | undefined) => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '')

/** Either form of the header (RFC 9110, 10.2.3); anything else is not repeated. */
const safeRetryAfter = (value: string | undefined) =>
  value !== undefined && /^(?:\d{1,8}|[A-Za-z]{3}, [\w: ]{10,30})$/.test(value) ? value : undefined

/** Relays one reply: JSON only, bounded, with headers of our own (safety rule 6). */
export function startRelay(response: ServerResponse, rules: RelayRules): Relay {
  const max = rules.rewrite ? REWRITTEN_BYTES_MAX : rules.maxBytes
  const secret = Buffer.from(rules.secret && rules.secret.length >= SECRET_LENGTH_MIN ? rules.secret : '')
  let reply: ReplyHead = { status: 502 }
  let held: Buffer[] = []
  let size = 0
  let tail: Buffer = Buffer.alloc(0)
  let streaming = false
  let done = false

  const fail = (code: ProxyCode) => {
    if (done) return
    done = true
    held = []
    const { status, message } = failureOf(code, { ...rules, upstreamStatus: reply.status })
    refuse(response, status, code, message)
  }
  const refused = (code: ProxyCode) => {
    fail(code)
    return false
  }
  const headers = () => {
    const retryAfter = safeRetryAfter(reply.retryAfter)
    return retryAfter ? { 'retry-after': retryAfter } : undefined
  }

  /** Looks for the credential across the seam of two chunks as well. */
  const holdsSecret = (chunk: Buffer) => {
    if (secret.length === 0) return false
    const joined = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
    tail = joined.subarray(Math.max(0, joined.length - secret.length + 1))
    return joined.includes(secret)
  }

  return {
    head(head) {
      reply = head
      if (head.status >= 300 && head.status < 400) return refused('SERVICE_REDIRECTED')
      if (head.status === 401) return refused('CREDENTIAL_REFUSED')
      // With an `Origin` alone, 403 is the answer to that; with a key it may be about this one request (D220).
      if (head.status === 403) return refused(rules.originOnly ? 'CREDENTIAL_REFUSED' : 'NOT_PERMITTED')
      if (Number(head.contentLength ?? 0) > max) return refused('SERVICE_REPLY_TOO_LARGE')
      return true
    },
    data(chunk) {
      if (done) return false
      if (chunk.length === 0) return true
      // None was asked for, and an encoded reply could be neither checked nor capped.
      const encoded = (reply.contentEncoding ?? 'identity').toLowerCase() !== 'identity'
      if (size === 0 && (encoded || !isJson(reply.contentType))) return refused('SERVICE_REPLY_NOT_JSON')
      size += chunk.length
      if (size > max) return refused('SERVICE_REPLY_TOO_LARGE')
      if (holdsSecret(chunk)) return refused('SERVICE_REPLY_BROKEN')
      if (streaming) return response.write(chunk) || 'wait'
      held.push(chunk)
      if (size <= HELD_BYTES || rules.rewrite) return true
      streaming = true
      response.writeHead(reply.status, streamHeaders(reply.contentLength, headers()))
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
      const body = Buffer.concat(held)
      const rewritten = rules.rewrite && reply.status < 300 ? rules.rewrite(body) : body
      if (typeof rewritten === 'string') {
        fail(rewritten)
        return
      }
      done = true
      answerJsonText(response, reply.status, rewritten, headers())
    },
    fail,
    onDrain(resume) {
      response.on('drain', resume)
    },
  }
}
