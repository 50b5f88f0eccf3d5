import type { Duplex } from 'node:stream'

/** The way to a database: the embedded one, or a server. */
export interface StoreLink {
  /** A new connection, in the shape of the socket that `pg` expects. `patient`: for the work at a start, which may take as long as it takes. */
  connect(options?: { readonly patient: boolean }): Duplex
  /** Whether the database answers within a few seconds, whoever else is waiting for it. */
  isAnswering(milliseconds: number): Promise<boolean>
  /** Ends what is there in order until `late`, then breaks it. */
  close(late: Promise<void>): Promise<void>
}
