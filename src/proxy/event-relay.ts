import type { ServerResponse } from 'node:http'
import { eventHeaders } from './answer'
import { findSecret, type Relay, type RelayRules, type ReplyHead, startRelay } from './relay'

/** Event streams that a console passes on at once: each holds a connection to the service. */
export const STREAMS_MAX = 12

/** A stream ends after this many ms, whatever comes; its reader reconnects and resumes. */
const STREAM_TIME = 30 * 60_000

const isEvents = ({ status, contentType = '', contentEncoding = 'identity' }: ReplyHead) =>
  status === 200 &&
  /^text\/event-stream\s*(?:;|$)/i.test(contentType) &&
  contentEncoding.toLowerCase() === 'identity'

/** Relays server-sent events piece by piece as they come (D271), and any other reply as usual. */
export function startEventRelay(response: ServerResponse, rules: RelayRules): Relay {
  const usual = startRelay(response, rules)
  const holdsSecret = findSecret(rules.secret)
  let streaming = false

  return {
    ...usual,
    head(head) {
      if (!isEvents(head)) return usual.head(head)
      streaming = true
      response.writeHead(200, eventHeaders)
      response.flushHeaders()
      const timer = setTimeout(() => response.end(), STREAM_TIME)
      response.once('close', () => clearTimeout(timer))
      return true
    },
    data(chunk) {
      if (!streaming) return usual.data(chunk)
      if (response.writableEnded) return false
      if (!holdsSecret(chunk)) return response.write(chunk) || 'wait'
      response.destroy()
      return false
    },
    end() {
      if (streaming) response.end()
      else usual.end()
    },
    // A reader reconnects after an end and after a break alike.
    fail(code, error) {
      if (streaming) response.end()
      else usual.fail(code, error)
    },
  }
}
