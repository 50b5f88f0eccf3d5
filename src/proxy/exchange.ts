import type { Dispatcher } from 'undici'

/** A reply on its way. Whoever gets it reads its body to the end or destroys it. */
export interface Reply {
  readonly status: number
  header(name: string): string | undefined
  readonly body: AsyncIterable<Buffer> & { destroy(): void }
}

/** A request under way. */
export interface Sending {
  /** Rejects when no whole head of a reply arrives. */
  readonly reply: Promise<Reply>
  /** Ends the request and its reply, at once even where it waits for a connection. */
  abandon(reason?: Error): void
}

/** Bytes that wait for a slow reader before the service is held back. */
const WAITING_MAX = 64 * 1024

/** Interim replies to one request. A service that works for long sends some; more are a flood. */
const INTERIM_MAX = 1000

/** Of a head as it came: names and values in turn. */
function findHeader(head: readonly Buffer[], wanted: string): string | undefined {
  for (let at = 0; at < head.length; at += 2) {
    const name = head[at]
    // Most names differ in length, which costs less to see than a text to make.
    if (name?.length === wanted.length && name.toString('latin1').toLowerCase() === wanted)
      return head[at + 1]?.toString('latin1')
  }
  return undefined
}

/**
 * One exchange over a connection, and its reply. undici's own `request` makes a stream, an async resource and a listener for every reply, and its
 * newer handlers an object of all headers, of which a few are asked for; that costs more than all else that the proxy does (D430).
 */
class Exchange implements Sending, Reply, Dispatcher.DispatchHandler, AsyncIterator<Buffer> {
  readonly reply: Promise<Reply>
  status = 0
  readonly body = this
  readonly header = (name: string) => findHeader(this.#head, name)
  #settle: (reply: Reply) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #abort: ((error: Error) => void) | undefined
  #resume: (() => void) | undefined
  #head: readonly Buffer[] = []
  readonly #pieces: Buffer[] = []
  #waiting = 0
  #interim = 0
  #wake: (() => void) | undefined
  #end: { readonly error?: Error } | undefined

  constructor() {
    this.reply = new Promise((settle, reject) => {
      this.#settle = settle
      this.#reject = reject
    })
  }

  onConnect(abort: (error?: Error) => void) {
    this.#abort = abort
    if (this.#end?.error) abort(this.#end.error)
  }

  onHeaders(status: number, head: Buffer[], resume: () => void) {
    if (status < 200) {
      this.#interim += 1
      if (this.#interim > INTERIM_MAX) this.abandon(new Error('Too many interim replies'))
      return true
    }
    this.status = status
    this.#head = head
    this.#resume = resume
    this.#settle(this)
    return true
  }

  onData(piece: Buffer) {
    this.#pieces.push(piece)
    this.#waiting += piece.length
    this.#wake?.()
    return this.#waiting <= WAITING_MAX
  }

  onComplete() {
    this.#finish({})
  }

  onError(error: Error) {
    this.#finish({ error })
  }

  [Symbol.asyncIterator]() {
    return this
  }

  destroy() {
    this.abandon()
  }

  next(): Promise<IteratorResult<Buffer, undefined>> {
    const piece = this.#pieces.shift()
    if (piece) {
      this.#waiting -= piece.length
      if (this.#pieces.length === 0 && !this.#end) this.#resume?.()
      return Promise.resolve({ done: false, value: piece })
    }
    if (this.#end?.error) return Promise.reject(this.#end.error)
    if (this.#end) return Promise.resolve({ done: true, value: undefined })
    return new Promise<void>((wake) => (this.#wake = wake)).then(() => this.next())
  }

  async return(): Promise<IteratorResult<Buffer, undefined>> {
    this.abandon()
    return { done: true, value: undefined }
  }

  abandon(reason?: Error) {
    if (this.#end) return
    // Made only where it is needed: its stack costs more than the whole exchange.
    const error = reason ?? new Error('abandoned')
    this.#finish({ error })
    this.#abort?.(error)
  }

  #finish(end: { readonly error?: Error }) {
    this.#end ??= end
    if (end.error) this.#reject(end.error)
    this.#wake?.()
  }
}

/** Sends a request and gives the reply as it comes. Redirects are not followed, and nothing is sent twice. */
export function exchange(to: Dispatcher, request: Dispatcher.DispatchOptions): Sending {
  const sending = new Exchange()
  to.dispatch(request, sending)
  return sending
}
