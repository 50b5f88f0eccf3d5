import { Agent, type RequestOptions, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { print } from './measure'

// Load on a console of this machine, and what somebody who works with it meanwhile waits for.

interface Sent {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
}

/** Sends requests over connections that stay open, as a browser does; each resolves with its milliseconds, or rejects for a status of 500 and above. */
function client(origin: string, headers: Readonly<Record<string, string>>, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(origin)
  const send = ({ method = 'GET', path, body }: Sent) =>
    new Promise<number>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const options: RequestOptions = {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          ...headers,
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      }
      const begun = performance.now()
      request(options, (answer) => {
        const { statusCode = 0 } = answer
        answer.resume().once('end', () => {
          if (statusCode < 500) resolve(performance.now() - begun)
          else reject(new Error(`${method} ${path} answers ${statusCode}`))
        })
      })
        .once('error', reject)
        .end(text)
    })
  return { send, close: () => agent.destroy() }
}

/** The value that so many of a hundred stay below. */
export const share = (values: readonly number[], percent: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor((values.length * percent) / 100))
  ] ?? 0

export const printTimes = (what: string, times: readonly number[]) =>
  print(
    `${what}: ${times.length} requests, p50 ${share(times, 50).toFixed(0)}, p99 ${share(times, 99).toFixed(0)}, at most ${Math.max(0, ...times).toFixed(0)} ms`,
  )

/** What pages do: mostly reads, sometimes a write. */
const MIXED: readonly Sent[] = [
  { path: '/api/v1/knowledge-base/files' },
  { path: '/api/v1/knowledge-base/collections' },
  { path: '/api/v1/agents' },
  { path: '/api/v1/tools' },
  { path: '/console/info' },
  { path: '/' },
  { path: '/api/v1/knowledge-base/search', method: 'POST', body: { query: 'when are you open' } },
  { path: '/api/v1/knowledge-base/collection', method: 'POST', body: { name: 'Load', description: '' } },
]

/** So many connections, each asking the next as soon as it was answered, for some ms. Resolves with the time of each request. */
export async function pound(
  origin: string,
  headers: Readonly<Record<string, string>>,
  { connections, ms, requests = MIXED }: { connections: number; ms: number; requests?: readonly Sent[] },
): Promise<number[]> {
  const { send, close } = client(origin, headers, connections)
  const until = performance.now() + ms
  const times: number[] = []
  await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      for (let next = at; performance.now() < until; next += 1)
        times.push(await send(requests[next % requests.length] ?? { path: '/' }))
    }),
  )
  close()
  return times
}

/** Somebody at work: one request after another, with pauses, until told to stop. */
export function workBeside(origin: string, headers: Readonly<Record<string, string>>, requests = MIXED) {
  const { send, close } = client(origin, headers, 6)
  const times: number[] = []
  let goesOn = true
  const working = (async () => {
    for (let next = 0; goesOn; next += 1) {
      times.push(await send(requests[next % requests.length] ?? { path: '/' }))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    close()
  })()
  return {
    stop: async () => {
      goesOn = false
      await working
      return times
    },
  }
}

/** Connections that say nothing. */
export async function idle(origin: string, count: number): Promise<{ open(): number; close(): void }> {
  const { hostname, port } = new URL(origin)
  const sockets: Socket[] = []
  for (let made = 0; made < count; made += 50)
    await Promise.all(
      Array.from(
        { length: Math.min(50, count - made) },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(Number(port), hostname, () => resolve()).on('error', () => resolve())
            sockets.push(socket)
          }),
      ),
    )
  return {
    open: () => sockets.filter(({ readyState }) => readyState === 'open').length,
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
