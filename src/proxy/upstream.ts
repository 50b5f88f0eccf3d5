import type { Relay } from './relay'

/** A request to the service, built from checked parts. Nothing in it was copied from the browser's head. */
export interface Outgoing {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** Where operations are sent: a hosted service, or the local one in process. */
export interface Upstream {
  /** Sends once, never again. Everything that happens is told to the relay; returns a way to break off. */
  send(outgoing: Outgoing, relay: Relay): () => void
  close(): Promise<void>
}

/** In ms. A generation of scenarios may take a while to begin its answer. */
export interface Timeouts {
  readonly connect: number
  /** From the end of the request to the head of the reply, or while a target takes no more bytes. */
  readonly headers: number
  /** Between two pieces of a reply. */
  readonly body: number
}

/** Milliseconds (D49). */
export const TIMEOUTS: Timeouts = { connect: 10_000, headers: 120_000, body: 60_000 }
