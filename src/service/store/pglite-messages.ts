/** To the embedded database's worker, which answers every message but `close`, in order. */
export type ToWorker =
  | { readonly kind: 'bytes'; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' }

/** From that worker. */
export type FromWorker =
  | { readonly kind: 'ready' }
  /** `panic`: the database broke with this SQLSTATE and must be opened again. */
  | {
      readonly kind: 'bytes'
      readonly connection: number
      readonly bytes: Uint8Array
      readonly panic: string | undefined
    }
  | { readonly kind: 'pong' }
  /** The database could not be opened, or broke. `code`: SQLSTATE. */
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string | undefined }
