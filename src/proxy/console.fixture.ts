import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { closeNow, listen } from '../net/test-server.fixture'
import { formatEntry } from './app'
import { readConfig } from './config'
import { type StartOptions, startConsole } from './start'

export const API_KEY = 'key-5c1f0e6a9b7d'
export const ACCESS_TOKEN = 'token-91ab33e0c2d4'

/** A real HTTP server for the length of a test. */
export async function startUpstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const origin = await listen(server)
  onTestFinished(() => void closeNow(server))
  return origin
}

/** A server that speaks no HTTP unless `onSocket` does, for the length of a test. */
export async function startTcpServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer(onSocket)
  const origin = await listen(server)
  onTestFinished(() => {
    server.close()
  })
  return origin
}

/** A real console for the length of a test, and what it logged. */
export async function startTestConsole(
  env: Record<string, string>,
  options: Partial<Omit<StartOptions, 'config' | 'log'>> = {},
) {
  const lines: string[] = []
  const config = readConfig({
    PORT: '0',
    SERVICE_API_KEY: API_KEY,
    SERVICE_ACCESS_TOKEN: ACCESS_TOKEN,
    ...env,
  })
  const log = (entry: Parameters<typeof formatEntry>[0]) => lines.push(formatEntry(entry))
  const running = await startConsole({ ...options, config, log })
  onTestFinished(running.close)
  return { origin: running.origin, lines, close: running.close }
}

/** A console in front of a service that is `listener`. */
export async function startPair(
  listener: RequestListener,
  env: Record<string, string> = {},
  options: Partial<Omit<StartOptions, 'config' | 'log'>> = {},
) {
  const upstream = await startUpstream(listener)
  return { upstream, ...(await startTestConsole({ SERVICE_URL: upstream, ...env }, options)) }
}

/** Opens a plain connection to an origin, for the length of a test. */
export function openSocket(origin: string): Socket {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

/** Sends bytes as they are and reads until the other side closes; so they ask it to. */
export function sendRaw(origin: string, text: string): Promise<string> {
  const socket = openSocket(origin)
  return new Promise((settle, reject) => {
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => settle(heard))
    // Not ended: a half-closed connection counts as one that has left.
    socket.write(text)
  })
}

/** Waits until nothing more is taken, as nobody reads. */
export async function standstill(taken: () => number) {
  let before = -1
  const stands = () => {
    const still = taken() === before
    before = taken()
    return still
  }
  await expect.poll(stands, { interval: 200, timeout: 5_000 }).toBe(true)
}

/** Asks for an upload address as the page does. */
export const askForUpload = (origin: string): Promise<Response> =>
  fetch(`${origin}/generate-presigned-url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"fileName":"a.pdf"}',
  })

export function answerJson(response: ServerResponse, body: unknown, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
