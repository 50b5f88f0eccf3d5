import type { Operation, PathParams, RequestBody, RequestQuery } from '../contract/operation'
import type { OperationName, Operations } from '../contract/operations'
import type { Answer } from './answers/answers'
import type { BlobLinks } from './blob-links'
import type { Blobs } from './blobs/blobs'
import type { Clock } from './clock'
import type { Ids } from './ids'
import type { Database } from './store/open-database'
import type { StreamedAnswer } from './streamed-answer'
import type { TestLine } from './telephone/test-line'
import type { ChatModel } from './testing-lab/language-model'

/** What handlers work with. */
export interface Context {
  readonly db: Database
  readonly blobs: Blobs
  readonly links: BlobLinks
  readonly clock: Clock
  readonly ids: Ids
  /** What happens at the other end of a call. */
  readonly line: TestLine
  /** To be called when a job was queued and that is committed; with its queue where it may start at once. */
  readonly wake: (queue?: string) => void
  /** Milliseconds without a deletion before words of deleted files are looked for. */
  readonly restBeforeSweep: number
  /** Plays and generates in the testing lab; without one, rules do. */
  readonly model?: ChatModel
}

interface Input<O extends Operation> {
  readonly params: PathParams<O>
  readonly query: RequestQuery<O>
  readonly body: RequestBody<O>
  /** Host of the checked `Origin`, where that is the operation's credential. */
  readonly originHost: string | undefined
}

/** Whose answers may be too large to be held whole. */
type StreamedOperation = 'listFiles' | 'listCollections'

/** Carries out one operation, on a request that has been checked; throws `Refused`. */
export type Handler<Name extends OperationName> = (
  context: Context,
  input: Input<Operations[Name]>,
) => Promise<Answer<Name> | (Name extends StreamedOperation ? StreamedAnswer : never)>

/** All of them: a missing one does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> }
