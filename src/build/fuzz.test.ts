import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedOperations } from '../contract/checked-operations'
import { CONSOLE_ERROR_HEADER, SERVICE_STATUS_HEADER } from '../contract/errors'
import type { OperationName } from '../contract/operations'
import { signIn } from '../contract/session'
import { readConfig } from '../proxy/config'
import { startConsole } from '../proxy/start'
import { openMemoryStore } from '../proxy/team/memory-store.fixture'
import { fuzzedService, makeIds, readStore, rest } from '../service/fuzzed-service.fixture'
import { handlers } from '../service/handlers/handlers'
import { CREDENTIALS } from '../service/service.fixture'
import {
  AWKWARD,
  type Documented,
  documented,
  type FuzzedRequest,
  fillIn,
  type Ids,
  plainRequest,
  requestOf,
  UNSTORABLE,
  withText,
} from './fuzz-requests.fixture'

// Every operation of the OpenAPI document, asked rightly, nearly rightly and wrongly: at the address of the service, through the proxy, and
// through its gate as who may do everything, as who may only read, and as nobody. `FUZZ_RUNS` asks more often, `FUZZ_SEED` repeats a run (D500).
const RUNS = Number(process.env.FUZZ_RUNS ?? 20)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** On a busy machine the operations that come late have fewer; each run begins with another one. */
const RUNS_LATE = 3
const ENOUGH = process.env.FUZZ_RUNS ? Number.POSITIVE_INFINITY : 12_000
const first = seed % documented.length
const operations = [...documented.slice(first), ...documented.slice(0, first)]

/** The service, the open console before it, and who asks at the gate of one where people sign in. */
type Where = 'service' | 'console' | 'operator' | 'viewer' | 'nobody'
const AT_THE_GATE = ['operator', 'viewer', 'nobody'] as const satisfies readonly Where[]
const PASSWORDS = { operator: 'a password of the operators', viewer: 'a password of the viewers' }

const service = fuzzedService()
let addresses: Readonly<Record<Where, string>>
let cookies: Readonly<Partial<Record<Where, string>>> = {}
const closing: (() => Promise<void>)[] = []
let enough = 0

beforeAll(async () => {
  const start = async (env: Record<string, string>) => {
    const config = readConfig({
      PORT: '0',
      SERVICE_URL: service.address(),
      SERVICE_API_KEY: CREDENTIALS.apiKey,
      SERVICE_ACCESS_TOKEN: CREDENTIALS.accessToken,
      CHAT_ORIGIN: 'http://localhost',
      ...env,
    })
    const openTeamStore = async () => openMemoryStore()
    const running = await startConsole({ config, openTeamStore, log: () => {} })
    closing.push(running.close)
    return running.origin
  }
  const gate = await start({
    CONSOLE_PASSWORD: PASSWORDS.operator,
    CONSOLE_VIEWER_PASSWORD: PASSWORDS.viewer,
  })
  const enter = async (password: string) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password })
    const answer = await fetch(`${gate}${signIn.path}`, { method: signIn.method, headers, body })
    return answer.headers.get('set-cookie')?.split(';')[0] ?? expect.fail('nobody came in')
  }
  cookies = { operator: await enter(PASSWORDS.operator), viewer: await enter(PASSWORDS.viewer) }
  addresses = {
    service: service.address(),
    console: await start({}),
    operator: gate,
    viewer: gate,
    nobody: gate,
  }
  enough = performance.now() + ENOUGH
})
afterAll(() => Promise.all(closing.map((close) => close())))

/** After these the ids may mean something else, or a tool may lead somewhere. */
const USES_UP = /^(?:update|deploy|remove|delete|close|create(?:File|AgentVersion))/

async function send(
  where: Where,
  { method }: Documented,
  request: FuzzedRequest,
  ids: Ids,
): Promise<{ status: number; headers: Headers; text: string }> {
  const filled = (text: string) => fillIn(text, ids, request.number)
  const query = request.query.map((each) =>
    each.map((part) => encodeURIComponent(filled(part.toWellFormed()))),
  )
  const search = query.length > 0 ? `?${query.map((each) => each.join('=')).join('&')}` : ''
  const { apiKey, accessToken } = CREDENTIALS
  const sent: Record<FuzzedRequest['credential'], Record<string, string>> = {
    right: { 'x-api-key': apiKey, authorization: `Bearer ${accessToken}`, origin: 'http://localhost' },
    wrong: { 'x-api-key': `${apiKey}x`, authorization: 'Bearer x', origin: 'https://evil.example' },
    none: {},
  }
  const leaving = new AbortController()
  const answer = await fetch(`${addresses[where]}${filled(request.path)}${search}`, {
    method,
    headers: {
      ...(where === 'service' && sent[request.credential]),
      ...(cookies[where] && { cookie: cookies[where] }),
      ...(request.body !== undefined && { 'content-type': request.contentType }),
    },
    body: request.body === undefined ? undefined : filled(request.body),
    signal: leaving.signal,
  })
  const { status, headers } = answer
  // A thread is followed without an end.
  const isFollowed = method === 'GET' && headers.get('content-type')?.startsWith('text/event-stream')
  const text = isFollowed ? '' : await answer.text()
  leaving.abort()
  return { status, headers, text }
}

/** The statuses with which the proxy refuses by itself what is no request of the contract. */
const REFUSED_BY_PROXY = [400, 404, 405, 413, 415]

let ids: Ids | undefined
const [asked, accepted, refused] = [new Set<string>(), new Set<string>(), new Set<string>()]

/** What the gate answers before anything else is asked, besides the guard's 400 for a strange address; `undefined`: it lets in. */
function refusalAtGate(where: Where, { name, method }: Documented): number | undefined {
  if (where === 'nobody') return 401
  const { reads } = checkedOperations[name as OperationName]
  return where === 'viewer' && method !== 'GET' && !reads ? 403 : undefined
}

/** The service's own status, or the one with which the proxy refuses by itself. Fails for anything else. */
function statusOf(
  where: Where,
  operation: Documented,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): number {
  const atGate = refusalAtGate(where, operation)
  if (atGate) {
    expect([400, atGate], `${where} is refused`).toContain(status)
    return status
  }
  const code = headers.get(CONSOLE_ERROR_HEADER)
  // A strange address of a read is no read to the gate.
  if (where === 'viewer' && code === 'VIEWER') return status
  if (where !== 'service' && code) {
    const told = Number(headers.get(SERVICE_STATUS_HEADER) ?? status)
    // A refused credential or a forbidden request: the service's own words stay behind (safety 6).
    if (code === 'CREDENTIAL_REFUSED' || code === 'NOT_PERMITTED') return told === 502 ? 403 : told
    expect(REFUSED_BY_PROXY, `${code} of the proxy`).toContain(status)
    return status
  }
  expect(operation.statuses, 'a documented status').toContain(status)
  return status
}

describe(`requests of seed ${seed}`, { timeout: 600_000 }, () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s',
    async (name, operation) => {
      asked.add(name)
      ids ??= await makeIds(service)
      const known = ids
      const { body } = handlers[name as OperationName]
      const { isStream } = checkedOperations[name as OperationName]
      let store: Awaited<ReturnType<typeof readStore>> | undefined
      const ask = async (where: Where, request: FuzzedRequest) => {
        // A call or conversation that goes on by itself may change the store meanwhile, but not each time.
        for (let tries = 3; ; tries -= 1) {
          if (!store) {
            await rest(service)
            store = await readStore(service)
          }
          const before = store
          const answer = await send(where, operation, request, known)
          const status = statusOf(where, operation, answer)
          // 504: of the one test number that is never confirmed in time.
          const isLate = status === 504 && name === 'dispatchCall'
          if (!isLate) expect(status, answer.text).toBeLessThan(500)
          const isRefused = status >= 400 && status < 500
          if (!refusalAtGate(where, operation)) (isRefused ? refused : accepted).add(name)
          if (isRefused)
            expect(JSON.parse(answer.text)).toMatchObject({ status: expect.any(Number), success: false })
          else if (where === 'service' && !isLate && !isStream)
            expect(body.safeParse(JSON.parse(answer.text)).error, answer.text.slice(0, 300)).toBeUndefined()
          store = isRefused || operation.method === 'GET' ? await readStore(service) : undefined
          if (!store || isDeepStrictEqual(store, before)) return
          if (tries === 1) expect(store, `${where} got ${status}, and it changed something`).toEqual(before)
          store = undefined
        }
      }
      const examples: [Where, FuzzedRequest][] = [
        ['service', plainRequest(operation, 0)],
        ['console', plainRequest(operation, 1)],
        ['service', plainRequest(operation, 2)],
        ['service', { ...plainRequest(operation, 0), credential: 'none' }],
        ...AT_THE_GATE.map((who): (typeof examples)[number] => [
          who,
          plainRequest(operation, 0),
        ]).toReversed(),
        ...[AWKWARD, UNSTORABLE].flatMap((text) =>
          withText(operation, text).map((request): (typeof examples)[number] => ['service', request]),
        ),
      ]
      const runs = performance.now() < enough ? RUNS : RUNS_LATE
      const requests = fc.tuple(
        fc.constantFrom<Where>('service', 'service', 'console', ...AT_THE_GATE),
        requestOf(operation),
      )
      await fc.assert(
        fc.asyncProperty(requests, (asked) => ask(...asked)),
        { seed, numRuns: examples.length + runs, examples: examples.map((each) => [each]) },
      )
      if (USES_UP.test(name)) ids = undefined
    },
  )

  test('were taken and refused, each operation once at least', () => {
    expect([...accepted].toSorted()).toEqual([...asked].toSorted())
    expect([...refused].toSorted()).toEqual([...asked].toSorted())
  })
})
