import { randomUUID } from 'node:crypto'

export interface Ids {
  /** Letters, digits and dashes, so that it can be part of an address and name a file. */
  id(): string
}

export const randomIds: Ids = { id: () => randomUUID() }
