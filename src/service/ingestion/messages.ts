import type { Caps } from './caps'
import type { FailureCode } from './failure'
import type { Passage } from './passages'

/** From the service to the reading process. `size` bytes follow on standard input. */
export interface Job {
  readonly size: number
  readonly kind: 'pdf' | 'markdown'
  readonly caps: Caps
}

/** From the reading process: `begun` when it has all bytes, then passages in order, then one end. */
export type Report =
  | { readonly type: 'begun' }
  | { readonly type: 'passages'; readonly passages: Passage[] }
  | { readonly type: 'done'; readonly pages?: number; readonly rss: number }
  | { readonly type: 'failed'; readonly code: FailureCode; readonly rss: number }

/** Written to standard error before the reading process ends itself for its memory use. */
export const MEMORY_MARK = 'reader: over its memory cap'
