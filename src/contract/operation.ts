import type { ReplyReader } from './reply'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Which credential an operation goes out with (§5): the API key, the bearer token, the `Origin` header alone,
 * or nothing (upload targets carry their own permission in the address).
 */
export type Auth = 'apiKey' | 'bearer' | 'origin' | 'none'

/** Where an operation is known from: the interface document, or the optional extras of real services (D2). */
export type Source = 'document' | 'extension'

/**
 * Marks that an operation sends a query or a JSON body of this type. Its schema stands in `requests/` and joins the
 * operation in `operations.ts`: whoever only calls needs the type, and the page stays light without the schemas (D18).
 */
export interface Sends<T> {
  readonly type?: T
}

export const sends = <T>(): Sends<T> => ({})

/** What a write may change, as the cache of the console names it. */
export type Resource = 'files' | 'collections' | 'agents' | 'calls' | 'threads' | 'lab'

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
  /** What the write may change. */
  readonly changes?: readonly Resource[]
  /** Picks what the ledger may store of the reply. Default: everything except secret-named fields (D66). */
  readonly stores?: (reply: unknown) => unknown
  /** Milliseconds until a call is given up, where the usual wait does not fit. */
  readonly timeoutMs?: number
  /** Query parameters; on the wire they are strings (§4 Tools). */
  readonly sendsQuery: Query
  /** JSON body. `undefined`: nothing is sent. */
  readonly sendsBody: Body
  /** Reads any plausible reply into the shape that the screens use; an empty reply arrives as `undefined`. */
  readonly reply: Reply
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The values for the braces of a path. */
export type PathParams<O extends Operation> = { readonly [Name in NamesIn<O['path']>]: string }
export type RequestBody<O extends Operation> = O['sendsBody'] extends Sends<infer Body> ? Body : undefined
export type RequestQuery<O extends Operation> = O['sendsQuery'] extends Sends<infer Query> ? Query : undefined
export type Reply<O extends Operation> = O['reply'] extends ReplyReader<infer Read> ? Read : never

type Spec<Path extends string, Query, Body, Reply extends ReplyReader<unknown>> = Pick<
  Operation,
  'name' | 'method' | 'summary' | 'to' | 'done' | 'changes' | 'stores' | 'timeoutMs'
> & {
  path: Path
  auth?: Auth
  source?: Source
  sendsQuery?: Query
  sendsBody?: Body
  reply: Reply
}

/** Declares an operation. Default credential: the API key (§5); default source: the document. */
export function operation<
  const Path extends string,
  Reply extends ReplyReader<unknown>,
  Query = undefined,
  Body = undefined,
>(spec: Spec<Path, Query, Body, Reply>): Operation<Path, Query, Body, Reply> {
  return {
    auth: 'apiKey',
    source: 'document',
    sendsQuery: undefined as Query,
    sendsBody: undefined as Body,
    ...spec,
  }
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
export function matchPath(target: Operation, path: string): PathMatch | undefined {
  const wanted = target.path.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith('{')) {
      try {
        params[segment.slice(1, -1)] = decodeURIComponent(value)
      } catch {
        return undefined
      }
    } else if (segment !== value) return undefined
  }
  return { params }
}
