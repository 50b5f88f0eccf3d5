import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listen } from '../src/net/test-server.fixture'
import { type Absent, type OfferingFront, type Offers, offerFrom } from './offers'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

export interface Running {
  /** Where it answers, such as `http://127.0.0.1:41234`. */
  readonly origin: string
  readonly pid: number
  /** Everything that it wrote so far. */
  said(): string
  /** Ends the process and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

type Environment = Record<string, string>

const gone = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** Starts one of our servers as `npm start` does and waits for the address it prints. */
export async function startServer(name: string, env: Environment, build = DIST): Promise<Running> {
  // The embedded database is compiled for a short life, which opens it in half the time.
  const child = spawn(process.execPath, ['--liftoff-only', join(build, 'server', `${name}.js`)], {
    // Keeps the tester's own configuration out of the tests.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
      if (address) resolve(address[0])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready: ${said}`)))
  })
  return {
    origin,
    pid: child.pid ?? 0,
    said: () => said,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await gone(child)
    },
  }
}

/** What services of the tests ask for, and consoles send. */
export const CREDENTIALS = {
  SERVICE_API_KEY: 'a-key-of-the-tests',
  SERVICE_ACCESS_TOKEN: 'a-token-of-the-tests',
}

export interface Stack {
  readonly origin: string
  /** Where the service of `origin` answers everything, whatever OFFERS says: to read what it recorded. */
  readonly records: { readonly url: string; readonly headers: Record<string, string> }
  /** The origin of a console with the local service in its process: `origin` unless OFFERS says otherwise. */
  local(): Promise<string>
  /** The origin of a console that nobody changes, in a new installation; it lives as long as the stack. */
  untouched(): Promise<string>
  /** `build`: another one than that of the tests. */
  startConsole(env?: Environment, build?: string): Promise<Running>
  startService(env?: Environment): Promise<Running>
  /** A service with `CREDENTIALS` in a process of its own, which lives as long as the stack: not to be stopped by a test. */
  sharedService(): Promise<Running>
  /** A console connected to the shared service over a line that can fail; it ends with the journey. */
  startOnLine(env?: Environment): Promise<{ origin: string; line: Line }>
  /** A console connected to a service of its own that offers so much beyond the document. */
  startOffering(
    how: Parameters<typeof offerFrom>[1],
  ): Promise<{ origin: string; service: string; asked: OfferingFront['asked'] }>
  /** A data directory of its own, as a first start leaves it; removed with the stack. */
  dataDirectory(): Promise<string>
  /** Ends what was started since the stack itself and the shared service. */
  endStarted(): Promise<void>
  close(): Promise<void>
}

/** The whole system, fresh: console, proxy and service in one process, data in a temporary directory. */
export async function startStack(): Promise<Stack> {
  const directories: string[] = []
  const started: { stop(): Promise<unknown> }[] = []
  const dataDirectory = async () => {
    const directory = await mkdtemp(join(tmpdir(), 'switchboard-'))
    directories.push(directory)
    const first = process.env.FIRST_DATA_DIR
    if (first) await cp(first, directory, { recursive: true })
    return directory
  }
  const stopped = <T extends { stop(): Promise<unknown> }>(one: T): T => {
    started.push(one)
    return one
  }
  const startConsole = async (env: Environment = {}, build?: string) => {
    const data: Environment = env.SERVICE_URL ? {} : { DATA_DIR: await dataDirectory() }
    return stopped(await startServer('main', { PORT: '0', ...data, ...env }, build))
  }
  const startService = async (env: Environment = {}) =>
    stopped(await startServer('service', { SERVICE_PORT: '0', DATA_DIR: await dataDirectory(), ...env }))
  const lasting: (typeof started)[number][] = []
  const lastingly = async (name: string, env: Environment) => {
    const server = await startServer(name, { ...env, DATA_DIR: await dataDirectory() })
    lasting.push(server)
    return server
  }
  let shared: Promise<Running> | undefined
  const sharedService = () => {
    shared ??= lastingly('service', { SERVICE_PORT: '0', ...CREDENTIALS })
    return shared
  }
  const startOffering = async (how: Parameters<typeof offerFrom>[1]) => {
    const service = await startService(CREDENTIALS)
    const front = await offerFrom(service.origin, how)
    stopped({ stop: front.close })
    const { origin } = await startConsole({
      ...CREDENTIALS,
      SERVICE_URL: front.origin,
      UPLOAD_ORIGINS: service.origin,
    })
    return { origin, service: service.origin, asked: front.asked }
  }
  const startOnLine = async (env: Environment = {}) => {
    const service = await sharedService()
    const line = await lineTo(service.origin)
    stopped({ stop: line.close })
    const { origin } = await startConsole({
      ...CREDENTIALS,
      SERVICE_URL: line.origin,
      UPLOAD_ORIGINS: service.origin,
      ...env,
    })
    return { origin, line }
  }
  // OFFERS=none ABSENT=json runs any journey against a service that lacks what is beyond the document.
  const { OFFERS, ABSENT } = process.env
  const offering = OFFERS
    ? await startOffering({ offers: OFFERS as Offers, absent: (ABSENT as Absent) ?? 'html' })
    : undefined
  const { origin } = offering ?? (await startConsole())
  lasting.push(...started.splice(0))
  let local: Promise<Running> | undefined
  let untouched: Promise<Running> | undefined
  const endStarted = async () => {
    await Promise.all(started.splice(0).map((one) => one.stop()))
  }
  return {
    origin,
    records: {
      url: offering?.service ?? origin,
      headers: offering ? { 'x-api-key': CREDENTIALS.SERVICE_API_KEY } : {},
    },
    local: async () => {
      if (!offering) return origin
      local ??= lastingly('main', { PORT: '0' })
      return (await local).origin
    },
    untouched: async () => {
      untouched ??= lastingly('main', { PORT: '0' })
      return (await untouched).origin
    },
    startConsole,
    startService,
    sharedService,
    startOnLine,
    startOffering,
    dataDirectory,
    endStarted,
    close: async () => {
      await endStarted()
      await Promise.all(lasting.map((one) => one.stop()))
      await Promise.all(directories.map((each) => rm(each, { recursive: true, force: true, maxRetries: 5 })))
    },
  }
}

export interface Line {
  readonly origin: string
  /**
   * Passes requests on from now on and drops their answers, or those to one `method`. Resolves when the first answer to a write is dropped:
   * a page also reads by itself.
   */
  swallowAnswers(method?: string): Promise<void>
  /** Lets answers arrive again. */
  heal(): void
  /** Cuts every connection that is open. */
  cut(): void
  /** Takes no connection from now on, as where no server runs. */
  down(): Promise<void>
  /** Takes connections again, at the same address. */
  up(): Promise<void>
  close(): Promise<void>
}

/**
 * A connection to a server that passes bytes on until it has to fail. A real fault, not an intercepted request. Like a gateway, it names the
 * server as the host, which answers under its own names only.
 */
export async function lineTo(target: string): Promise<Line> {
  const { host, hostname, port } = new URL(target)
  const named = (chunk: Buffer) => chunk.toString('latin1').replace(/^(host: ).*$/im, `$1${host}`)
  const open = new Set<Socket>()
  let swallow: { readonly method: string; begun(): void } | undefined
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    let asked = ''
    near.on('data', (chunk) => {
      const text = named(chunk)
      asked = /^[A-Z]+(?= \/)/.exec(text)?.[0] ?? asked
      far.write(text, 'latin1')
    })
    near.on('end', () => far.end())
    far.on('data', (chunk) => {
      if (!swallow || !asked.startsWith(swallow.method)) near.write(chunk)
      else if (asked !== 'GET') swallow.begun()
    })
  })
  const origin = await listen(server)
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const down = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      cut()
    })
  return {
    origin,
    swallowAnswers: (method = '') =>
      new Promise((begun) => {
        swallow = { method, begun }
      }),
    heal: () => {
      swallow = undefined
    },
    cut,
    down,
    up: () => new Promise((resolve) => server.listen(Number(new URL(origin).port), '127.0.0.1', resolve)),
    close: down,
  }
}
