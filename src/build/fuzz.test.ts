import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedOperations } from '../contract/checked-operations'
import { CONSOLE_ERROR_HEADER, SERVICE_STATUS_HEADER } from '../contract/errors'
import type { OperationName } from '../contract/operations'
import { readConfig } from '../proxy/config'
import { startConsole } from '../proxy/start'
import { makeIds, readStore, rest, serve } from '../service/fuzzed-service.fixture'
import { handlers } from '../service/handlers/handlers'
import { CREDENTIALS, testService } from '../service/service.fixture'
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

// Every operation of the OpenAPI document, asked rightly, nearly rightly and wrongly: at the address of the service, and through the
// proxy. `FUZZ_RUNS` asks more often, `FUZZ_SEED` repeats a run (D500).
const RUNS = Number(process.env.FUZZ_RUNS ?? 20)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** On a busy machine the operations that come late have fewer; each run begins with another one. */
const RUNS_LATE = 3
const ENOUGH = process.env.FUZZ_RUNS ? Number.POSITIVE_INFINITY : 12_000
const first = seed % documented.length
const operations = [...documented.slice(first), ...documented.slice(0, first)]

let addresses: Readonly<Record<'service' | 'console', string>>
const service = testService({ publicUrl: () => addresses?.service ?? 'http://127.0.0.1' })
let close = async () => {}
let enough = 0

beforeAll(async () => {
  const { address, stop } = await serve(service)
  const config = readConfig({
    PORT: '0',
    SERVICE_URL: address,
    SERVICE_API_KEY: CREDENTIALS.apiKey,
    SERVICE_ACCESS_TOKEN: CREDENTIALS.accessToken,
    CHAT_ORIGIN: 'http://localhost',
  })
  const running = await startConsole({ config, log: () => {} })
  enough = performance.now() + ENOUGH
  addresses = { service: address, console: running.origin }
  close = async () => {
    await running.close()
    stop()
  }
})
afterAll(() => close())

/** After these the ids may mean something else, or a tool may lead somewhere. */
const USES_UP = /^(?:update|deploy|remove|delete|close|create(?:File|AgentVersion))/

async function send(
  where: keyof typeof addresses,
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

/** The service's own status, or the one with which the proxy refuses by itself. Fails for anything else. */
function statusOf(
  where: keyof typeof addresses,
  { statuses }: Documented,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): number {
  const code = headers.get(CONSOLE_ERROR_HEADER)
  if (where === 'console' && code) {
    const told = Number(headers.get(SERVICE_STATUS_HEADER) ?? status)
    // A refused credential or a forbidden request: the service's own words stay behind (safety 6).
    if (code === 'CREDENTIAL_REFUSED' || code === 'NOT_PERMITTED') return told === 502 ? 403 : told
    expect(REFUSED_BY_PROXY, `${code} of the proxy`).toContain(status)
    return status
  }
  expect(statuses, 'a documented status').toContain(status)
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
      const ask = async (where: keyof typeof addresses, request: FuzzedRequest) => {
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
        const answered = isRefused ? refused : accepted
        answered.add(name)
        if (isRefused || operation.method === 'GET')
          expect(await readStore(service), `${status} changed something`).toEqual(before)
        else store = undefined
        if (isRefused)
          expect(JSON.parse(answer.text)).toMatchObject({ status: expect.any(Number), success: false })
        else if (where === 'service' && !isLate && !isStream)
          expect(body.safeParse(JSON.parse(answer.text)).error, answer.text.slice(0, 300)).toBeUndefined()
      }
      const examples: [keyof typeof addresses, FuzzedRequest][] = [
        ['service', plainRequest(operation, 0)],
        ['console', plainRequest(operation, 1)],
        ['service', plainRequest(operation, 2)],
        ['service', { ...plainRequest(operation, 0), credential: 'none' }],
        ...[AWKWARD, UNSTORABLE].flatMap((text) =>
          withText(operation, text).map((request): (typeof examples)[number] => ['service', request]),
        ),
      ]
      const runs = performance.now() < enough ? RUNS : RUNS_LATE
      const requests = fc.tuple(fc.constantFrom('service' as const, 'console' as const), requestOf(operation))
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
