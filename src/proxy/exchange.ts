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

/**
 * One exchange over a connection. undici's own `request` makes a stream, an async resource and a listener for every reply, which costs more
 * than all else that the proxy does (D430).
 */
class Exchange implements Sending, Dispatcher.DispatchHandler, AsyncIterator<Buffer> {
  readonly reply: Promise<Reply>
  #settle: (reply: Reply) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #controller: Dispatcher.DispatchController | undefined
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

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    if (this.#end?.error) controller.abort(this.#end.error)
  }

  onResponseStart(
    _: unknown,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) {
    if (status < 200) {
      this.#interim += 1
      if (this.#interim > INTERIM_MAX) this.abandon(new Error('Too many interim replies'))
      return
    }
    const header = (name: string) => {
      const value = headers[name]
      return typeof value === 'string' ? value : value?.[0]
    }
    const body = { [Symbol.asyncIterator]: () => this, destroy: () => this.abandon() }
    this.#settle({ status, header, body })
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer) {
    this.#pieces.push(piece)
    this.#waiting += piece.length
    if (this.#waiting > WAITING_MAX) controller.pause()
    this.#wake?.()
  }

  onResponseEnd() {
    this.#finish({})
  }

  onResponseError(_: unknown, error: Error) {
    this.#finish({ error })
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    while (this.#pieces.length === 0 && !this.#end) await new Promise<void>((wake) => (this.#wake = wake))
    const piece = this.#pieces.shift()
    if (piece) {
      this.#waiting -= piece.length
      if (this.#pieces.length === 0) this.#controller?.resume()
      return { done: false, value: piece }
    }
    if (this.#end?.error) throw this.#end.error
    return { done: true, value: undefined }
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
    this.#controller?.abort(error)
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
