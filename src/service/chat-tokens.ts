import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from './clock'

/** What a visitor's token permits: to go on with one thread, from pages of one origin, until a time (D330). */
export interface ChatPass {
  readonly threadId: string
  /** Such as `https://shop.example.com`. */
  readonly origin: string
  readonly endsAt: Date
}

export interface ChatTokens {
  /** Milliseconds that a token lasts. */
  readonly lifetime: number
  create(threadId: string, origin: string): { readonly token: string; readonly expiresAt: string }
  /** What a token says, also if it ended; `undefined` if it was not signed here. */
  read(token: string): ChatPass | undefined
  hasEnded(pass: ChatPass): boolean
  /** Whether a new token can be had for it (D331). */
  isRenewable(pass: ChatPass): boolean
}

/** "Short-lived" (§2): a quarter of an hour, in milliseconds. */
export const CHAT_TOKEN_LIFETIME = 15 * 60 * 1000

/** How long after its end a token can be renewed, in milliseconds: who comes back the same day goes on. */
const GRACE = 24 * 60 * 60 * 1000

const TOKEN = /^([\w-]{1,2000})\.([\w-]{43})$/

/** Thread, origin, end in milliseconds since 1970. */
const content = z.tuple([z.string(), z.string(), z.int()])

interface TokenOptions {
  /** The key that signs addresses; tokens are signed with another one, derived from it. */
  readonly linkKey: Uint8Array
  readonly clock: Clock
  readonly lifetime?: number
}

/** Signs and reads tokens. Nothing is stored, so every process on the store can read them. */
export function createChatTokens({
  linkKey,
  clock,
  lifetime = CHAT_TOKEN_LIFETIME,
}: TokenOptions): ChatTokens {
  const key = new Uint8Array(hkdfSync('sha256', linkKey, '', 'chat-token', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const since = ({ endsAt }: ChatPass) => clock.now().getTime() - endsAt.getTime()
  return {
    lifetime,
    create(threadId, origin) {
      const endsAt = clock.now().getTime() + lifetime
      const said: z.infer<typeof content> = [threadId, origin, endsAt]
      const text = Buffer.from(JSON.stringify(said)).toString('base64url')
      return { token: `${text}.${sign(text)}`, expiresAt: new Date(endsAt).toISOString() }
    },
    read(token) {
      const [, text = '', signature = ''] = TOKEN.exec(token) ?? []
      if (text === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text)))) return undefined
      const [threadId, origin, endsAt] = content.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      return { threadId, origin, endsAt: new Date(endsAt) }
    },
    hasEnded: (pass) => since(pass) >= 0,
    isRenewable: (pass) => since(pass) < GRACE,
  }
}
