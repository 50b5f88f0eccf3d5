import type * as z from 'zod/mini'
import type * as formats from './formats'
import { isWire, type ReplyReader, textOf, type Wire } from './reply'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Which credential an operation goes out with (§5): the API key, the bearer token, the `Origin` header alone,
 * or nothing (upload targets carry their own permission in the address).
 */
export type Auth = 'apiKey' | 'bearer' | 'origin' | 'none'

/** Where an operation is known from: the interface document, or the optional extras of real services (D2). */
export type Source = 'document' | 'extension'

/** What schemas are made with: a part of zod, and the formats of the interface. */
export type Formats = typeof formats

/**
 * The schema of a query or a JSON body, made when it is asked for (`schema.ts`). Whoever only calls needs its type, and
 * the page stays light without zod (D18).
 */
export type SchemaOf<Schema extends z.ZodMiniType = z.ZodMiniType> = (formats: Formats) => Schema

/** Stands for the schema of such a body where it is made from the fields of a version, in `requests/agents.ts`. */
export const sends = <T>(): SchemaOf<z.ZodMiniType<T>> => madeElsewhere

/** Throws: a body that is made elsewhere leaves out by itself what is not filled in. */
export const madeElsewhere = (): never => {
  throw new Error('This schema is made in requests/agents.ts')
}

/** What a write may change, as the cache of the console names it. */
export type Resource =
  | 'files'
  | 'collections'
  | 'agents'
  | 'calls'
  | 'threads'
  | 'tools'
  | 'organization'
  | 'lab'

/** A write as the ledger recorded it. */
export interface SentWrite {
  readonly params: Readonly<Record<string, string>>
  readonly body: Wire
  readonly note: Wire
  readonly reply: unknown
}

/** What a recorded write is about. */
export interface Subject {
  /** What it made or changed, where it is one thing with a name or a page of its own. */
  readonly kind?: 'agent' | 'collection' | 'file' | 'call' | 'thread' | 'run' | 'scenario' | 'scenarios'
  readonly agentId?: string
  readonly versionId?: string
  readonly collectionId?: string
  readonly fileId?: string
  /** The integer id of the agent, in the testing lab (D13). */
  readonly labAgentId?: string
  readonly scenarioId?: string
  readonly runId?: string
  readonly toolId?: string
  /** Id of the call or the thread, as the service gave it. */
  readonly callId?: string
  readonly threadId?: string
  /** The name that was sent or answered. */
  readonly name?: string
  /** Whom a call or a thread went to. */
  readonly recipient?: string
  /** The id that was sent of whom it went to. */
  readonly leadId?: string
}

/** One operation of the service, as data. Paths are written as in the document, with braces (§4). */
export interface Operation<
  Path extends string = string,
  Query = unknown,
  Body = unknown,
  Reply extends ReplyReader<unknown> = ReplyReader<unknown>,
> {
  readonly name: string
  readonly method: Method
  readonly path: Path
  readonly auth: Auth
  readonly source: Source
  /** One sentence, for the OpenAPI document and "Show request". */
  readonly summary: string
  /** The operation in words, as they follow "Could not". */
  readonly to: string
  /** What was done by it, as a sentence without its capital. Only a write has this. */
  readonly done?: string
  /** What to do after a 409, where it is known what that means here. */
  readonly conflict?: string
  /** Where it shows that it was done, as it follows "Check", where that is not among what is listed. */
  readonly look?: string
  /** What is lost with a reply that cannot be read, and what to do, where nothing that is listed replaces it. */
  readonly lost?: string
  /** Only reads, although its method is one of writes: a viewer may send it. */
  readonly reads?: true
  /** What the write may change. */
  readonly changes?: readonly Resource[]
  /** What a record of the write is about; by default what its address names. */
  readonly about?: (sent: SentWrite) => Subject
  /** Picks what the ledger may store of the reply. Default: everything except secret-named fields (D66). */
  readonly stores?: (reply: unknown) => unknown
  /** Milliseconds until a call is given up, or a stream that is silent, where the usual wait does not fit. */
  readonly timeoutMs?: number
  /** Answers server-sent events; the reply reader reads the data of one. No other operation may (D271). */
  readonly isStream?: true
  /** Taken from the visitor of a web chat, too, with the chat's token and from an allowed Origin (D330). */
  readonly isForVisitors?: true
  /** Goes to the console's own memory, which may hold that a secret was left out (D446). */
  readonly isForMemory?: true
  /** Query parameters; on the wire they are strings (§4 Tools). */
  readonly sendsQuery: Query
  /** JSON body. `undefined`: nothing is sent. */
  readonly sendsBody: Body
  /** Reads any plausible reply into the shape that the screens use; an empty reply arrives as `undefined`. */
  readonly reply: Reply
}

/** Whether it changes nothing and costs nothing, so that a viewer may send it (D483). */
export const isRead = ({ method, reads }: Pick<Operation, 'method' | 'reads'>): boolean =>
  method === 'GET' || reads === true

/** Longest wait for an answer, in ms (D62). */
const WAIT = 60_000

/** After how many ms the page gives a call up. */
export const waitOf = ({ timeoutMs = WAIT }: Pick<Operation, 'timeoutMs'>): number => timeoutMs

/** Whether pages of allowed origins may use it: creating a web chat, and what its visitor does. */
export const isForPages = ({ auth, isForVisitors }: Operation): boolean =>
  auth === 'origin' || isForVisitors === true

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The values for the braces of a path. */
export type PathParams<O extends Operation> = { readonly [Name in NamesIn<O['path']>]: string }
export type RequestBody<O extends Operation> = Sent<O['sendsBody']>
export type RequestQuery<O extends Operation> = Sent<O['sendsQuery']>
type Sent<Make> = Make extends SchemaOf<infer Schema> ? z.infer<Schema> : undefined
export type Reply<O extends Operation> = O['reply'] extends ReplyReader<infer Read> ? Read : never

interface Spec<
  Path extends string,
  Query extends z.ZodMiniObject,
  Body extends z.ZodMiniType,
  Reply extends ReplyReader<unknown>,
> extends Omit<Operation, 'path' | 'auth' | 'source' | 'sendsQuery' | 'sendsBody' | 'reply'> {
  path: Path
  auth?: Auth
  source?: Source
  sendsQuery?: SchemaOf<Query>
  sendsBody?: SchemaOf<Body>
  reply: Reply
}

type Maker<Schema extends z.ZodMiniType> = [Schema] extends [never] ? undefined : SchemaOf<Schema>

/** Declares an operation. Default credential: the API key (§5); default source: the document. */
export function operation<
  const Path extends string,
  Reply extends ReplyReader<unknown>,
  Query extends z.ZodMiniObject = never,
  Body extends z.ZodMiniType = never,
>(spec: Spec<Path, Query, Body, Reply>): Operation<Path, Maker<Query>, Maker<Body>, Reply> {
  const declared = {
    auth: 'apiKey',
    source: 'document',
    ...spec,
    sendsQuery: spec.sendsQuery as Maker<Query>,
    sendsBody: spec.sendsBody as Maker<Body>,
  } as const
  byName.set(spec.name, declared)
  return declared
}

const byName = new Map<string, Operation>()

/** The operation of this name. Only those are found whose modules were loaded, so any that was called; `operations.ts` loads all. */
export const operationNamed = (name: string): Operation | undefined => byName.get(name)

/** What a record is about. One whose operation this console does not know is about what its address names. */
export function subjectOf(entry: {
  operation: string
  params: Readonly<Record<string, string>>
  body?: unknown
  note?: unknown
  reply?: unknown
}): Subject {
  const { params, body, note, reply } = entry
  const sent = { params, body: isWire(body) ? body : {}, note: isWire(note) ? note : {}, reply }
  const about = operationNamed(entry.operation)?.about ?? addressed
  return about(sent)
}

const addressed = ({ params, body }: SentWrite): Subject => {
  const { agentId, versionId, collectionId, fileId } = params
  return { agentId, versionId, collectionId, fileId, name: textOf(body.name) }
}

/** The characters an id may have in an address. Formats of ids are not documented (D5), so this is generous. */
const ID_IN_PATH = /^(?!\.{1,2}$)[A-Za-z0-9_.~:@-]{1,200}$/

/** Whether an id can stand in an address without being able to change the address. */
export function isPathId(value: string): boolean {
  return ID_IN_PATH.test(value)
}

/**
 * The address of an operation, relative to the base address, with its braces filled in.
 * Throws a `RangeError` naming the parameter when an id cannot stand in an address.
 */
export function pathOf<O extends Operation>(target: O, params: PathParams<O>): string {
  return target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (params as Record<string, string>)[name] ?? ''
    if (!isPathId(value)) throw new RangeError(`${name} "${value}" cannot be used in an address`)
    return encodeURIComponent(value)
  })
}

export interface PathMatch {
  readonly params: Readonly<Record<string, string>>
}

/**
 * Matches the segments of an already checked, raw request path against an operation's path.
 * Ids come back as they stood in the path, decoded; `undefined` when the path is another one.
 */
export const matchPath = (target: Operation, path: string): PathMatch | undefined =>
  matchSegments(target.path.split('/'), path.split('/'))

/** The same for paths that are split already. */
export function matchSegments(wanted: readonly string[], given: readonly string[]): PathMatch | undefined {
  if (wanted.length !== given.length) return undefined
  // Nearly all paths differ in what is fixed, which is seen before anything is made.
  if (wanted.some((segment, at) => !segment.startsWith('{') && segment !== given[at])) return undefined
  const params: Record<string, string> = {}
  for (let index = 0; index < wanted.length; index++) {
    const segment = wanted[index] ?? ''
    const value = given[index] ?? ''
    if (segment.startsWith('{')) {
      try {
        params[segment.slice(1, -1)] = decodeURIComponent(value)
      } catch {
        return undefined
      }
    }
  }
  return { params }
}
