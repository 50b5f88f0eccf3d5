import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { BLOBS_PATH, type LocalService } from './local-service'

export const TICKET_LIFETIME = 60 * 60 * 1000

const IV_BYTES = 12
const TAG_BYTES = 16

export interface Tickets {
  seal(target: string): string
  /** The target, or `undefined` for a ticket that is altered, made up, of another key, or expired. */
  open(ticket: string): string | undefined
}

/**
 * Seals targets so that the browser can neither read nor make one. Each purpose has its own key, so an upload ticket
 * cannot be read from. A ticket works until it expires, so that a broken upload can be repeated (D44).
 */
export function createTickets(
  now: () => number = Date.now,
  key: Uint8Array = randomBytes(32),
  lifetime = TICKET_LIFETIME,
): Tickets {
  return {
    seal(target) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const text = JSON.stringify([now() + lifetime, target])
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(ticket) {
      try {
        const bytes = Buffer.from(ticket, 'base64url')
        const iv = bytes.subarray(0, IV_BYTES)
        const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        decipher.setAuthTag(tag)
        const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8')
        const [expires, target] = JSON.parse(text + decipher.final('utf8')) as [number, string]
        return expires > now() ? target : undefined
      } catch {
        return undefined
      }
    },
  }
}

export interface TicketRules {
  /** The local service, whose files need no connection, and the console's origin, which they have too. */
  readonly local?: { readonly service: LocalService; readonly origin: () => string }
  /** Of the consoles on one store. Absent: the key lives as long as the process. */
  readonly sharedKey?: LocalService['sharedKey']
}

/**
 * Tickets for one purpose, valid in every console on the same store (D1036). Stored files of the local service are sealed
 * without an origin (D230).
 */
export function openTickets(
  purpose: string,
  { local: own, sharedKey }: TicketRules = {},
  lifetime?: number,
): Tickets {
  const tickets = createTickets(undefined, sharedKey?.(purpose), lifetime)
  if (!own) return tickets
  return {
    seal(target) {
      const origin = own.origin()
      return tickets.seal(target.startsWith(`${origin}${BLOBS_PATH}`) ? target.slice(origin.length) : target)
    },
    open(ticket) {
      const target = tickets.open(ticket)
      return target?.startsWith(BLOBS_PATH) ? `${own.origin()}${target}` : target
    },
  }
}
