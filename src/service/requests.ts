import * as z from 'zod/mini'
import type { CheckedOperation } from '../contract/checked-operations'
import { BODY_BYTES_MAX } from '../contract/console-info'
import type { FieldError } from '../contract/errors'
import { isPathId } from '../contract/operation'
import { isStorable } from '../contract/storable'
import { BODY_TIME } from '../net/server-limits'
import { Refused } from './errors'

/** How deep JSON may nest (D6); the interface needs far less. */
const DEPTH_MAX = 40

/** For operations without input: unknown fields are refused (D239). */
const NOTHING = z.strictObject({})

export interface CheckedRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
}

export async function checkRequest(
  operation: CheckedOperation,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<CheckedRequest> {
  // An id that cannot exist names nothing.
  for (const value of Object.values(params))
    if (!isPathId(value)) throw new Refused(404, 'There is nothing with this id.')
  const query = validate(operation.query ?? NOTHING, readQuery(request.url), 'query')
  const schema = operation.request ?? NOTHING
  return { params, query, body: validate(schema, await readJson(request, schema), 'body') }
}

function readQuery(url: string): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(query, name))
      throw new Refused(400, `${name.slice(0, 100)} is given twice in the address.`)
    Object.defineProperty(query, name, { value, enumerable: true })
  }
  checkStorable(query)
  return query
}

/** The JSON body; an empty object if the operation needs none. The limit counts arriving bytes, not the headers' promise. */
async function readJson(request: Request, schema: z.core.$ZodType): Promise<unknown> {
  const bytes = await inTime(readCapped(request, BODY_BYTES_MAX))
  if (bytes.length === 0 && z.safeParse(schema, {}).success) return {}
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refused(415, 'Send JSON, with Content-Type: application/json.')
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refused(400, bytes.length ? 'The body is not valid JSON.' : 'The body is empty; send JSON.')
  }
  checkStorable(body)
  return body
}

/** A late body is not broken off, so that its sender gets the answer (D49). */
function inTime(reading: Promise<Uint8Array>): Promise<Uint8Array> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Refused(408, 'The body did not arrive in time.')), BODY_TIME)
  })
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}

async function readCapped(request: Request, max: number): Promise<Uint8Array> {
  const tooLarge = () => new Refused(413, `The body is larger than ${max / 1024} KiB.`)
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body)
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > max) throw tooLarge()
      chunks.push(chunk)
    }
  return Buffer.concat(chunks)
}

interface Place {
  readonly value: unknown
  readonly key: string
  readonly parent?: Place
  readonly depth: number
}

/** Refuses what cannot be stored, keys included: NUL, half characters, deep nesting (D6). */
function checkStorable(body: unknown): void {
  const waiting: Place[] = [{ value: body, key: '', depth: 0 }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value, depth } = place
    if (depth > DEPTH_MAX) throw new Refused(400, `The body nests deeper than ${DEPTH_MAX} levels.`)
    if (typeof value === 'string' && !isStorable(value)) throw unstorable(place)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) throw unstorable(place)
      waiting.push({ value: inner, key, parent: place, depth: depth + 1 })
    }
  }
}

function unstorable(place: Place): Refused {
  const path: string[] = []
  for (let at: Place | undefined = place; at?.parent; at = at.parent) path.unshift(at.key)
  const message = 'This text has characters that cannot be stored; remove or retype them.'
  return new Refused(400, message, path.length ? [{ path: path.join('.'), message }] : [])
}

function validate(schema: z.core.$ZodType, value: unknown, what: 'query' | 'body'): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) {
    // Schemas parse JSON inside texts, so the result is checked again.
    checkStorable(result.data)
    return result.data
  }
  const fields = result.error.issues
    .flatMap((issue) => complaintsOf(issue, what))
    // A misspelled name explains more than the field that is missing because of it.
    .toSorted((one, other) => Number(other.isUnknown) - Number(one.isUnknown))
    .map(({ path, message }): FieldError => ({ path, message }))
  const [first] = fields
  // Of the whole there is either a rule of ours, or it is no object.
  const isRule = first?.path || result.error.issues[0]?.code === 'custom'
  throw new Refused(
    400,
    first && isRule ? `${first.message}.` : 'The body must be a JSON object.',
    fields.filter((field) => field.path !== '').slice(0, 50),
  )
}

/** What is wrong, by path. An unknown field gets its full path (D239). */
function complaintsOf(issue: z.core.$ZodIssue, what: 'query' | 'body') {
  const at = (path: readonly PropertyKey[]) => path.map(String).join('.').slice(0, 200)
  if (issue.code !== 'unrecognized_keys')
    return [{ path: at(issue.path), message: issue.message, isUnknown: false }]
  const kind = what === 'query' ? 'a parameter of this address' : 'a field of this request'
  return issue.keys.map((key) => {
    const path = at([...issue.path, key])
    return { path, message: `${path} is not ${kind}`, isUnknown: true }
  })
}
