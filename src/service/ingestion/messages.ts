import type { Caps } from './caps'
import type { FailureCode } from './failure'
import type { Passage } from './passages'

/** From the service to the reading process: read this. Its bytes follow on the standard input, exactly as many. */
export interface Job {
  readonly size: number
  readonly kind: 'pdf' | 'markdown'
  readonly caps: Caps
}

/** From the reading process: that it has all bytes, passages in order, in batches, then one end. */
export type Report =
  | { readonly type: 'begun' }
  | { readonly type: 'passages'; readonly passages: Passage[] }
  | { readonly type: 'done'; readonly pages?: number; readonly rss: number }
  | { readonly type: 'failed'; readonly code: FailureCode; readonly rss: number }

/** The reading process writes this to its standard error before it ends itself for want of memory. */
export const MEMORY_MARK = 'reader: over its memory cap'
