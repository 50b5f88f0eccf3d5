import type { SQL } from 'drizzle-orm'
import type { SearchMatch } from '../../contract/search'

/** What a question means to a model. */
export interface Meaning {
  /** The model's name. */
  readonly by: string
  readonly vector: readonly number[]
}

export type FindMeaning = (question: string) => Promise<Meaning | undefined>

export interface Found {
  readonly id: number
  readonly fileId: string
  readonly fileName: string
  readonly page: number | null
  readonly heading: readonly string[]
  readonly text: string
  readonly marks: readonly { readonly start: number; readonly end: number }[]
  readonly match: SearchMatch
  /** How much of what the question's words are worth it has, from 0 to 1: a rare word is worth more (D351). */
  readonly share: number
}

export interface Search {
  readonly query: string
  /** Words only: quotes, minus and `or` mean nothing in it. */
  readonly isSentence?: boolean
  /** A query for file ids. Only INGESTED files count (§3). */
  readonly fileIds: SQL
  readonly limit: number
  /** What the question means to a model; absent: words alone find. */
  readonly meaning?: Meaning | undefined
  /** Milliseconds after which it answers with what it has. Default: what a person waits for. */
  readonly timeMax?: number
}
