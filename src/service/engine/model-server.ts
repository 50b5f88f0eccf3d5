import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import { type ModelConfig, ModelFailed } from './language-model'

/** Bytes of a reply. A stream is some fifty times as long as its text. */
const REPLY_BYTES_MAX = 2 * 1024 * 1024

/**
 * A client for a server that the operator chose. Redirects are not followed, and replies are bounded in size (safety 13). The library's own
 * retries are off, because they wait as long as a server says (D176).
 */
export const connectTo = ({ baseUrl, apiKey }: ModelConfig, timeout: number) =>
  new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    maxRetries: 0,
    timeout,
    logLevel: 'off',
    fetch: fetchBounded,
  })

export const unreadable = () =>
  new ModelFailed(
    "The language model's server answered with something that cannot be read. Check LLM_BASE_URL.",
  )

export function toFailure(error: unknown): ModelFailed {
  if (error instanceof ModelFailed) return error
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError)
    return new ModelFailed(`${SERVER} cannot be reached.`, { mayPass: true })
  if (error instanceof APIError) return failureOf(error.status, waitOf(error.headers))
  if (error instanceof TooLong) return new ModelFailed('The answer of the language model was too long.')
  // What a broken connection makes of a body that is being read.
  if (error instanceof TypeError && /terminated|fetch failed|network|aborted/i.test(error.message))
    return new ModelFailed('The answer of the language model was cut off.', { mayPass: true })
  return unreadable()
}

const SERVER = "The language model's server"

function failureOf(status: number | undefined, waitMs: number | undefined): ModelFailed {
  const failed = (what: string, again = {}) => new ModelFailed(`${SERVER} ${what}`, again)
  const mayPass = true
  if (status === undefined) return failed('broke its answer off with an error.', { mayPass })
  if (status === 429) return failed('turned the request away as one too many (429).', { mayPass, waitMs })
  if (status >= 500) return failed(`failed (${status}).`, { mayPass })
  if (status === 401 || status === 403) return failed(`refused the key (${status}). Check LLM_API_KEY.`)
  if (status === 404) return failed('knows no such address or model (404). Check LLM_BASE_URL and LLM_MODEL.')
  return status < 400
    ? failed(`sent the request elsewhere (${status}), which is not followed. Check LLM_BASE_URL.`)
    : failed(`did not take the request (${status}). Check LLM_MODEL.`)
}

/** `Retry-After` in seconds; dates are rare and not understood. */
function waitOf(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

class TooLong extends Error {}

/** `fetch` that follows no redirect and reads no more than a cap. */
async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  let size = 0
  const capped = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length
        if (size > REPLY_BYTES_MAX) controller.error(new TooLong())
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(capped ?? null, { status: response.status, headers: response.headers })
}
