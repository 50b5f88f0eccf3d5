import { type Operation, waitOf } from '../contract/operation'
import { causeOf, NoAnswer, ServiceRefusal, UnreadableReply } from './api-error'
import { type CallOptions, refusalOf, sendRequest } from './call'
import { inSession } from './in-session'

/** One server-sent event, not read yet. */
export interface ServerEvent {
  readonly type: string
  readonly data: string
}

/**
 * Sends an operation that answers with events, and yields them as they come. A stream that is silent for longer than the operation is waited for is
 * given up; a service that thinks sends a comment sooner. Ends where the stream does; whether that was its last event is
 * the reader's to say. Leaving the loop leaves the stream. Rejects as `call` does, and with `NoAnswer` where the stream breaks off.
 */
export async function* readEvents<O extends Operation>(
  operation: O,
  options: CallOptions<O>,
): AsyncGenerator<ServerEvent, void, undefined> {
  const leave = new AbortController()
  let isSilent = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isSilent = true
      leave.abort()
    }, waitOf(operation))
  }
  heard()
  try {
    const send = async () => {
      const answer = await sendRequest(operation, options, leave.signal)
      if (!answer.ok) throw refusalOf(operation, answer, await answer.text().catch(() => ''))
      return answer
    }
    const response = await inSession(send, { waits: false })
    if (!/^text\/event-stream\s*(?:;|$)/i.test(response.headers.get('content-type') ?? ''))
      throw new UnreadableReply({
        operation: operation.name,
        status: response.status,
        raw: undefined,
        reason: 'the reply is no stream of events',
      })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const take = eventReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return
      heard()
      yield* take(value ?? '')
    }
  } catch (error) {
    if (error instanceof ServiceRefusal || error instanceof UnreadableReply || error instanceof RangeError)
      throw error
    const sent = error instanceof NoAnswer ? error.sent : true
    throw new NoAnswer({ operation: operation.name, sent, cause: causeOf(options.signal, isSilent) })
  } finally {
    clearTimeout(timer)
    leave.abort()
  }
}

/** Takes pieces of a stream in their order, wherever they are cut, and gives the events that each completes. */
export function eventReader(): (piece: string) => ServerEvent[] {
  let rest = ''
  let type = ''
  let data: string[] = []
  return (piece) => {
    const text = rest + piece
    // A line feed may follow a carriage return that ends this piece.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = whole.split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '') + text.slice(whole.length)
    const events: ServerEvent[] = []
    for (const line of lines) {
      const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (line === '') {
        if (data.length > 0) events.push({ type: type || 'message', data: data.join('\n') })
        type = ''
        data = []
      } else if (name === 'event') type = value
      else if (name === 'data') data.push(value)
    }
    return events
  }
}
