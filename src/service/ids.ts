import { randomBytes, randomUUID } from 'node:crypto'

export interface Ids {
  /** Letters, digits and dashes, so that it can be part of an address and name a file. */
  id(): string
  /** A secret that cannot be guessed. */
  token(): string
}

export const randomIds: Ids = { id: () => randomUUID(), token: () => randomBytes(32).toString('base64url') }
