import type { Wire } from './reply'

// What the people of a console record together, at its own server (D470). Not operations of the service but addresses of the console,
// declared alike so that one function calls them all.

/** Where one row is: the service it is about, its kind, and its key within both. */
export interface RowPlace {
  readonly service: string
  readonly store: string
  readonly key: string
}

export interface TeamRow {
  readonly key: string
  /** The number of its last change among all of its kind. */
  readonly changed: number
  /** Who recorded it first. */
  readonly person: string
  readonly row: Readonly<Wire>
}

/** The right of a page to work on something alone, which a row may depend on. */
export interface HeldBy {
  readonly name: string
  readonly page: string
}

export interface RowChange {
  readonly place: RowPlace
  readonly row: Readonly<Wire>
  /** The number of the change that it follows; 0: the row must be new. Absent: whatever is there is replaced. */
  readonly follows?: number | undefined
  readonly operation?: string | undefined
  /** The batch that it belongs to. */
  readonly partOf?: string | undefined
  /** The row is written only while this page may work on it. */
  readonly lease?: HeldBy | undefined
}

/** A part of the rows that changed after a number. */
export interface RowsPage {
  /** Of the last change of this kind, and of the last by which rows were removed. */
  readonly number: number
  readonly removed: number
  /** In the order of their changes. */
  readonly rows: readonly TeamRow[]
  /** Further rows changed after the last of these. */
  readonly more: boolean
}
