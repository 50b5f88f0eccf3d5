import 'fake-indexeddb/auto'
import {
  environmentManager,
  focusManager,
  MutationObserver,
  type MutationOptions,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoAnswer } from '../client/api-error'
import { isSignedOut, noteSignedIn } from '../client/session'
import { dispatchCall } from '../contract/calls'
import { CONSOLE_ERROR_HEADER } from '../contract/errors'
import { deleteFile } from '../contract/file-changes'
import type { AgentRequest } from '../contract/requests/agents'
import { Ledger } from '../ledger/ledger'
import { openLedger } from '../ledger/open-ledger'
import { agentMutations } from './agent-changes'
import { agentQueries } from './agents'
import { callQueries } from './calls'
import { deployShown } from './change-version'
import { collectionMutations, findCreated } from './collection-changes'
import { collectionQueries } from './collections'
import { infoOf } from './console-info.fixture'
import { deploymentQueries } from './deployments'
import { describeError } from './describe-error'
import { evidenceMutations, evidenceQueries } from './evidence'
import { fileQueries } from './files'
import { forgetEverything } from './forget-everything'
import { infoQueries } from './info'
import { ledgerQueries } from './ledger'
import { createQueryClient } from './query-client'
import { sender } from './sender'
import { suggestionQueries } from './suggestions'
import { sending } from './write'

/** What the console's server answers, by method and path; a function decides when it is asked. */
type Answer = Response | (() => Response | Promise<Response>)
let answers: Record<string, Answer>
let asked: string[]
let client: QueryClient
let service: string

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const info = () => json(infoOf(service, 'local'))

let counter = 0
beforeEach(() => {
  counter += 1
  service = `service-${counter}`
  answers = { 'GET /console/info': info }
  asked = []
  client = createQueryClient()
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const request = `${method} ${path}`
    asked.push(request)
    const answer = answers[request]
    if (!answer) throw new TypeError(`nothing answers ${request}`)
    return typeof answer === 'function' ? answer() : answer.clone()
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const run = <T, V>(options: MutationOptions<T, Error, V>, variables: V) =>
  new MutationObserver<T, Error, V>(client, options).mutate(variables)
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
/** The record as another page sees it. */
const remembered = async () => (await openLedger()).entries(service)

const request = { versionId: 'v1', outboundPhoneNumberId: 'p1', toPhoneNumber: '+15551234567' }
const DISPATCH = 'POST /api/v1/agent/a1/dispatch'
const place = () => run(sending(dispatchCall), { params: { agentId: 'a1' }, body: request })

describe('a collection whose answer is lost', () => {
  const LIST = 'GET /api/v1/knowledge-base/collections'
  const CREATE = 'POST /api/v1/knowledge-base/collection'
  const listing = (...ids: string[]) => json(ids.map((id) => ({ id, name: 'Returns' })))
  const create = async (answer: Answer, ...after: string[]) => {
    answers[LIST] = listing('old')
    await client.query(collectionQueries.list())
    answers[CREATE] = answer
    answers[LIST] = listing('old', ...after)
    return run(collectionMutations.create(), { body: { name: 'Returns' } })
  }

  it.each([
    ['an error', json({ message: 'boom' }, 500)],
    ['a success that cannot be read', new Response('{"id":', { status: 201 })],
  ])('is found in the list after %s, and recorded as created', async (_, answer) => {
    expect((await create(answer, 'new')).record).toMatchObject({ id: 'new', name: 'Returns' })
    expect(await remembered()).toMatchObject([{ state: 'accepted', found: true, reply: { id: 'new' } }])
  })

  it('stays in doubt where the list does not show it, or shows two', async () => {
    expect(await failure(create(json({}, 500)))).toMatchObject({ status: 500 })
    expect(await failure(create(json({}, 500), 'new', 'another'))).toMatchObject({ status: 500 })
  })

  it('is not one that somebody else made since the list was read', async () => {
    answers[LIST] = listing('old')
    await client.query(collectionQueries.list())
    answers[CREATE] = json({}, 500)
    answers[LIST] = json([{ id: 'theirs', name: 'Returns', createdAt: '2026-01-01T00:00:00Z' }])
    expect(await failure(run(collectionMutations.create(), { body: { name: 'Returns' } }))).toMatchObject({
      status: 500,
    })
  })

  it('is looked for once more where a gateway answered for the list, and whenever it is asked for', async () => {
    const looks = [json({}, 502), json({}, 502), listing('old')]
    const lost = () => {
      answers[LIST] = () => looks.shift() ?? listing('old', 'new')
      return json({}, 500)
    }
    expect(await failure(create(lost))).toMatchObject({ status: 500 })
    expect(looks).toEqual([])
    asked = []
    expect((await findCreated(client, 'Returns'))?.record).toMatchObject({ id: 'new' })
    expect(asked).toEqual([LIST])
    expect(await remembered()).toMatchObject([{ state: 'accepted', found: true, reply: { id: 'new' } }])
    expect(await findCreated(client, 'Returns')).toBeUndefined()
  })

  it('is not looked for where it was refused', async () => {
    expect(await failure(create(json({}, 409), 'new'))).toMatchObject({ status: 409 })
  })
})

describe('a write worth remembering', () => {
  it('is written down before it is sent, and completed after', async () => {
    let before: unknown
    answers[DISPATCH] = async () => {
      before = await remembered()
      return json({ id: 'call-1', status: 'queued' }, 201)
    }
    expect(await place()).toMatchObject({ record: { id: 'call-1', status: 'queued' } })
    expect(before).toMatchObject([
      { operation: 'dispatchCall', params: { agentId: 'a1' }, body: request, state: 'sending' },
    ])
    expect(await client.query(callQueries.launched())).toMatchObject([
      { agentId: 'a1', request, state: 'accepted', result: { id: 'call-1', status: 'queued' } },
    ])
  })

  it('waits with sending until it is safe on disk', async () => {
    answers[DISPATCH] = () => json({ id: 'call-1' })
    await client.query(ledgerQueries.problem())
    await client.query(infoQueries.connection())
    // Another page holds the store, so that nothing can be written down.
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('switchboard')
      opening.onsuccess = () => resolve(opening.result)
    })
    const store = database.transaction('entries', 'readwrite').objectStore('entries')
    let turns = 0
    let holding = true
    const hold = () => {
      turns += 1
      if (holding) store.count().onsuccess = hold
    }
    hold()
    const placing = place()
    try {
      await vi.waitFor(() => expect(turns).toBeGreaterThan(50))
      expect(asked).not.toContain(DISPATCH)
    } finally {
      holding = false
    }
    await placing
    expect(asked).toContain(DISPATCH)
    database.close()
  })

  it.each([
    [
      () => json({ message: 'Not deployed.', code: 'CONFLICT' }, 409),
      'refused',
      { status: 409, code: 'CONFLICT', message: 'Not deployed.' },
    ],
    [() => json({}, 500), 'unknown', { status: 500 }],
    [() => Promise.reject(new TypeError('network')), 'unknown', { message: 'No answer: connection lost.' }],
    [() => new Response('queued', { status: 200 }), 'accepted', { message: 'the reply is not JSON' }],
  ])('keeps how it ended (%#), and is never sent twice', async (answer, state, error) => {
    answers[DISPATCH] = answer
    expect(await failure(place())).toBeInstanceOf(Error)
    expect(await remembered()).toMatchObject([{ state, error }])
    expect(asked.filter((each) => each === DISPATCH)).toHaveLength(1)
  })

  it('is not sent when the page cannot know to which service', async () => {
    delete answers['GET /console/info']
    const error = await failure(place())
    expect(error).toBeInstanceOf(NoAnswer)
    expect(error).toMatchObject({ operation: 'dispatchCall', sent: false })
    expect(asked).not.toContain(DISPATCH)
  })

  it('is sent all the same when this browser cannot remember', async () => {
    answers[DISPATCH] = () => json({ id: 'call-1' })
    await client.query(ledgerQueries.problem())
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await place()).toMatchObject({ record: { id: 'call-1' } })
    add.mockRestore()
    expect(await client.query({ ...ledgerQueries.problem(), staleTime: 0 })).toMatchObject({ reason: 'full' })
  })

  it('ends in the record as it did where only the answer of the record was lost', async () => {
    const { begin } = Ledger.prototype
    const lost = vi.spyOn(Ledger.prototype, 'begin').mockImplementation(async function (this: Ledger, ...of) {
      await begin.apply(this, of)
      throw new TypeError('network')
    })
    answers[DISPATCH] = () => json({ id: 'call-1' })
    await place()
    lost.mockRestore()
    expect(await remembered()).toMatchObject([{ state: 'accepted', reply: { id: 'call-1' } }])
  })

  it('of another service is not shown', async () => {
    answers[DISPATCH] = () => json({ id: 'call-1' })
    await place()
    service = `${service}-other`
    await client.query({ ...infoQueries.connection(), staleTime: 0 })
    expect(await client.query({ ...callQueries.launched(), staleTime: 0 })).toEqual([])
  })
})

describe('what a write changed', () => {
  const FILES = 'GET /api/v1/knowledge-base/files'
  const DELETE = 'DELETE /api/v1/knowledge-base/file/f1'

  it('is read anew before the write counts as ended', async () => {
    answers[FILES] = () => json({ files: [{ id: 'f1' }] })
    answers[DELETE] = () => {
      answers[FILES] = () => json({ files: [] })
      return new Response(null, { status: 204 })
    }
    const list = fileQueries.list()
    await client.query(list)
    const observer = new QueryObserver(client, list)
    const unsubscribe = observer.subscribe(() => undefined)
    await run(sending(deleteFile), { params: { fileId: 'f1' } })
    expect(observer.getCurrentResult().data?.items).toEqual([])
    unsubscribe()
  })

  it('does not make a failure of a write that succeeded when it cannot be read', async () => {
    answers[FILES] = () => json({ files: [] })
    answers[DELETE] = () => {
      answers[FILES] = () => json({ message: 'no' }, 403)
      return new Response(null, { status: 204 })
    }
    const observer = new QueryObserver(client, fileQueries.list())
    const unsubscribe = observer.subscribe(() => undefined)
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
    await run(sending(deleteFile), { params: { fileId: 'f1' } })
    expect(observer.getCurrentResult().error).toMatchObject({ status: 403 })
    unsubscribe()
  })

  it('is waited for only so long', async () => {
    answers[FILES] = () => json({ files: [] })
    const observer = new QueryObserver(client, fileQueries.list())
    const unsubscribe = observer.subscribe(() => undefined)
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
    answers[FILES] = () => new Promise<Response>(() => undefined)
    answers[DELETE] = () => new Response(null, { status: 204 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const ended = run(sending(deleteFile), { params: { fileId: 'f1' } })
      await vi.waitFor(() => expect(asked.filter((each) => each === FILES)).toHaveLength(2))
      await vi.advanceTimersByTimeAsync(5_000)
      await ended
    } finally {
      vi.useRealTimers()
      unsubscribe()
    }
  })
})

describe('agents', () => {
  const agent = {
    name: 'Support',
    description: '',
    agentType: 'CALL',
    useKnowledgeBase: false,
    prompt: { system: 's', variables: [], tools: [], preBuiltTools: [] },
    voicemailMessage: null,
    overrideSTTConfig: null,
    sttConfigId: 'stt-1',
    ttsConfigId: 't',
    llmConfigId: 'l',
    voiceId: 'v',
  } satisfies AgentRequest

  it('are known once created, with the version that is deployed', async () => {
    answers['POST /api/v1/agents'] = () =>
      json({ agent: { id: 'a1', version: { id: 'v1', version: 1 }, cekuraAgentId: 7 } }, 201)
    answers['PATCH /api/v1/agents/a1/versions/v1/deploy'] = () => json({ version: { id: 'v1' } })
    answers['PATCH /api/v1/agents/a1/versions/v2/deploy'] = () => json({ version: { id: 'v2', version: 2 } })
    answers['PATCH /api/v1/agents/a1/versions/v3/deploy'] = () => json({ id: 'a1', version: 9 })
    expect(await run(agentMutations.create(), { body: agent })).toMatchObject({
      agentId: 'a1',
      versionId: 'v1',
    })
    const one = { ...agentQueries.one('a1'), staleTime: 0 }
    expect(await client.query(one)).toMatchObject({
      name: 'Support',
      source: 'created',
      testingLabId: 7,
      versions: [{ versionId: 'v1', number: 1, request: agent }],
    })
    expect((await client.query(one))?.deployedVersionId).toBeUndefined()
    await run(deployShown(null), { params: { agentId: 'a1', versionId: 'v1' } })
    expect(await client.query(one)).toMatchObject({
      deployedVersionId: 'v1',
      deployedKnownFrom: 'deployed here',
    })
    await run(deployShown(null), { params: { agentId: 'a1', versionId: 'v2' } })
    expect(await client.query(one)).toMatchObject({
      name: 'Support',
      deployedVersionId: 'v2',
      versions: [
        { versionId: 'v2', number: 2 },
        { versionId: 'v1', number: 1 },
      ],
    })
    await run(deployShown(null), { params: { agentId: 'a1', versionId: 'v3' } })
    expect((await client.query(one))?.versions[0]?.number).toBeUndefined()
    const { sttConfigIds } = await client.query(suggestionQueries.ids())
    expect(sttConfigIds).toEqual([{ id: 'stt-1', label: 'stt-1', note: 'used before' }])
  })

  it('have a history of deployments with what was noted, also of refused ones', async () => {
    answers['PATCH /api/v1/agents/a1/versions/v1/deploy'] = () => json({ message: 'no' }, 409)
    const note = { reason: 'urgent', lacking: ['no evidence' as const] }
    await failure(run(deployShown(null), { params: { agentId: 'a1', versionId: 'v1' }, note }))
    expect(await client.query(deploymentQueries.ofAgent('a1'))).toMatchObject([
      { versionId: 'v1', state: 'refused', reason: 'urgent', lacking: ['no evidence'], imported: false },
    ])
  })

  it('have evidence: what the service tells of a run is kept once, what people enter each time', async () => {
    const evidence = { versionId: 'v1', verdict: 'passed' as const, knownFrom: 'service' as const }
    const told = { ...evidence, agentId: 'a1', run: { id: 7, at: '2026-01-01T00:00:00Z' } }
    await run(evidenceMutations.add(), told)
    await run(evidenceMutations.add(), { ...told, verdict: 'failed' })
    const byHand = { ...told, knownFrom: 'entered by hand' as const }
    await run(evidenceMutations.add(), byHand)
    const second = await run(evidenceMutations.add(), byHand)
    const list = () => client.query({ ...evidenceQueries.list('a1'), staleTime: 0 })
    expect((await list()).map(({ knownFrom, verdict }) => `${knownFrom}, ${verdict}`).sort()).toEqual([
      'entered by hand, passed',
      'entered by hand, passed',
      'service, failed',
    ])
    await run(evidenceMutations.remove(), second)
    expect(await list()).toHaveLength(2)
    await run(evidenceMutations.restore(), second)
    expect(await list()).toHaveLength(3)
  })

  it('stay as they are known when a deployment is refused', async () => {
    answers['PATCH /api/v1/agents/a1/versions/v1/deploy'] = () => json({ message: 'no' }, 404)
    await failure(run(deployShown(null), { params: { agentId: 'a1', versionId: 'v1' } }))
    expect(await client.query(agentQueries.one('a1'))).toBeNull()
  })

  it('are known as deployed where the service said so in a reply that cannot be read', async () => {
    await run(agentMutations.addById(), { agentId: 'a1', versionId: 'v1', deployed: true })
    answers['PATCH /api/v1/agents/a1/versions/v2/deploy'] = () => new Response('Deployed.', { status: 200 })
    const error = await failure(run(deployShown(null), { params: { agentId: 'a1', versionId: 'v2' } }))
    expect(error).toMatchObject({ name: 'UnreadableReply' })
    expect(await client.query({ ...agentQueries.one('a1'), staleTime: 0 })).toMatchObject({
      deployedVersionId: 'v2',
      deployedKnownFrom: 'deployed here',
    })
  })

  it('can be added by id, told more of, forgotten and put back', async () => {
    const known = () => client.query({ ...agentQueries.list(), staleTime: 0 })
    await run(agentMutations.addById(), { agentId: 'a9' })
    expect(await known()).toMatchObject([{ agentId: 'a9', name: 'a9', source: 'added', versions: [] }])
    await run(agentMutations.addById(), { agentId: 'a9', name: ' Sales ', versionId: 'v9', deployed: true })
    expect(await known()).toMatchObject([
      {
        name: 'Sales',
        deployedVersionId: 'v9',
        deployedKnownFrom: 'said by hand',
        versions: [{ versionId: 'v9' }],
      },
    ])
    const forgotten = await run(agentMutations.forget(), { agentId: 'a9' })
    expect(await known()).toEqual([])
    if (!forgotten) return expect.fail('it was not known')
    await run(agentMutations.restore(), forgotten)
    expect(await known()).toEqual([forgotten])
    await run(forgetEverything(), undefined)
    expect(await known()).toEqual([])
  })

  it('are not added under an id that cannot stand in an address', async () => {
    expect(await failure(run(agentMutations.addById(), { agentId: 'a/b' }))).toBeInstanceOf(RangeError)
    expect(await failure(run(agentMutations.addById(), { agentId: 'a', versionId: '..' }))).toBeInstanceOf(
      RangeError,
    )
  })
})

describe('reads', () => {
  it('are tried again where that may help, and not after a refusal', async () => {
    const COLLECTIONS = 'GET /api/v1/knowledge-base/collections'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      answers[COLLECTIONS] = () => json({}, 503)
      const observer = new QueryObserver(client, collectionQueries.list())
      const unsubscribe = observer.subscribe(() => undefined)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(asked).toHaveLength(3)
      expect(observer.getCurrentResult().status).toBe('error')
      unsubscribe()

      answers[COLLECTIONS] = () => json({}, 403)
      client.clear()
      asked = []
      const refused = new QueryObserver(client, collectionQueries.list())
      const end = refused.subscribe(() => undefined)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(asked).toHaveLength(1)
      end()
    } finally {
      vi.useRealTimers()
    }
  })

  it('go on while a file waits and the tab can be seen, and then come once a minute (D377)', async () => {
    const FILES = 'GET /api/v1/knowledge-base/files'
    const reads = () => asked.filter((each) => each === FILES).length
    answers[FILES] = () => json({ files: [{ id: 'f1', fileName: 'a.md', status: 'UPLOADED' }] })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    environmentManager.setIsServer(() => false)
    const observer = new QueryObserver(client, fileQueries.list())
    const unsubscribe = observer.subscribe(() => undefined)
    try {
      await vi.advanceTimersByTimeAsync(3_100)
      expect(reads()).toBe(10)
      focusManager.setFocused(false)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(reads()).toBe(10)
      focusManager.setFocused(true)
      answers[FILES] = () => json({ files: [{ id: 'f1', fileName: 'a.md', status: 'INGESTED' }] })
      await vi.advanceTimersByTimeAsync(2_000)
      expect(reads()).toBe(11)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(reads()).toBe(12)
    } finally {
      focusManager.setFocused(undefined)
      unsubscribe()
      vi.useRealTimers()
      environmentManager.setIsServer(() => true)
    }
  })

  it('of files go on by themselves when the service is back', async () => {
    const FILES = 'GET /api/v1/knowledge-base/files'
    answers[FILES] = () => json({}, 503)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    environmentManager.setIsServer(() => false)
    const observer = new QueryObserver(client, fileQueries.list())
    const unsubscribe = observer.subscribe(() => undefined)
    try {
      await vi.advanceTimersByTimeAsync(2_000)
      expect(observer.getCurrentResult().isError).toBe(true)
      answers[FILES] = () => json({ files: [] })
      await vi.advanceTimersByTimeAsync(6_000)
      expect(observer.getCurrentResult().isSuccess).toBe(true)
    } finally {
      unsubscribe()
      vi.useRealTimers()
      environmentManager.setIsServer(() => true)
    }
  })
})

it('records a refusal with the complaints about its fields (D981)', async () => {
  const errors = [{ field: 'toPhoneNumber', message: 'Not in E.164' }]
  answers[DISPATCH] = json({ message: 'Validation failed', errors }, 422)
  await failure(place())
  expect((await remembered())[0]?.error?.message).toBe('Validation failed. toPhoneNumber: Not in E.164')
})

describe('a write after the session has ended', () => {
  const refuses = () =>
    new Response(JSON.stringify({ code: 'SIGN_IN_REQUIRED', message: 'Sign in.', nextStep: 'Do it.' }), {
      status: 401,
      headers: { [CONSOLE_ERROR_HEADER]: 'SIGN_IN_REQUIRED' },
    })
  const DELETE = 'DELETE /api/v1/knowledge-base/file/f1'
  afterEach(noteSignedIn)

  it('is refused, and not sent later by itself', async () => {
    await client.query(infoQueries.connection())
    // The connection is old enough to be read again, and refused as well.
    client.setQueryData(infoQueries.connection().queryKey, (known) => known, { updatedAt: 1 })
    answers['GET /console/info'] = refuses
    answers[DISPATCH] = refuses
    const error = await failure(place())
    expect(describeError(error)).toMatchObject({
      title: 'Could not place the call',
      outcome: 'refused',
      nextStep: 'Do it.',
    })
    expect((await remembered()).map(({ state }) => state)).toEqual(['refused'])
    noteSignedIn()
    expect(asked.filter((each) => each === DISPATCH)).toHaveLength(1)
  })

  it('waits where it is part of work that nobody waits at', async () => {
    answers[DELETE] = refuses
    const deleting = sender(client)(deleteFile, { params: { fileId: 'f1' } })
    await vi.waitFor(() => expect(isSignedOut()).toBe(true))
    answers[DELETE] = json({})
    noteSignedIn()
    await deleting
    expect((await remembered()).map(({ state }) => state)).toEqual(['accepted', 'refused'])

    answers[DELETE] = refuses
    const stop = new AbortController()
    const stopped = failure(sender(client)(deleteFile, { params: { fileId: 'f1' }, signal: stop.signal }))
    await vi.waitFor(() => expect(isSignedOut()).toBe(true))
    stop.abort()
    expect(await stopped).toMatchObject({ cause: 'aborted', sent: false })
  })
})
