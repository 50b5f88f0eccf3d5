import { createServer, type IncomingMessage, request as send } from 'node:http'
import { closeNow, listen } from '../src/net/test-server.fixture'

export interface Front {
  readonly origin: string
  close(): Promise<void>
}

/** Success, and an answer that ends in its middle. */
export const CUT = {
  status: 200,
  type: 'application/json',
  body: '{"items":[{"id":',
  breaksOff: true,
} as const

/** How a front refuses: with a status and a message in JSON, with exactly this, or by ending the connection before anything is answered. */
type Refusal =
  | number
  | 'breaks'
  | {
      readonly status: number
      readonly type?: string
      readonly retryAfter?: string
      readonly body: string
      /** The connection ends before the answer does. */
      readonly breaksOff?: boolean
    }

/**
 * A server in front of another. It answers requests with what `refuses` names for them, and passes all others on. So a real service or console can lack something, and nothing is intercepted in the page.
 * `until`: when an answer that has arrived is passed on. Where it rejects, the connection breaks instead.
 */
export async function frontOf(
  target: string | (() => string),
  refuses: (request: { method: string; path: string }) => Refusal | undefined | Promise<Refusal | undefined>,
  until: (request: { method: string; path: string }) => Promise<void> | undefined = () => undefined,
): Promise<Front> {
  const server = createServer(async (near, answer) => {
    const { method = 'GET', url = '/' } = near
    const asked = { method, path: url.replace(/\?.*$/, '') }
    const refusal = await refuses(asked)
    if (refusal !== undefined) {
      near.resume()
      if (refusal === 'breaks') return void answer.destroy()
      const { status, type, retryAfter, body, breaksOff } =
        typeof refusal === 'number' ? refusedWith(refusal) : refusal
      answer.writeHead(status, {
        ...(type !== undefined && { 'content-type': type }),
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      })
      return void (breaksOff ? answer.write(body, () => answer.destroy()) : answer.end(body))
    }
    const { hostname, port, host, origin } = new URL(typeof target === 'string' ? target : target())
    // Console and service answer under their own names only; whoever names the front to a console lets its name through.
    const isOwnPage = near.headers.origin === `http://${near.headers.host}`
    const named = { ...near.headers, host, ...(isOwnPage && { origin }) }
    const headers = typeof target === 'string' ? named : near.headers
    const far = send({ hostname, port, method, path: url, headers }, async (reply: IncomingMessage) => {
      if (await until(asked)?.then(undefined, () => 'lost')) return void answer.destroy()
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    far.on('error', () => answer.destroy())
    answer.on('close', () => far.destroy())
    near.pipe(far)
  })
  return {
    origin: await listen(server),
    close: () => closeNow(server),
  }
}

/** Something to wait for, such as in `until`, until somebody opens it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

const refusedWith = (status: number): Exclude<Refusal, number | string> => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ status, message: 'There is no such operation here.' }),
})
