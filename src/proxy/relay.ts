import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { ProxyCode } from '../contract/errors'
import {
  answerFailure,
  answerJsonText,
  answerStatus,
  eventHeaders,
  retryAfterHeader,
  streamHeaders,
  tagHeader,
} from './answer'
import { compress, compressInto, encodingFor, encodingHeaders } from './compress'
import type { Reply } from './exchange'
import { codeOfFailure, isUnusable } from './upstream'

interface RelayRules {
  /** The `Origin` is the only credential, so a 403 comes from the list of allowed domains. */
  readonly originOnly: boolean
  readonly chatOrigin: string
  readonly credentialSource: string
  /** The credential, which no reply may contain. */
  readonly secret?: string
  readonly maxBytes: number
  readonly rewrite?: Rewrite
  /** Gets a whole successful reply, unless it is large. */
  readonly note?: ((body: Buffer) => void) | undefined
  /** The browser has a reply, so that 304 says something. */
  readonly mayBeUnchanged: boolean
  /** The reply may be server-sent events. */
  readonly isStream: boolean
  /** Ends the exchange; a stream that began has an end of its own. */
  readonly deadline: NodeJS.Timeout
}

class Unusable extends Error {
  constructor(
    readonly code: ProxyCode,
    /** Said instead of what the code says. */
    readonly said?: string,
  ) {
    super(code)
  }
}

/** What makes of a successful reply another one, or says what is wrong with it: by a code, or in words that a person may see. */
export type Rewrite = (body: Buffer) => Buffer | ProxyCode | { readonly refused: string }

/** Bytes held back before the answer begins, so that most broken replies end with a message, not a broken connection. */
const HELD_BYTES = 256 * 1024

/** From this many bytes on a reply is compressed where the browser takes that; it came to us as it is, so never twice. */
const COMPRESSED_FROM = 1024

const REWRITTEN_BYTES_MAX = 1024 * 1024

const NOTHING = Buffer.alloc(0)

/** Shorter credentials would match innocent text. */
const SECRET_LENGTH_MIN = 12

const isJson = (type = '') => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)

export const isWebPage = ({ header }: Reply) => /^text\/html/i.test(header('content-type') ?? '')

/** An encoded reply could be neither checked nor bounded. */
export const isEncoded = ({ header }: Reply) =>
  (header('content-encoding') ?? 'identity').toLowerCase() !== 'identity'

/** Longest form of one character: in a JSON text within another, as a code point. */
const FORM_BYTES_MAX = '\\\\\\u002f'.length

/** The credential in the forms in which JSON and addresses may write its characters. */
const anyFormOf = (secret: string) =>
  new RegExp(
    secret.replace(/./g, (sign) => {
      const hex = sign.charCodeAt(0).toString(16).padStart(2, '0')
      return `(?:\\\\{0,3}(?:\\x${hex}|u00${hex})|%${hex})`
    }),
    'i',
  )

/** Finds the credential in a reply that comes in pieces, across two pieces as well. */
function findSecret(secret = ''): (chunk: Buffer) => boolean {
  if (secret.length < SECRET_LENGTH_MIN) return () => false
  // Hardly ever needed, and dear to make.
  let form: RegExp | undefined
  let tail: Buffer = NOTHING
  return (chunk) => {
    const joined = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
    tail = joined.subarray(Math.max(0, joined.length - secret.length * FORM_BYTES_MAX + 1))
    // As it stands it is found fastest, and no other form comes without one of these signs.
    if (joined.includes(secret)) return true
    if (!joined.includes('\\') && !joined.includes('%')) return false
    form ??= anyFormOf(secret)
    return form.test(joined.toString('latin1'))
  }
}

/** Waits while the browser is slower. Throws once it has left. */
export async function write(response: Writable, chunk: Uint8Array): Promise<void> {
  if (response.write(chunk)) return
  const left = new AbortController()
  const leave = () => left.abort()
  response.once('close', leave)
  await once(response, 'drain', { signal: left.signal }).finally(() => response.off('close', leave))
}

/** Relays one reply: JSON or events only, bounded, with our own headers (safety rule 6). */
export async function relay(
  response: ServerResponse,
  rules: RelayRules,
  sent: Promise<Reply>,
): Promise<void> {
  let reply: Reply | undefined
  try {
    reply = await sent
    if (rules.isStream && isEvents(reply)) await relayEvents(response, rules, reply)
    else await relayJson(response, rules, reply)
  } catch (error) {
    const { code, said } = error instanceof Unusable ? error : { code: codeOfFailure(error) }
    const isAboutUs =
      code === 'CREDENTIAL_REFUSED' || code === 'NOT_PERMITTED' || code === 'SERVICE_STATUS_UNUSABLE'
    // What is wrong with a body counts only where the status does not say enough by itself (safety rule 23).
    if (reply && reply.status >= 400 && !isAboutUs)
      answerStatus(response, reply.status, retryAfterHeader(reply.header('retry-after')))
    else {
      // A web page with 200 is a gateway's, or of another address: it says nothing of what became of a write (D792).
      const isPage = code === 'SERVICE_REPLY_NOT_JSON' && reply && isWebPage(reply)
      answerFailure(response, code, { ...rules, upstreamStatus: reply?.status, isPage, said })
    }
  } finally {
    reply?.body.destroy()
  }
}

async function relayJson(response: ServerResponse, rules: RelayRules, reply: Reply): Promise<void> {
  const { status, header, body } = reply
  const max = rules.rewrite ? REWRITTEN_BYTES_MAX : rules.maxBytes
  if (isUnusable(status)) throw new Unusable('SERVICE_STATUS_UNUSABLE')
  const headers = {
    ...retryAfterHeader(header('retry-after')),
    ...(rules.rewrite ? {} : tagHeader('etag', header('etag'))),
  }
  if (status === 304 && rules.mayBeUnchanged) return answerJsonText(response, 304, NOTHING, headers)
  // After a write, 301 to 303 may lead on from what was done; 307 and 308 ask for it to be sent elsewhere (D1072).
  if (status >= 300 && status < 304 && response.req.method !== 'GET')
    throw new Unusable('SERVICE_REPLY_NOT_JSON')
  if (status >= 300 && status < 400) throw new Unusable('SERVICE_REDIRECTED')
  // With a key, 403 may be about this request alone (D220).
  if (status === 401 || (status === 403 && rules.originOnly)) throw new Unusable('CREDENTIAL_REFUSED')
  if (status === 403) throw new Unusable('NOT_PERMITTED')
  if (Number(header('content-length') ?? 0) > max) throw new Unusable('SERVICE_REPLY_TOO_LARGE')
  const holdsSecret = findSecret(rules.secret)
  const held: Buffer[] = []
  const encoding = encodingFor(response.req)
  let going: Writable | undefined
  let size = 0
  for await (const chunk of body) {
    if (chunk.length === 0) continue
    if (size === 0 && (isEncoded(reply) || !isJson(header('content-type'))))
      throw new Unusable('SERVICE_REPLY_NOT_JSON')
    size += chunk.length
    if (size > max) throw new Unusable('SERVICE_REPLY_TOO_LARGE')
    if (holdsSecret(chunk)) throw new Unusable('SERVICE_REPLY_BROKEN')
    held.push(chunk)
    if (rules.rewrite || size <= HELD_BYTES) continue
    if (!going && encoding) {
      response.writeHead(status, { ...streamHeaders(undefined, headers), ...encodingHeaders(encoding) })
      going = compressInto(response, encoding)
    } else if (!going) {
      going = response.writeHead(status, streamHeaders(header('content-length'), headers))
    }
    await write(going, Buffer.concat(held.splice(0)))
  }
  if (going) {
    going.end()
    return
  }
  if (status >= 400 && size === 0) throw new Unusable('SERVICE_REPLY_NOT_JSON')
  const [first = NOTHING] = held
  const whole = held.length > 1 ? Buffer.concat(held) : first
  const rewritten = rules.rewrite && status < 300 ? rules.rewrite(whole) : whole
  if (typeof rewritten === 'string') throw new Unusable(rewritten)
  if ('refused' in rewritten) throw new Unusable('REQUEST_REFUSED', rewritten.refused)
  if (status < 300) rules.note?.(whole)
  if (encoding && rewritten.length >= COMPRESSED_FROM)
    answerJsonText(response, status, compress(rewritten, encoding), {
      ...headers,
      ...encodingHeaders(encoding),
    })
  else answerJsonText(response, status, rewritten, headers)
}

/** Event streams that a console passes on at once: each holds a connection to the service. */
export const STREAMS_MAX = 12

/** A stream ends after this many ms, whatever comes; its reader reconnects and resumes. */
const STREAM_TIME = 30 * 60_000

const isEvents = (reply: Reply) =>
  reply.status === 200 &&
  /^text\/event-stream\s*(?:;|$)/i.test(reply.header('content-type') ?? '') &&
  !isEncoded(reply)

/** Relays server-sent events piece by piece as they come (D271). A reader reconnects after an end and after a break alike. */
async function relayEvents(
  response: ServerResponse,
  { secret, deadline }: RelayRules,
  { body }: Reply,
): Promise<void> {
  clearTimeout(deadline)
  const holdsSecret = findSecret(secret)
  const timer = setTimeout(() => response.end(), STREAM_TIME)
  response.writeHead(200, eventHeaders)
  response.flushHeaders()
  try {
    for await (const chunk of body) {
      if (holdsSecret(chunk)) response.destroy()
      if (response.destroyed || response.writableEnded) return
      await write(response, chunk)
    }
  } catch {
    // Ends here too.
  } finally {
    clearTimeout(timer)
    response.end()
  }
}
