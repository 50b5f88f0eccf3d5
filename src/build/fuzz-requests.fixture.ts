import * as fc from 'fast-check'
import { type CheckedOperation, checkedOperations } from '../contract/checked-operations'
import { sampleBody, sampleQuery } from '../contract/samples.fixture'
import { createOpenApi } from '../service/openapi'

// Requests that are right, nearly right, or nothing like it, for each operation of the OpenAPI document.

/** What the document says of a value, as far as one can be made of it. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

interface Described {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

/** An operation as the document has it. */
export interface Documented {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly statuses: readonly number[]
  readonly parameters: readonly Parameter[]
  readonly body?: Schema
}

export interface FuzzedRequest {
  /** Which of the ids that there are. */
  readonly number: number
  /** With names of ids in their places, as in the rest. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  readonly contentType: string
  readonly credential: 'right' | 'none' | 'wrong'
}

const document = JSON.parse(JSON.stringify(createOpenApi())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What stands behind a reference, or the thing itself. */
function resolve<T extends { readonly $ref?: string }>(thing: T): T {
  const [, , kind = '', name = ''] = thing.$ref?.split('/') ?? []
  return name ? (document.components[kind]?.[name] as T) : thing
}

/** Operations with JSON bodies or none; how bytes come in and go out has tests of its own. */
export const documented: readonly Documented[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { operationId }]) => operationId in checkedOperations)
    .map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number),
      parameters: parameters.map(resolve),
      body: requestBody?.content['application/json']?.schema,
    })),
)

/** Which id a name asks for. Those of the testing lab are integers. */
const KINDS: readonly (readonly [RegExp, kind: string, isInteger?: true])[] = [
  [/version_?id$/i, 'version'],
  [/^agent_id$/, 'labAgent', true],
  [/agentid$/i, 'agent'],
  [/collectionids?$/i, 'collection'],
  [/fileids?$/i, 'file'],
  [/phonenumberid$/i, 'phoneNumber'],
  [/^scenarios$/, 'scenario', true],
  [/^inbound_phone_number$/, 'labNumber', true],
  [/^callid$/i, 'call'],
  [/^threadid$/i, 'thread'],
  [/^toolid$/i, 'tool'],
  [/^tools$/, 'toolSlug'],
  [/^sttConfigId$/, 'stt'],
  [/^ttsConfigId$/, 'tts'],
  [/^llmConfigId$/, 'llm'],
  [/^voiceId$/, 'voice'],
  [/^token$/, 'token'],
]

const kindOf = (name: string) => KINDS.find(([pattern]) => pattern.test(name))

/** Stands for an id that is known only when the request is sent, so that a counterexample can be read and repeated. */
const placeOf = (kind: string, number: number | '' = '') => `{{${kind}${number}}}`
const PLACE = /\{\{([a-zA-Z]+)(\d*)\}\}/g
const INTEGER_PLACE = /"(\{\{(?:labAgent|labNumber|scenario|run)\d*\}\})"/g

/** Ids by kind. Where one number names ids of several kinds, they belong together. */
export type Ids = Readonly<Record<string, readonly (string | number)[]>>

/** Puts ids in their places: the one of `number`, where none is written. */
export const fillIn = (text: string, ids: Ids, number: number): string =>
  text.replace(INTEGER_PLACE, '$1').replace(PLACE, (place, kind: string, own: string) => {
    const known = ids[kind]
    return known ? String(known[(own === '' ? number : Number(own)) % known.length]) : place
  })

/** Mostly what belongs to the other ids of the request. */
const idOf = (kind: string) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(placeOf(kind)) },
    { weight: 1, arbitrary: fc.nat(3).map((number) => placeOf(kind, number)) },
  )

/** One text with much of what code stumbles over, which can be stored; and one that cannot. */
export const AWKWARD = `%_\\ ' " {{x}} {{ <b> \u202e\ud83d\ude42 $& 1e9`
export const UNSTORABLE = 'a\u0000b'

/** Texts that somebody's code has stumbled over. */
const ODD_TEXTS = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(AWKWARD, UNSTORABLE) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '\ud83d',
      '',
      ' \t\n',
      '\ud83d\ude42'.repeat(300),
      'x'.repeat(30_000),
      '\u202eevil',
      "' or 1=1 --",
      '%_\\',
      '../..',
      '{{x}}',
      '{{',
      '+1',
      '9'.repeat(400),
      '1e9',
      'a@b',
      'http://[::1',
      'https://169.254.169.254/',
      '2026-13-45',
      '+275760-09-13T00:00:00.001Z',
      '[]',
      '00000000-0000-0000-0000-000000000000',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/** The same of any kind. */
const ODD: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: ODD_TEXTS },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      0,
      -1,
      0.1,
      1e308,
      2 ** 31,
      2 ** 53 + 2,
      true,
      [],
      {},
      [null],
      [[[[[]]]]],
      { constructor: 1 },
      JSON.parse('{"__proto__": {"x": 1}}'),
      { toString: 1, length: -1 },
      Array.from({ length: 700 }, () => 'x'),
      Array.from({ length: 60 }, (_, index) => ({ name: `v${index}` })),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const rarely = <T>(usual: fc.Arbitrary<T>, one: number): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: one - 1, arbitrary: usual }, { weight: 1, arbitrary: ODD })

const LONG = 60

function textOf({ pattern, minLength = 0, maxLength = LONG }: Schema): fc.Arbitrary<string> {
  // Not every pattern can be turned round.
  try {
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  } catch {}
  return fc.string({
    unit: 'grapheme',
    minLength: Math.min(minLength, LONG),
    maxLength: Math.min(maxLength, LONG),
  })
}

/** A value that the document allows in this place, mostly. */
function madeFor(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const resolved = resolve(schema)
  const { type, anyOf, items = {}, properties = {}, required = [], additionalProperties } = resolved
  const kind = kindOf(name)
  if (resolved.const !== undefined) return rarely(fc.constant(resolved.const), 20)
  if (resolved.enum) return rarely(fc.constantFrom(...resolved.enum), 12)
  if (anyOf) return fc.oneof(...anyOf.map((each) => madeFor(each, name)))
  if (typeof type === 'object')
    return fc.oneof(...type.map((each) => madeFor({ ...resolved, type: each }, name)))
  if (type === 'array')
    return rarely(
      fc.array(madeFor(items, name), {
        minLength: resolved.minItems,
        maxLength: Math.max(resolved.minItems ?? 0, Math.min(resolved.maxItems ?? 3, 3)),
      }),
      20,
    )
  if (kind && type !== undefined) return rarely(idOf(kind[1]), 12)
  if (type === 'string') return rarely(fc.oneof(textOf(resolved), ODD_TEXTS), 12)
  if (type === 'boolean') return rarely(fc.boolean(), 12)
  if (type === 'null') return fc.constant(null)
  const { minimum: min = -10, maximum: max = 1_000 } = resolved
  if (type === 'integer') return rarely(fc.integer({ min: Math.ceil(min), max: Math.min(max, 5) }), 12)
  if (type === 'number') return rarely(fc.double({ min, max, noNaN: true }), 12)
  if (type === 'object' && typeof additionalProperties === 'object')
    return rarely(
      fc.dictionary(fc.string({ maxLength: 12 }), madeFor(additionalProperties, ''), { maxKeys: 3 }),
      12,
    )
  if (type === 'object' && Object.keys(properties).length > 0)
    return rarely(
      fc.record(
        Object.fromEntries(Object.entries(properties).map(([each, inner]) => [each, madeFor(inner, each)])),
        { requiredKeys: [...required] },
      ),
      20,
    )
  return ODD
}

/** A sample with the ids that exist. */
function withIds(value: unknown, name = ''): unknown {
  const kind = kindOf(name)
  if (kind && typeof value !== 'object') return placeOf(kind[1])
  if (Array.isArray(value)) return value.map((each) => withIds(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([each, inner]) => [each, withIds(inner, each)]))
}

/** A tool whose address leads nowhere: nothing of a test may reach the network. */
const NOWHERE = 'https://127.0.0.1:9/'

function sampleOf({ name }: Documented): Record<string, unknown> | undefined {
  const operation = (checkedOperations as Readonly<Record<string, CheckedOperation>>)[name]
  const body = operation && (withIds(sampleBody(operation)) as Record<string, unknown> | undefined)
  return body && 'structure' in body ? { ...body, structure: { url: NOWHERE, method: 'GET' } } : body
}

/** A field of a body: as in the sample, as the document allows, something odd, or left out. */
function fieldOf(schema: Schema | undefined, name: string, sample: unknown): fc.Arbitrary<unknown> {
  const left = fc.constant(undefined)
  // `undefined` is left out when the body is written.
  return fc.oneof(
    sample === undefined ? { weight: 30, arbitrary: left } : { weight: 10, arbitrary: fc.constant(sample) },
    { weight: 5, arbitrary: schema && name !== 'url' ? madeFor(schema, name) : left },
    { weight: 1, arbitrary: fc.oneof(ODD, left) },
  )
}

const STRANGE_BODIES = [
  '',
  '{',
  '[]',
  '7',
  '"x"',
  'null',
  '{"a":1,"a":2}',
  `${'['.repeat(900)}${']'.repeat(900)}`,
]

function bodyOf(operation: Documented): fc.Arbitrary<string | undefined> {
  const strange = fc.oneof(fc.constantFrom(...STRANGE_BODIES), fc.json(), fc.string({ unit: 'binary' }))
  const nothing = fc.constant(undefined)
  if (operation.method === 'GET') return nothing
  if (!operation.body)
    return fc.oneof(
      { weight: 8, arbitrary: nothing },
      { weight: 2, arbitrary: fc.constant('{}') },
      { weight: 1, arbitrary: strange },
    )
  const sample = sampleOf(operation) ?? {}
  const { properties = {} } = resolve(operation.body)
  const fields = Object.fromEntries(
    Object.entries({ ...sample, ...properties }).map(([name]) => [
      name,
      fieldOf(properties[name], name, sample[name]),
    ]),
  )
  const extra = fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'id', '')),
    ODD,
    { minKeys: 1, maxKeys: 2 },
  )
  const written = fc.oneof(
    { weight: 2, arbitrary: fc.constant(sample) },
    { weight: 12, arbitrary: fc.record(fields) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.record(fields), extra).map(([body, more]) => ({ ...body, ...more })),
    },
  )
  return fc.oneof(
    { weight: 14, arbitrary: written.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: strange },
  )
}

/** Written as they stand: a client may encode them or not. */
const STRANGE_SEGMENTS = [
  'nothing',
  '0',
  '-1',
  '1.5',
  '9'.repeat(30),
  '%00',
  'a%00b',
  '%ff',
  '%F0%9F%99%82',
  '~',
  'x'.repeat(300),
]

function kindInPath(name: string, path: string): string {
  const kind = name === 'id' ? (path.includes('/runs/') ? 'run' : 'scenario') : kindOf(name)?.[1]
  if (kind === undefined) throw new Error(`Say in KINDS which ids ${name} of ${path} names`)
  return kind
}

function pathOf({ path }: Documented): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (name === undefined) return fc.constant(segment)
    return fc.oneof(
      { weight: 7, arbitrary: idOf(kindInPath(name, path)) },
      { weight: 1, arbitrary: fc.constantFrom(...STRANGE_SEGMENTS) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('agent', 'version', 'file', 'thread').map((each) => placeOf(each)),
      },
    )
  })
  return fc.tuple(...segments).map((parts) => parts.join('/'))
}

/** A longer address is refused by Node, before anything of ours. */
const asText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2_000)

function queryOf({ name, parameters }: Documented): fc.Arbitrary<FuzzedRequest['query']> {
  const operation = (checkedOperations as Readonly<Record<string, CheckedOperation>>)[name]
  const sample = (operation && sampleQuery(operation)) ?? {}
  const texts = ODD.map(asText)
  const maybe = <T>(one: fc.Arbitrary<T>, absent: number) =>
    fc.oneof({ weight: absent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one })
  const named = parameters
    .filter((each) => each.in === 'query')
    .map(({ name: each, schema }) =>
      maybe(
        fc.tuple(
          fc.constant(each),
          fc.oneof(
            { weight: 4, arbitrary: fc.constant(String(withIds(sample[each], each) ?? 1)) },
            { weight: 2, arbitrary: madeFor(schema, each).map(asText) },
            { weight: 1, arbitrary: texts },
          ),
        ),
        3,
      ),
    )
  const other = maybe(fc.tuple(fc.constantFrom('colour', '__proto__', '', 'limit'), texts), 20)
  return fc.tuple(...named, other).map((all) => all.filter((each) => each !== undefined))
}

export const requestOf = (operation: Documented): fc.Arbitrary<FuzzedRequest> =>
  fc.record({
    number: fc.nat(2),
    path: pathOf(operation),
    query: queryOf(operation),
    body: bodyOf(operation),
    contentType: rarelyText('application/json', [
      'text/plain',
      'application/json; charset=utf-16',
      '',
      'multipart/form-data',
    ]),
    credential: fc.oneof(
      { weight: 12, arbitrary: fc.constant('right' as const) },
      { weight: 1, arbitrary: fc.constantFrom('none' as const, 'wrong' as const) },
    ),
  })

function rarelyText(usual: string, others: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 15, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

/** The request that the document shows, with the ids of this number and no more than must be sent. */
export function plainRequest(operation: Documented, number: number): FuzzedRequest {
  const body = sampleOf(operation)
  const { path } = operation
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => placeOf(kindInPath(name, path))),
    query: [],
    ...(body && { body: JSON.stringify(body) }),
    contentType: 'application/json',
    credential: 'right',
    number,
  }
}

/** The same once for each text of the body, with this one in its place. */
export function withText(operation: Documented, text: string): FuzzedRequest[] {
  const request = plainRequest(operation, 0)
  if (request.body === undefined || !operation.body) return []
  const body = JSON.parse(request.body) as Record<string, unknown>
  return Object.entries(resolve(operation.body).properties ?? {})
    .filter(([name, { type, pattern }]) => type === 'string' && !pattern && !kindOf(name))
    .map(([name]) => ({ ...request, body: JSON.stringify({ ...body, [name]: text }) }))
}
