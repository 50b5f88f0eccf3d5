import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAgent } from '../contract/agents'
import { dispatchCall } from '../contract/calls'
import { createCollection } from '../contract/collection-changes'
import { readConsoleInfo } from '../contract/console-info'
import { CONSOLE_ERROR_HEADER, SERVICE_STATUS_HEADER } from '../contract/errors'
import { deleteFile, requestUpload, viewFile } from '../contract/file-changes'
import { listFiles } from '../contract/files'
import { listTools } from '../contract/tools'
import {
  isSignInRequired,
  isSilence,
  isTemporary,
  NoAnswer,
  outcomeOf,
  SecretMissing,
  ServiceRefusal,
  UnreadableReply,
} from './api-error'
import { call } from './call'
import { isSignedOut, noteSignedIn } from './session'

interface Seen {
  method?: string
  url?: string
  headers: IncomingMessage['headers']
  body: string
}

let server: Server
let seen: Seen[] = []
let answer: (response: ServerResponse) => void
const plainFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // A page has an origin that paths stand on; node has none.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => plainFetch(base + path, init))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const answers = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error,
  )

describe('what is sent', () => {
  it('reads with a query of strings and without a body', async () => {
    answers(200, { tools: [{ id: 't1' }], pagination: { nextCursor: 'n' } })
    const reply = await call(listTools, { query: { cursor: 'a b&c', limit: undefined } })
    expect(reply.items.map((tool) => tool.id)).toEqual(['t1'])
    expect(reply.nextCursor).toBe('n')
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/tools?cursor=a+b%26c', body: '' })
    expect(seen[0]?.headers['content-type']).toBeUndefined()
  })

  it('writes JSON and fills the braces of the path', async () => {
    answers(201, { id: 'call-1', status: 'queued', extra: 1 })
    const body = { versionId: 'v', outboundPhoneNumberId: 'p', toPhoneNumber: '+15551234567' }
    const reply = await call(dispatchCall, { params: { agentId: 'a@1' }, body })
    expect(reply.record).toEqual({ id: 'call-1', status: 'queued', other: { extra: 1 } })
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/agent/a%401/dispatch' })
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body)
  })

  it.each([
    ['a read that no key or click led to', false, '1', undefined],
    ['what somebody does', true, undefined, undefined],
    ['in a browser that does not know', undefined, undefined, undefined],
  ])('says that nobody uses the page: %s', async (_, isActive, ofRead, ofWrite) => {
    vi.stubGlobal('navigator', isActive === undefined ? {} : { userActivation: { isActive } })
    answers(200, { files: [] })
    await call(listFiles, {})
    answers(201, { id: 'c' })
    await call(createCollection, { body: { name: 'x' } })
    expect(seen.map(({ headers }) => headers['x-unattended'])).toEqual([ofRead, ofWrite])
  })

  it('sends nothing for an id that would change the address', async () => {
    const error = await failure(call(deleteFile, { params: { fileId: '../../secret' } }))
    expect(error).toBeInstanceOf(RangeError)
    expect(outcomeOf(error)).toBe('refused')
    expect(seen).toEqual([])
  })
})

describe('without a session', () => {
  const refuses = () =>
    answers(
      401,
      { status: 401, code: 'SIGN_IN_REQUIRED', message: 'Sign in to the console' },
      { [CONSOLE_ERROR_HEADER]: 'SIGN_IN_REQUIRED' },
    )
  afterEach(noteSignedIn)

  it('a read waits until somebody signs in, and is sent again', async () => {
    refuses()
    const reading = call(listFiles, {})
    await vi.waitFor(() => expect(isSignedOut()).toBe(true))
    answers(200, { files: [] })
    noteSignedIn()
    expect((await reading).items).toEqual([])
    expect(seen).toHaveLength(2)
    expect(isSignedOut()).toBe(false)
  })

  it('a read that is left while it waits ends', async () => {
    refuses()
    const leave = new AbortController()
    const reading = failure(call(listFiles, { signal: leave.signal }))
    await vi.waitFor(() => expect(isSignedOut()).toBe(true))
    leave.abort()
    expect(await reading).toMatchObject({ cause: 'aborted', sent: false })
    expect(seen).toHaveLength(1)
  })

  it('a write is refused, which says that it was not done, and is not sent again', async () => {
    refuses()
    const error = await failure(call(createCollection, { body: { name: 'x' } }))
    expect(outcomeOf(error)).toBe('refused')
    expect(isSignInRequired(error)).toBe(true)
    expect(isSignedOut()).toBe(true)
    noteSignedIn()
    expect(seen).toHaveLength(1)
  })

  it('a 401 of the service is its own answer', async () => {
    answers(401, { code: 'SIGN_IN_REQUIRED', message: 'The key of the service is wrong' })
    expect(isSignInRequired(await failure(call(listFiles, {})))).toBe(false)
    expect(isSignedOut()).toBe(false)
  })

  it('an answer to what was sent before somebody signed in is no news', async () => {
    let respond = () => {}
    answer = (response) => {
      respond = () => {
        response.writeHead(401, { [CONSOLE_ERROR_HEADER]: 'SIGN_IN_REQUIRED' })
        response.end('{"code":"SIGN_IN_REQUIRED"}')
      }
    }
    const reading = call(listFiles, {})
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    noteSignedIn()
    const early = respond
    answers(200, { files: [] })
    early()
    expect((await reading).items).toEqual([])
    expect(isSignedOut()).toBe(false)
  })
})

describe('replies', () => {
  it.each([204, 200])('takes an empty body with status %i where nothing is promised', async (status) => {
    answers(status, '')
    expect(await call(deleteFile, { params: { fileId: 'f1' } })).toEqual({
      record: undefined,
      beside: {},
      raw: undefined,
    })
  })

  it('keeps a reply that is JSON of another shape', async () => {
    answers(200, { hello: 'there' })
    const error = await failure(call(requestUpload, { body: { fileName: 'a.md' } }))
    expect(error).toBeInstanceOf(UnreadableReply)
    expect(error).toMatchObject({ operation: 'requestUpload', status: 200, raw: { hello: 'there' } })
    expect(outcomeOf(error)).toBe('accepted')
  })

  it('keeps a reply that is no JSON', async () => {
    answers(200, '<html>sign in</html>')
    const error = await failure(call(listFiles, {}))
    expect(error).toMatchObject({ name: 'UnreadableReply', raw: '<html>sign in</html>' })
  })

  it('survives absurd nesting', async () => {
    answers(200, '['.repeat(100_000))
    expect(await failure(call(listFiles, {}))).toBeInstanceOf(UnreadableReply)
  })

  it('hands on only a view address that is a web address', async () => {
    answers(200, { viewUrl: 'javascript:alert(1)' })
    expect(await failure(call(viewFile, { params: { fileId: 'f' } }))).toMatchObject({
      raw: { viewUrl: 'javascript:alert(1)' },
    })
    answers(200, { viewUrl: '/stored/f?signature=1' })
    expect(await call(viewFile, { params: { fileId: 'f' } })).toEqual({ viewUrl: '/stored/f?signature=1' })
  })

  it('reads the connection of the console', async () => {
    const info = {
      service: 'local',
      serviceName: 'local',
      credentials: { apiKey: true, accessToken: false },
      chatOrigins: ['http://127.0.0.1'],
      limits: { uploadBytes: 1, bodyBytes: 1 },
    }
    answers(200, info)
    expect(await call(readConsoleInfo, {})).toEqual(info)
    expect(seen[0]?.url).toBe('/console/info')
  })
})

describe('refusals', () => {
  it.each([
    [
      {
        status: 400,
        message: 'Name is needed',
        code: 'BAD_REQUEST',
        success: false,
        errors: [{ path: 'name', message: 'Name is needed' }],
      },
      {
        message: 'Name is needed',
        code: 'BAD_REQUEST',
        fields: [{ path: 'name', message: 'Name is needed' }],
      },
    ],
    [{ error: 'no such file' }, { message: 'no such file', fields: [] }],
    [{ error: { message: 'inner', code: 'X' } }, { message: 'inner', code: 'X' }],
    [
      { detail: [{ loc: ['body', 'name'], msg: 'bad' }] },
      { message: 'bad', fields: [{ path: 'name', message: 'bad' }] },
    ],
    [
      { errors: { name: ['too long'] } },
      { message: 'too long', fields: [{ path: 'name', message: 'too long' }] },
    ],
    [{ message: ['one', 'two'] }, { message: expect.stringMatching(/^one.*two$/) }],
    ['Not allowed', { message: 'Not allowed' }],
    ['<html>nginx</html>', { hasMessage: false, message: 'The answer was 400 without a reason.' }],
    ['', { hasMessage: false, fields: [] }],
    ['null', { hasMessage: false }],
  ])('reads the body %j', async (body, expected) => {
    answers(400, body, { 'x-request-id': 'r-1' })
    const error = await failure(call(createCollection, { body: { name: 'n', description: '' } }))
    expect(error).toBeInstanceOf(ServiceRefusal)
    expect(error).toMatchObject({
      operation: 'createCollection',
      status: 400,
      requestId: 'r-1',
      fromProxy: false,
      ...expected,
    })
  })

  it.each([
    [400, undefined, 'refused'],
    [404, undefined, 'refused'],
    [429, undefined, 'refused'],
    [500, undefined, 'unknown'],
    [503, undefined, 'unknown'],
    [502, 'SERVICE_UNREACHABLE', 'refused'],
    [502, 'CREDENTIAL_REFUSED', 'refused'],
    [502, 'NOT_PERMITTED', 'refused'],
    [504, 'SERVICE_TIMED_OUT', 'unknown'],
    [502, 'SERVICE_REPLY_BROKEN', 'unknown'],
    [502, 'SOMETHING_NEW', 'unknown'],
    [403, 'SOMETHING_NEW', 'refused'],
  ])('of status %i and proxy code %s the outcome is %s', async (status, code, outcome) => {
    answers(status, { message: 'm', code }, code ? { [CONSOLE_ERROR_HEADER]: code } : {})
    const error = await failure(call(deleteFile, { params: { fileId: 'f' } }))
    expect(error).toMatchObject({ status, fromProxy: code !== undefined })
    expect(outcomeOf(error)).toBe(outcome)
  })

  it.each([
    ['SERVICE_REPLY_NOT_JSON', 201, 'accepted'],
    ['SERVICE_REPLY_BROKEN', 200, 'accepted'],
    ['SERVICE_REPLY_BROKEN', 500, 'unknown'],
    ['CREDENTIAL_REFUSED', 401, 'refused'],
    ['SERVICE_REPLY_NOT_JSON', 303, 'unknown'],
    ['SERVICE_REDIRECTED', 307, 'refused'],
  ])('a write that the service answered with %s and %i is %s', async (code, heard, outcome) => {
    answers(
      502,
      { message: 'm', code },
      { [CONSOLE_ERROR_HEADER]: code, [SERVICE_STATUS_HEADER]: `${heard}` },
    )
    expect(outcomeOf(await failure(call(deleteFile, { params: { fileId: 'f' } })))).toBe(outcome)
    // A read has no use without its body.
    expect(await failure(call(listFiles, {}))).toBeInstanceOf(ServiceRefusal)
  })

  it('a read that gives nothing and says that it was refused, is told in its words', async () => {
    answers(200, { success: false, status: 429, message: 'Too many.' })
    expect(await failure(call(listFiles, {}))).toMatchObject({ status: 429, message: 'Too many.' })
    answers(200, { success: false, files: [] })
    expect(await call(listFiles, {})).toMatchObject({ items: [] })
  })

  it('a write whose reply of success says that it was refused, is (D792)', async () => {
    answers(200, { success: false, status: 409, code: 'CONFLICT', message: 'It is on the list.' })
    const error = await failure(call(deleteFile, { params: { fileId: 'f' } }))
    expect(error).toMatchObject({ status: 409, code: 'CONFLICT', message: 'It is on the list.' })
    expect(outcomeOf(error)).toBe('refused')
    // Some say so in a text (D938).
    for (const success of [false, 'false']) {
      answers(200, { success })
      expect(outcomeOf(await failure(call(deleteFile, { params: { fileId: 'f' } })))).toBe('refused')
    }
  })

  it('knows whether the body is of the service itself', async () => {
    answers(404, { message: 'm' })
    expect(await failure(call(listFiles, {}))).toMatchObject({ hasOwnBody: true })
    answers(404, { message: 'm' }, { [SERVICE_STATUS_HEADER]: '404' })
    expect(await failure(call(listFiles, {}))).toMatchObject({ hasOwnBody: false, fromProxy: false })
    answers(404, '<h1>Not found</h1>')
    expect(await failure(call(listFiles, {}))).toMatchObject({ hasOwnBody: false })
  })

  it.each([
    [500, {}, false, true],
    [501, {}, false, false],
    [503, {}, false, true],
    [502, {}, true, true],
    [429, {}, false, true],
    // Every service lists files, so this is another address (D900).
    [404, {}, false, true],
    [502, { [CONSOLE_ERROR_HEADER]: 'SERVICE_UNREACHABLE' }, true, true],
    [502, { [CONSOLE_ERROR_HEADER]: 'SERVICE_REPLY_BROKEN' }, true, true],
    // It broke off after its status, so something answered.
    [502, { [CONSOLE_ERROR_HEADER]: 'SERVICE_REPLY_BROKEN', [SERVICE_STATUS_HEADER]: '200' }, false, true],
    [502, { [CONSOLE_ERROR_HEADER]: 'SERVICE_REPLY_NOT_JSON' }, false, true],
    [502, { [CONSOLE_ERROR_HEADER]: 'CREDENTIAL_REFUSED' }, false, false],
  ])(
    'of %i with %j: nothing answered: %s, worth trying again: %s',
    async (status, headers, silent, again) => {
      answers(status, { message: 'm', code: Object.values(headers)[0] }, headers)
      const error = await failure(call(listFiles, {}))
      expect([isSilence(error), isTemporary(error)]).toEqual([silent, again])
    },
  )

  it('does not take the word of the service for that of the proxy', async () => {
    answers(502, { message: 'm', code: 'SERVICE_UNREACHABLE' })
    expect(outcomeOf(await failure(call(deleteFile, { params: { fileId: 'f' } })))).toBe('unknown')
  })
})

describe('answers that do not arrive', () => {
  it('gives a silent server up after the time limit, and does not know what became of the write', async () => {
    answer = () => undefined
    const error = await failure(call({ ...deleteFile, timeoutMs: 30 }, { params: { fileId: 'f' } }))
    expect(error).toBeInstanceOf(NoAnswer)
    expect(error).toMatchObject({ operation: 'deleteFile', cause: 'timed out', sent: true })
    expect(outcomeOf(error)).toBe('unknown')
  })

  it('tells a connection that was cut from one that timed out', async () => {
    answer = (response) => response.socket?.destroy()
    const error = await failure(call(listFiles, {}))
    expect(error).toMatchObject({ cause: 'connection lost', sent: true })
  })

  const cutOff = (status: number) => {
    answer = (response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"id":', () => response.socket?.destroy())
    }
  }

  it('goes by the status of a write whose body was cut off', async () => {
    cutOff(200)
    const done = await failure(call(deleteFile, { params: { fileId: 'f' } }))
    expect(done).toMatchObject({ name: 'UnreadableReply', message: 'the reply was cut off' })
    expect(outcomeOf(done)).toBe('accepted')
    cutOff(404)
    expect(outcomeOf(await failure(call(deleteFile, { params: { fileId: 'f' } })))).toBe('refused')
  })

  it('says of a read whose body was cut off that something answered, and tries it again', async () => {
    cutOff(200)
    const error = await failure(call(listFiles, {}))
    expect(error).toMatchObject({ name: 'NoAnswer', cause: 'broke off' })
    expect([isSilence(error), isTemporary(error)]).toEqual([false, true])
  })

  it('says who ended it when the caller did', async () => {
    const caller = new AbortController()
    answer = () => caller.abort()
    expect(await failure(call(listFiles, { signal: caller.signal }))).toMatchObject({
      cause: 'aborted',
      sent: true,
    })
    const late = await failure(call(deleteFile, { params: { fileId: 'f' }, signal: caller.signal }))
    expect(late).toMatchObject({ cause: 'aborted', sent: false })
    expect(outcomeOf(late)).toBe('refused')
    expect(seen).toHaveLength(1)
  })

  it('sends nothing while offline, except on this machine', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal('location', { hostname: 'console.example' })
    const error = await failure(call(deleteFile, { params: { fileId: 'f' } }))
    expect(error).toMatchObject({ cause: 'offline', sent: false })
    expect(outcomeOf(error)).toBe('refused')
    expect(seen).toEqual([])

    vi.stubGlobal('location', { hostname: '127.0.0.1' })
    answers(200, '')
    await call(deleteFile, { params: { fileId: 'f' } })
    expect(seen).toHaveLength(1)
  })

  it('says that the server is gone when nothing listens', async () => {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => plainFetch(`http://127.0.0.1:1${path}`, init))
    expect(await failure(call(listFiles, {}))).toMatchObject({ name: 'NoAnswer', sent: true })
  })
})

it.each([
  ['a secret that was not stored', '[not stored]'],
  ['an address without its signature', 'https://a.example/hook [not stored]'],
])('%s is never sent in its place', async (_, value) => {
  const body = {
    name: 'A',
    description: '',
    agentType: 'CALL',
    overrideSTTConfig: { list: [{ apiKey: value }] },
  }
  const error = await call(createAgent, { body: body as never }).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(SecretMissing)
  expect([(error as SecretMissing).paths, outcomeOf(error), seen]).toEqual([
    ['overrideSTTConfig.list.0.apiKey'],
    'refused',
    [],
  ])
})

describe('a list that did not change', () => {
  it('is the same as before, and is read again once it changes', async () => {
    let tag = 'W/"1"'
    answer = (response) => {
      const isKnown = seen.at(-1)?.headers['if-none-match'] === tag
      response.writeHead(isKnown ? 304 : 200, { 'content-type': 'application/json', etag: tag })
      response.end(isKnown ? undefined : JSON.stringify({ files: [{ fileId: 'f', fileName: tag }] }))
    }
    const first = await call(listFiles, {})
    expect(await call(listFiles, {})).toBe(first)
    tag = 'W/"2"'
    const changed = await call(listFiles, {})
    expect(changed.items.map(({ fileName }) => fileName)).toEqual([tag])
    expect(await call(listFiles, {})).toBe(changed)
    expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      'W/"1"',
      'W/"1"',
      'W/"2"',
    ])
  })

  it('is asked without a tag where the last answer had none', async () => {
    answers(200, { files: [] })
    await call(listFiles, {})
    await call(listFiles, {})
    expect(seen.at(-1)?.headers['if-none-match']).toBeUndefined()
  })
})
