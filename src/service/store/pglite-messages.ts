/** What the main thread says to the worker that holds the embedded database. It answers each message but the last, one after the other. */
export type ToWorker =
  | { readonly kind: 'bytes'; readonly connection: number; readonly bytes: Uint8Array }
  /** Are you there? */
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' }

/** What that worker says. */
export type FromWorker =
  | { readonly kind: 'ready' }
  /** `panic`: the database gave up with this SQLSTATE and must be opened again. */
  | {
      readonly kind: 'bytes'
      readonly connection: number
      readonly bytes: Uint8Array
      readonly panic: string | undefined
    }
  | { readonly kind: 'pong' }
  /** The database could not be opened, or broke; it is not a statement that was refused. `code`: SQLSTATE. */
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string | undefined }
