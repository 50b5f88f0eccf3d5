import { randomBytes, randomUUID } from 'node:crypto'

/** Where the service takes new ids and secrets from. */
export interface Ids {
  /** A new id: letters, digits and dashes, so that it can stand in an address and name a file on disk. */
  id(): string
  /** A secret that cannot be guessed. */
  token(): string
}

export const randomIds: Ids = { id: () => randomUUID(), token: () => randomBytes(32).toString('base64url') }
