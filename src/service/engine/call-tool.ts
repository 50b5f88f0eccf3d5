import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPrivateHost, lookupPublic, PrivateAddress } from '../../net/public-address'
import type { EngineTool, PrepareCall, ToolCall, ToolResult, ToolValues } from './engine'
import { makeRequest, maskTemplate, maskText, NotCallable, type ToolRequest } from './tool-request'

/** Bytes of an answer that are read, and characters of it that are handed on. */
const ANSWER_BYTES_MAX = 1024 * 1024
const ANSWER_MAX = 8_000

/** Seconds. Nobody waits longer in a conversation, whatever a tool is allowed (§8). */
const TIMEOUT_MAX = 60

interface ToolCallerOptions {
  /** Host names, with a port if it is not the usual one, that may be called although they are private. */
  readonly allowedHosts?: readonly string[]
  readonly lookup?: LookupFunction
}

/** The tool gave no answer. The message is for a person and holds no secret. */
class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}

/**
 * Calls tools for real (D307, safety 13): to public addresses only, checked and then connected to, or to hosts that are allowed by name. Bounded in time and
 * size. Redirects are not followed, and nothing is sent twice.
 */
export function createToolCaller({
  allowedHosts = [],
  lookup = lookupPublic(),
}: ToolCallerOptions = {}): PrepareCall {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))

  async function exchange(
    tool: EngineTool,
    request: ToolRequest,
    signal: AbortSignal,
  ): Promise<Omit<ToolResult, 'tookMs'>> {
    const seconds = Math.min(tool.structure.timeout, TIMEOUT_MAX)
    const timeout = AbortSignal.timeout(seconds * 1000)
    const isAllowed = allowed.has(request.url.host) || allowed.has(request.url.hostname)
    if (!isAllowed && isPrivateHost(request.url)) throw privateAddress()
    try {
      const response = await send(request, isAllowed ? undefined : lookup, AbortSignal.any([signal, timeout]))
      return await readAnswer(response, request)
    } catch (error) {
      signal.throwIfAborted()
      if (timeout.aborted)
        throw new ToolFailed(
          `The tool gave no whole answer within ${seconds} second${seconds === 1 ? '' : 's'}.`,
        )
      throw failureOf(error, maskText(request.url.hostname, request))
    }
  }

  return (tool, values) => {
    const { request, shown, problem } = prepare(tool, values)
    return {
      request: shown,
      async send(signal) {
        if (!request) return { error: problem, tookMs: 0 }
        const started = performance.now()
        const result = await exchange(tool, request, signal).catch((error: unknown) => {
          if (!(error instanceof ToolFailed)) throw error
          return { error: error.message }
        })
        return { ...result, tookMs: Math.round((performance.now() - started) * 10) / 10 }
      },
    }
  }
}

/** The request for a call with these values, and how it is shown, also where it cannot be made. */
function prepare(
  tool: EngineTool,
  values: ToolValues,
): { request?: ToolRequest; shown: ToolCall['request']; problem?: string } {
  try {
    const request = makeRequest(tool, values)
    return { request, shown: request.shown }
  } catch (error) {
    if (!(error instanceof NotCallable)) throw error
    const { method, url } = tool.structure
    return { shown: { method, url: maskTemplate(url), headers: {} }, problem: error.message }
  }
}

const privateAddress = () =>
  new ToolFailed(
    'The tool’s address is inside a private network, so it is not called. An operator can allow its host in TOOL_HOSTS.',
  )

function send(
  { url, method, headers, body }: ToolRequest,
  lookup: LookupFunction | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        method,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        // A connection of its own, so that none is used that was checked for another.
        agent: false,
        lookup,
        signal,
      },
      resolve,
    )
      .once('error', reject)
      // Who answers 101 and goes over to another protocol gives neither an answer nor an error.
      .once('close', () => reject(new Error('The connection was closed without an answer.')))
      .end(body)
  })
}

async function readAnswer(
  response: IncomingMessage,
  request: ToolRequest,
): Promise<Omit<ToolResult, 'tookMs'>> {
  const status = response.statusCode ?? 0
  try {
    if (status >= 300 && status < 400)
      return { status, error: `The tool sent the call elsewhere (${status}), which is not followed.` }
    const bytes = await readCapped(response)
    const answer = textOf(bytes, response, request)
    return status < 400
      ? { status, answer }
      : {
          status,
          answer,
          error: status < 500 ? `The tool refused the call (${status}).` : `The tool failed (${status}).`,
        }
  } finally {
    response.destroy()
  }
}

async function readCapped(response: IncomingMessage): Promise<Buffer> {
  const tooLarge = () =>
    new ToolFailed(`The answer of the tool is larger than ${ANSWER_BYTES_MAX / 1024} KiB.`)
  if (Number(response.headers['content-length'] ?? 0) > ANSWER_BYTES_MAX) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const TEXT = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded)/i

function textOf(bytes: Buffer, { headers }: IncomingMessage, request: ToolRequest): string {
  const type = headers['content-type'] ?? 'text/plain'
  if ((headers['content-encoding'] ?? 'identity') !== 'identity' || !TEXT.test(type))
    return bytes.length === 0 ? '' : `(${bytes.length} bytes that are no text)`
  const text = bytes.toString('utf8').replaceAll('\u0000', '')
  const masked = maskText(text, request)
  return masked.length > ANSWER_MAX ? `${masked.slice(0, ANSWER_MAX).toWellFormed()} …` : masked
}

const CAUSES: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'The host of the tool could not be looked up.',
  ECONNREFUSED: 'The host of the tool refuses connections.',
  ECONNRESET: 'The tool broke the connection off.',
  HPE_INVALID_CONSTANT: 'The tool does not answer in HTTP.',
}

function failureOf(error: unknown, host: string): unknown {
  if (error instanceof ToolFailed || !(error instanceof Error)) return error
  if (error instanceof PrivateAddress) return privateAddress()
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND') return new ToolFailed(`Host not found: ${host}`)
  return new ToolFailed(CAUSES[code] ?? 'The tool cannot be reached, or broke its answer off.')
}

/** What a person, and a model, is told of a call that an earlier attempt may have made. */
export const MAYBE_CALLED =
  'Not called again: an earlier attempt at this answer was broken off and may have called it, so nobody knows whether it was done.'

/** Makes no call; the request is shown as it would be sent. */
const answersWithout =
  (resultOf: (tool: EngineTool) => Omit<ToolResult, 'tookMs'>): PrepareCall =>
  (tool, values) => ({
    request: prepare(tool, values).shown,
    send: async () => ({ ...resultOf(tool), tookMs: 0 }),
  })

/** A call that is not made, for tests of agents: they run unattended and often, and must order nothing (D308). */
export const rehearseCall = answersWithout(({ name }) => ({ answer: `(Here the agent uses “${name}”.)` }))

/** In place of a call that may have been made (D691). */
export const maybeCalled = answersWithout(() => ({ error: MAYBE_CALLED }))
