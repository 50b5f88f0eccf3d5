import { Hono } from 'hono'
import { checkedOperations } from '../contract/checked-operations'
import { isForPages, matchPath, type Operation } from '../contract/operation'
import type { OperationName } from '../contract/operations'
import { createBlobLinks, createBlobRoutes } from './blobs/blob-routes'
import { blobQueue, queueSweep } from './blobs/sweep-blobs'
import { answerPreflight, isOfPages, methodsForPages, openToPages } from './chat-cors'
import { createChatTokens } from './chat-tokens'
import type { Context } from './context'
import { type Credentials, checkCredential, isOperator } from './credentials'
import { openMeanings } from './embedding-queue'
import { createToolCaller } from './engine/call-tool'
import { createEngine } from './engine/create-engine'
import type { EmbeddingModel } from './engine/language-model'
import { Refused, refusalAnswer, storeAway, storeRefusal } from './errors'
import { handlers } from './handlers/handlers'
import { findOrganization } from './handlers/organization'
import type { Extract } from './ingestion/extractor'
import { INGESTION, ingestionQueues, queueRecuts } from './ingestion-queue'
import { startJobs } from './jobs/jobs'
import { describeError, type Log } from './log'
import { EventStream, openMessageFeed } from './message-feed'
import { createOpenApi } from './openapi'
import { answerOpenApiPage, openApiFiles } from './openapi-page'
import { createRateLimit, createTurns, type Share, tooMany } from './rate-limit'
import { REPLY, replyQueue } from './replies'
import { answerTagged, isKnown, tagOf, unchanged } from './reply-tags'
import { checkRequest } from './requests'
import { REST, sweepQueue } from './search/sweep-words'
import { readSamples, type Samples } from './seed'
import { StreamedAnswer } from './streamed-answer'
import { CALL, callQueue } from './telephone/play-call'
import { createTestLine } from './telephone/test-line'
import { personQueue } from './telephone/write-back'
import { RUN, runQueue } from './testing-lab/runs'
import { answerWidget, WIDGET_PATH } from './widget'

export interface ServiceOptions
  extends Pick<Context, 'db' | 'blobs' | 'clock' | 'ids' | 'model'>,
    Partial<Pick<Context, 'restBeforeSweep'>> {
  readonly isStoreAnswering: () => Promise<boolean>
  readonly credentials: Credentials
  /** The service's address; a function if it is known only after listening. */
  readonly publicUrl: string | (() => string)
  /** Signs upload and view addresses; at least 32 bytes, the same after a restart. */
  readonly linkKey: Uint8Array
  readonly extract: Extract
  readonly log?: Log
  /** Absent: no limit (D24). */
  readonly requestsPerSecond?: number
  /** Delay of the slow test number, in milliseconds (D135). */
  readonly slowAnswerMs?: number
  readonly heartbeat?: number
  /** Milliseconds that the token of a web chat lasts. */
  readonly chatTokenLifetime?: number
  /** Hosts, with a port if not the usual one, whose tools may be called although they are private. */
  readonly toolHosts?: readonly string[]
  /** Absent: searches go by words alone. */
  readonly embedder?: EmbeddingModel | undefined
  /** Path of the built widget for pages. */
  readonly widget?: string
}

const SLOW_ANSWER_MS = 5_000

export interface Service {
  /** For the console in this process, which lets nobody but operators in. */
  fetch(request: Request): Response | Promise<Response>
  /** The same, for whoever reaches the service's address. */
  fetchForAll(request: Request): Response | Promise<Response>
  /** The same, for pages of other origins: the operations of web chat and the widget alone. */
  fetchForPages(request: Request): Response | Promise<Response>
  samples(): Samples
  /** Resolves when every file is read, every run is done, every call is played and every message has a reply. */
  idle(): Promise<void>
  /** Ends event streams, which would hold up a stop. */
  endStreams(): void
  /** Stops background work. The store stays open for whoever opened it. */
  close(): Promise<void>
}

export async function createService(options: ServiceOptions): Promise<Service> {
  const { db, blobs, clock, ids, credentials, publicUrl, log = () => {}, model } = options
  const address = typeof publicUrl === 'function' ? publicUrl : () => publicUrl
  const samples = await readSamples(db)
  await queueSweep(db)
  const feed = openMessageFeed({ db, clock, log, heartbeat: options.heartbeat })
  const prepareCall = createToolCaller({ allowedHosts: options.toolHosts })
  await queueRecuts(db)
  const { findMeaning, onIngested, embedding } = await openMeanings({ db, model: options.embedder, log })
  const engine = createEngine({ model, prepareCall, findMeaning })
  const jobs = startJobs({
    db,
    queues: [
      ...ingestionQueues({ db, blobs, clock, extract: options.extract, log, onIngested }),
      ...embedding,
      runQueue({ db, clock, log, model, findMeaning }),
      replyQueue({ db, clock, ids, engine, onReply: feed.look }),
      personQueue({ db, clock, ids, onMessage: feed.look }),
      callQueue({ db, clock, engine }),
      sweepQueue,
      blobQueue({ db, blobs, clock }),
    ],
    log,
  })
  const chatTokens = createChatTokens({
    linkKey: options.linkKey,
    clock,
    lifetime: options.chatTokenLifetime,
  })
  const context: Context = {
    db,
    blobs,
    links: createBlobLinks({ key: options.linkKey, publicUrl: address, clock }),
    clock,
    ids,
    line: createTestLine({ clock, slowAnswerMs: options.slowAnswerMs ?? SLOW_ANSWER_MS }),
    feed,
    chatTokens,
    async queueing(work, queue) {
      const done = await db.transaction(work)
      jobs.wake(queue)
      return done
    },
    engine,
    findMeaning,
    prepareCall,
    log,
    restBeforeSweep: options.restBeforeSweep ?? REST,
    model,
  }
  const isWithinRate = createRateLimit(db, options.requestsPerSecond)
  const inTurn = createTurns()
  const blobRoutes = createBlobRoutes(context)
  const findAllowedChatDomains = async () => (await findOrganization(db)).allowedChatDomains
  // Whether an answer may be read is asked after every refusal, too: those at the same moment ask together.
  let asked: ReturnType<typeof findAllowedChatDomains> | undefined
  const shareAllowedChatDomains = () => {
    asked ??= findAllowedChatDomains().finally(() => {
      asked = undefined
    })
    return asked
  }

  // The log says when the store goes away and when it is back, not each request that failed.
  let storeIsAway = false
  function logFailure(operation: string, error: unknown) {
    const refused = storeRefusal(error)
    if (!refused) log({ event: 'error', operation, ...describeError(error) })
    else if (!storeIsAway) log({ event: 'store', operation, status: refused.status, ...describeError(error) })
    storeIsAway ||= refused !== undefined
  }

  async function answer(name: string, request: Request, work: () => Promise<Response>): Promise<Response> {
    const started = performance.now()
    const response = await work().catch((error: unknown) => {
      if (error instanceof Refused) return refusalAnswer(error)
      if (request.signal.aborted) return refusalAnswer(new Refused(408, 'The request was broken off.'))
      logFailure(name, error)
      return refusalAnswer(
        storeRefusal(error) ??
          new Refused(500, 'The service failed to answer this. Try again; its log says more.'),
      )
    })
    if (storeIsAway && response.ok) {
      storeIsAway = false
      log({ event: 'store', status: 200 })
    }
    const duration = Math.round(performance.now() - started)
    log({ event: 'request', method: request.method, operation: name, status: response.status, duration })
    return response
  }

  /** The first work on a request. */
  const admit = <T>(share: Share, work: () => Promise<T>) =>
    inTurn(share, async () => {
      if (!(await isWithinRate(share))) throw tooMany()
      return work()
    })

  // A list that did not change is not read again for another page (D520).
  const lists = new Map<OperationName, { readonly tag: string; readonly content: Buffer<ArrayBuffer> }>()

  async function carryOut<Name extends OperationName>(
    name: Name,
    request: Request,
    params: Record<string, string>,
    share: Share,
  ) {
    const operation = checkedOperations[name]
    const caller = await admit(share, () =>
      checkCredential(operation, request, { params, credentials, chatTokens, findAllowedChatDomains }),
    )
    const checked = await checkRequest(operation, request, params)
    // It was checked with this operation's schemas.
    const lastEventId = request.headers.get('last-event-id') ?? undefined
    const input = { ...checked, ...caller, lastEventId, signal: request.signal } as unknown as Parameters<
      (typeof handlers)[Name]['carryOut']
    >[1]
    const { status, carryOut, version } = handlers[name]
    // Asked before, so that a change meanwhile only makes the tag too old, and the list is read once more. Another store may have had as many changes.
    const made = version && tagOf(`${tagOf(options.linkKey)} ${await version(db)}`)
    const headers = { 'cache-control': 'no-store', 'content-type': 'application/json' }
    if (made && isKnown(request, made)) return unchanged(made, headers)
    const list = lists.get(name)
    if (made && list?.tag === made) return new Response(list.content, { headers: { ...headers, etag: made } })
    const body = await inTurn(share, () => carryOut(context, input))
    if (body instanceof EventStream) return answerEvents(body)
    if (!(body instanceof StreamedAnswer)) return answerTagged(request, JSON.stringify(body), headers, status)
    body.made.then(
      (content) => {
        if (made && content) lists.set(name, { tag: made, content })
        else lists.delete(name)
      },
      (error: unknown) => logFailure(name, error),
    )
    return new Response(body.body, { status, headers: { ...headers, ...(made && { etag: made }) } })
  }

  const app = new Hono<{ Bindings: { share: Share } }>()
  for (const name of Object.keys(checkedOperations) as OperationName[]) {
    const operation: Operation = checkedOperations[name]
    app.on(operation.method, routeOf(operation.path), async ({ req, env }) => {
      const response = await answer(name, req.raw, () => carryOut(name, req.raw, req.param(), env.share))
      return isForPages(operation) ? openToPages(response, req.raw, shareAllowedChatDomains) : response
    })
  }
  for (const [path, methods] of methodsForPages(Object.values(checkedOperations)))
    app.options(routeOf(path), async ({ req: { raw }, env }) => {
      const response = await answer('preflight', raw, () =>
        admit(env.share, () => answerPreflight(raw, methods, findAllowedChatDomains)),
      )
      response.headers.set('vary', 'Origin')
      return response
    })
  app.put('/blobs/:id', ({ req }) =>
    answer('uploadContent', req.raw, () => blobRoutes.upload(req.raw, req.param('id'))),
  )
  app.get('/blobs/:id', ({ req }) =>
    answer('viewContent', req.raw, () => blobRoutes.view(req.raw, req.param('id'))),
  )
  const { widget } = options
  if (widget !== undefined)
    app.get(WIDGET_PATH, ({ req }) => answer('widget', req.raw, () => answerWidget(widget, req.raw)))
  app.get('/healthz', () => Response.json({ status: 'ok' }))
  app.get('/readyz', async () =>
    (await options.isStoreAnswering()) ? Response.json({ status: 'ok' }) : refusalAnswer(storeAway()),
  )
  let openApi: object | undefined
  app.get('/openapi.json', () => {
    openApi ??= createOpenApi()
    return Response.json(openApi)
  })
  for (const path of openApiFiles) app.get(path, () => answerOpenApiPage(path))
  app.notFound(({ req }) => answer('none', req.raw, async () => refuseAddress(req.path)))

  const fetchForAll = (request: Request) =>
    app.fetch(request, { share: isOperator(request, credentials) ? 'operators' : 'strangers' })
  return {
    fetch: (request) => app.fetch(request, { share: 'operators' }),
    fetchForAll,
    fetchForPages: (request) => (isOfPages(request) ? fetchForAll(request) : refusalAnswer(nothingHere())),
    samples: () => samples,
    idle: () => jobs.idle([INGESTION, RUN, REPLY, CALL]),
    endStreams: feed.close,
    async close() {
      feed.close()
      await jobs.close()
    },
  }
}

const nothingHere = () => new Refused(404, 'There is nothing at this address.')

/** A path of the contract as the router writes it. */
const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

const answerEvents = ({ body }: EventStream) =>
  body
    ? new Response(body, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      })
    : new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })

function refuseAddress(path: string): Response {
  const methods = Object.values(checkedOperations)
    .filter((operation) => matchPath(operation, path))
    .map((operation): string => operation.method)
  if (/^\/blobs\/[^/]+$/.test(path)) methods.push('GET', 'PUT')
  if (['/healthz', '/readyz', '/openapi.json', WIDGET_PATH, ...openApiFiles].includes(path))
    methods.push('GET')
  if (methods.length === 0) return refusalAnswer(nothingHere())
  const allow = [...new Set(methods)].join(', ')
  return refusalAnswer(new Refused(405, `This address takes ${allow}.`), { allow })
}
