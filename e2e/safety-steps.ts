import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from 'playwright/test'
import { closeNow, listen } from '../src/net/test-server.fixture'
import { listenForComplaints } from './screen'
import { CREDENTIALS, type Running, startServer } from './stack'
import { PASSWORD, VIEWER_PASSWORD } from './team-steps'

// The built system from outside, as whoever attacks it has it: twice, where everybody may come in, and where people sign in.

export const MODES = ['open', 'signed in'] as const
export type Mode = (typeof MODES)[number]

export const LIST = '/api/v1/knowledge-base/files'
export const WRITE = '/api/v1/knowledge-base/collection'
export const COLLECTIONS = '/api/v1/knowledge-base/collections'

/** A console, and whoever may use it. */
export interface Place {
  readonly running: Running
  readonly origin: string
  /** Says who asks, as a header; empty where nobody has to. */
  readonly who: Readonly<Record<string, string>>
  /** Asks as that person, unless `headers` say otherwise. A body goes as JSON, a text as it is. */
  ask(path: string, how?: Asked): Promise<Response>
  /** The same; resolves with the reply, which must be good. */
  read(path: string, how?: Asked): Promise<Json>
}

// biome-ignore lint/suspicious/noExplicitAny: replies are what the tests look into.
type Json = any

export interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export async function enter(origin: string, password = PASSWORD): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password })
  const answer = await fetch(`${origin}/console/session`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

export async function placeAt(running: Running, mode: Mode): Promise<Place> {
  const who = mode === 'open' ? {} : await enter(running.origin)
  const ask: Place['ask'] = (path, { method = 'GET', body, headers = {} } = {}) =>
    fetch(`${running.origin}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...who, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined || typeof body === 'string' ? (body as undefined) : JSON.stringify(body),
    })
  return {
    running,
    origin: running.origin,
    who,
    ask,
    read: async (path, how) => {
      const answer = await ask(path, how)
      expect(answer.ok, `${path} answers ${answer.status}`).toBe(true)
      return answer.json()
    },
  }
}

/** What a console needs for people to sign in, or not. */
const settingsOf = (mode: Mode): Record<string, string> =>
  mode === 'open' ? {} : { CONSOLE_PASSWORD: PASSWORD, CONSOLE_VIEWER_PASSWORD: VIEWER_PASSWORD }

/** Starts a console of this mode on a data directory. */
export const startIn = (mode: Mode, env: Record<string, string>) =>
  startServer('main', { PORT: '0', ...settingsOf(mode), ...env })

/** A service that may not be trusted: it answers each path as a test says, and remembers what it was asked. */
export interface Stranger {
  readonly origin: string
  readonly asked: {
    readonly method: string
    readonly url: string
    readonly headers: IncomingMessage['headers']
  }[]
  answer(listener: RequestListener): void
  /** Takes over the bare connection of each request. */
  answerRaw(treat: (socket: Socket) => void): void
  close(): void
}

async function startStranger() {
  const asked: Stranger['asked'] = []
  let answer: RequestListener = (_, response) => response.end()
  const server = createServer((request, response) => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    answer(request, response)
  })
  const answerWith = (listener: RequestListener) => {
    asked.length = 0
    answer = listener
  }
  const stranger: Stranger = {
    origin: await listen(server),
    asked,
    answer: answerWith,
    answerRaw: (treat) =>
      answerWith(({ socket }) => {
        socket.on('error', () => {})
        treat(socket)
      }),
    close: () => void closeNow(server),
  }
  return stranger
}

export interface System {
  readonly mode: Mode
  /** With the local service in its process. */
  readonly local: Place
  /** Before a service that may not be trusted. */
  readonly hosted: Place
  readonly stranger: Stranger
}

/** A server of this machine that nobody may be led to: it counts who connects. */
export async function startInside(answer = '') {
  let connections = 0
  const server = createServer((_, response) => response.end(answer))
  server.on('connection', () => {
    connections += 1
  })
  const { port } = new URL(await listen(server))
  return { port, connections: () => connections, close: () => server.close() }
}

/** Gives out data directories as a first start leaves them, and removes them at the end. */
function directories() {
  const made: string[] = []
  return {
    async make() {
      const directory = await mkdtemp(join(tmpdir(), 'switchboard-'))
      made.push(directory)
      await cp(process.env.FIRST_DATA_DIR ?? '', directory, { recursive: true })
      return directory
    },
    remove: () => Promise.all(made.map((each) => rm(each, { recursive: true, force: true, maxRetries: 5 }))),
  }
}

async function startSystem(mode: Mode, directory: () => Promise<string>, withHosted: boolean) {
  const stranger = await startStranger()
  const [local, before] = await Promise.all([
    startIn(mode, { DATA_DIR: await directory() }),
    withHosted
      ? startIn(mode, { ...CREDENTIALS, SERVICE_URL: stranger.origin, DATA_DIR: await directory() })
      : undefined,
  ])
  const hosted = before ?? local
  const system: System = {
    mode,
    local: await placeAt(local, mode),
    hosted: await placeAt(hosted, mode),
    stranger,
  }
  const close = () => {
    stranger.close()
    return Promise.all([local.stop(), before?.stop()])
  }
  return { system, close }
}

interface Fixtures {
  readonly systems: Readonly<Record<Mode, System>>
  readonly directory: () => Promise<string>
  /** A file that asks no hosted console sets it to `false`. */
  readonly withHosted: boolean
}

/** `test` with both systems, started once for all tests of a file, and a page that must stay free of script errors and policy violations. */
export const test = base.extend<{ page: Page }, Fixtures>({
  directory: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern.
    async ({}, use) => {
      const { make, remove } = directories()
      await use(make)
      await remove()
    },
    { scope: 'worker' },
  ],
  withHosted: [true, { option: true, scope: 'worker' }],
  systems: [
    async ({ directory, withHosted }, use) => {
      const [open, signedIn] = await Promise.all([
        startSystem('open', directory, withHosted),
        startSystem('signed in', directory, withHosted),
      ])
      await use({ open: open.system, 'signed in': signedIn.system })
      await Promise.all([open.close(), signedIn.close()])
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    const complaints = listenForComplaints(page)
    await use(page)
    expect(complaints).toEqual([])
  },
})

/** One test for each way in. */
export function inBothModes(
  title: string,
  check: (system: System) => Promise<unknown>,
  ways: readonly Mode[] = MODES,
): void {
  for (const mode of ways)
    test(`${title} (${mode})`, async ({ systems }) => {
      await check(systems[mode])
    })
}

/** Sends a text as it is and resolves with all that is answered. The text asks for the connection to be closed. */
export function sendRaw(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  return new Promise((resolve) => {
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
    socket.write(Buffer.from(text, 'latin1'))
  })
}

/** Status of one request whose lines are written as they stand, after those of who asks. */
export async function statusOf(place: Place, first: string, ...lines: string[]): Promise<number> {
  const who = Object.entries(place.who).map((each) => each.join(': '))
  const head = [first, ...lines, ...who, 'Connection: close']
  const answer = await sendRaw(place.origin, `${head.join('\r\n')}\r\n\r\n`)
  expect(answer, 'no CORS header').not.toMatch(/access-control/i)
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

/** Uploads a document and records it; resolves with its id. */
export async function addDocument(place: Place, fileName: string, content: string | Uint8Array) {
  const { uploadUrl, fileId } = await place.read('/generate-presigned-url', {
    method: 'POST',
    body: { fileName },
  })
  const headers = { 'content-type': fileName.endsWith('.pdf') ? 'application/pdf' : 'text/markdown' }
  const put = await fetch(`${place.origin}${uploadUrl}`, {
    method: 'PUT',
    headers: { ...place.who, ...headers },
    body: content as BodyInit,
  })
  expect(put.status).toBe(200)
  await place.read('/api/v1/knowledge-base/file', { method: 'POST', body: { fileId } })
  return { fileId: fileId as string, uploadUrl: uploadUrl as string }
}

interface Listed {
  readonly id: string
  readonly status: string
  readonly reason?: string | null
}

/** Waits until a document was read, well or not. */
export async function whenRead(place: Place, fileId: string): Promise<Listed> {
  let file: Listed | undefined
  const status = async () => {
    const { files } = await place.read(LIST)
    file = files.find(({ id }: Listed) => id === fileId)
    return file?.status
  }
  await expect.poll(status, { intervals: [100] }).toMatch(/INGESTED|FAILED/)
  return file as Listed
}
