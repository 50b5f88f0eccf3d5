import type * as z from 'zod/mini'
import type { Operation, PathParams, RequestBody, RequestQuery } from '../contract/operation'
import type { OperationName, Operations } from '../contract/operations'
import type { BlobLinks } from './blobs/blob-routes'
import type { Blobs } from './blobs/blobs'
import type { ChatTokens } from './chat-tokens'
import type { Clock } from './clock'
import type { Caller } from './credentials'
import type { Engine, PrepareCall } from './engine/engine'
import type { ChatModel } from './engine/language-model'
import type { Ids } from './ids'
import type { Log } from './log'
import type { EventStream, MessageFeed } from './message-feed'
import type { FindMeaning } from './search/found'
import type { Database, Queries } from './store/open-database'
import type { StreamedAnswer } from './streamed-answer'
import type { TestLine } from './telephone/test-line'

export interface Context {
  readonly db: Database
  readonly blobs: Blobs
  readonly links: BlobLinks
  readonly clock: Clock
  readonly ids: Ids
  /** The other end of a call. */
  readonly line: TestLine
  readonly feed: MessageFeed
  readonly chatTokens: ChatTokens
  /** Carries out a transaction that queues jobs, and then has them begin: without the name of a queue, when they are due. */
  readonly queueing: <T>(work: (tx: Queries) => Promise<T>, queue?: string) => Promise<T>
  /** Milliseconds without a deletion before words of deleted files are swept. */
  readonly restBeforeSweep: number
  /** Makes agents answer. */
  readonly engine: Engine
  /** Calls tools for real. */
  readonly prepareCall: PrepareCall
  readonly log: Log
  /** Absent: searches go by words alone. */
  readonly findMeaning?: FindMeaning | undefined
  /** Generates in the testing lab. Absent: rules do. */
  readonly model?: ChatModel
}

interface Input<O extends Operation> extends Caller {
  readonly params: PathParams<O>
  readonly query: RequestQuery<O>
  readonly body: RequestBody<O>
  /** The last event that a reader of a stream got. */
  readonly lastEventId: string | undefined
  /** Aborts when the sender leaves. */
  readonly signal: AbortSignal
}

/** Operations whose answers may be too large for memory. */
type StreamedOperation = 'listFiles' | 'listCollections'

/** What carries out an operation, and what it answers, also where the document is silent (D22). */
export interface Handler<Name extends OperationName, Body extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: Name
  /** A POST that creates answers 201. */
  readonly status: 200 | 201
  /** Tests compare every answer with this; the OpenAPI document shows it. Of a stream: the data of one event. */
  readonly body: Body
  carryOut(context: Context, input: Input<Operations[Name]>): Promise<Answered<Name, Body>>
  /** Another text whenever a streamed answer would be another, asked before it is made (D433). */
  readonly version?: (db: Database) => Promise<string>
}

type Answered<Name, Body extends z.ZodMiniType> =
  | z.core.output<Body>
  | (Name extends StreamedOperation ? StreamedAnswer : never)
  | (Name extends 'streamMessages' | 'tryVersion' ? EventStream : never)

export const handler = <Name extends OperationName, Body extends z.ZodMiniType>(
  name: Name,
  status: 200 | 201,
  body: Body,
  carryOut: Handler<Name, Body>['carryOut'],
  version?: Handler<Name>['version'],
): Handler<Name, Body> => ({ name, status, body, carryOut, version })

/** A missing handler does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> }
