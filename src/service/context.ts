import type { Operation, PathParams, RequestBody, RequestQuery } from '../contract/operation'
import type { OperationName, Operations } from '../contract/operations'
import type { Answer } from './answers/answers'
import type { BlobLinks } from './blob-links'
import type { Blobs } from './blobs'
import type { Clock } from './clock'
import type { Ids } from './ids'
import type { Database } from './store/open-database'
import type { TestLine } from './telephone/test-line'

/** What handlers work with. */
export interface Context {
  readonly db: Database
  readonly blobs: Blobs
  readonly links: BlobLinks
  readonly clock: Clock
  readonly ids: Ids
  /** Tells the ingestion queue, or the testing lab, that there is something new to do. */
  readonly wake: { ingestion(): void; runs(): void }
  /** What happens at the other end of a call. */
  readonly line: TestLine
}

interface Input<O extends Operation> {
  readonly params: PathParams<O>
  readonly query: RequestQuery<O>
  readonly body: RequestBody<O>
  /** Host of the checked `Origin`, where that is the operation's credential. */
  readonly originHost: string | undefined
}

/** Carries out one operation, on a request that has been checked; throws `Refused`. */
export type Handler<Name extends OperationName> = (
  context: Context,
  input: Input<Operations[Name]>,
) => Promise<Answer<Name>>

/** All of them: a missing one does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> }
