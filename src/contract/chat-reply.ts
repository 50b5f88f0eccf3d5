import { isWire, type OtherFields, timeOf, type Wire } from './reply'

/** A web-chat thread with the short-lived token for the client, whose field name is not documented (D15). */
export interface ChatThread {
  readonly threadId?: string
  readonly token?: string
  /** ISO time, where the service says when the token ends. */
  readonly expiresAt?: string
  /** Seconds from the reply until the token ends, where the service says it so. */
  readonly expiresIn?: number
  /** All that was not read, in the shape it came in. */
  readonly other: OtherFields
}

/** One value of a reply and where it stands: its own name last, the names of what holds it before. */
interface Spot {
  readonly holder: Wire
  readonly name: string
  readonly value: unknown
  readonly path: readonly string[]
}

/** A reply that nests deeper is not looked through any further; what is left is shown as it came. */
const DEPTH_MAX = 6

/** Every named value of a reply, the outer ones first. */
function spotsIn(reply: unknown): Spot[] {
  const spots: Spot[] = []
  let level: [value: unknown, path: readonly string[]][] = [[reply, []]]
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth++) {
    const inner: typeof level = []
    for (const [value, path] of level) {
      if (Array.isArray(value)) for (const each of value) inner.push([each, path])
      else if (isWire(value))
        for (const [name, each] of Object.entries(value)) {
          const at = [...path, name]
          spots.push({ holder: value, name, value: each, path: at })
          inner.push([each, at])
        }
    }
    level = inner
  }
  return spots
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

/** How surely a name says that its text is the token, or else its look: 0 is surest, `undefined` is not at all. */
function tokenRank({ name, value, path }: Spot): number | undefined {
  if (!isText(value)) return undefined
  if (/^(?:client|access|chat|session|thread|widget)?_?token$|^jwt$/i.test(name)) return 0
  if (/^(?:value|raw)$/i.test(name) && /token$|^jwt$/i.test(path.at(-2) ?? '')) return 1
  if (/refresh|csrf|xsrf|page|next|push/i.test(name)) return undefined
  return /token$|jwt$/i.test(name) ? 2 : JWT.test(value) ? 3 : undefined
}

/** How surely a name says that its value is the id of the thread. A bare `id` may be anybody's. */
function threadIdRank({ name, value, path }: Spot): number | undefined {
  if (!isText(value) && typeof value !== 'number') return undefined
  if (/^(?:chat_?)?thread_?id$/i.test(name)) return 0
  if (!/^_?id$/.test(name)) return undefined
  const holder = path.at(-2)
  if (holder !== undefined && /thread|^chat$|conversation/i.test(holder)) return 1
  return path.length === 1 || /^(?:data|results?|response|items)$/.test(holder ?? '') ? 2 : undefined
}

const surest = (spots: readonly Spot[], rank: (spot: Spot) => number | undefined): Spot | undefined => {
  let found: { spot: Spot; rank: number } | undefined
  for (const spot of spots) {
    const own = rank(spot)
    if (own !== undefined && own < (found?.rank ?? Number.POSITIVE_INFINITY)) found = { spot, rank: own }
  }
  return found?.spot
}

/** The end of a token, where it is a time. */
const endOf = (value: unknown): string | undefined => {
  const time = timeOf(value)
  return time !== undefined && Number.isFinite(Date.parse(time)) ? time : undefined
}

const secondsOf = (value: unknown): number | undefined => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) && read >= 0 ? read : undefined
}

const named = (spots: readonly Spot[], name: RegExp, read: (value: unknown) => unknown) =>
  spots.find((spot) => name.test(spot.name) && read(spot.value) !== undefined)

/** A copy without the values that were read; what holds nothing more goes with them. */
function without(value: unknown, taken: readonly Spot[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, taken) ?? {})
  if (!isWire(value)) return value
  const left = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if (taken.some((spot) => spot.holder === value && spot.name === name)) return []
    const rest = without(each, taken)
    const emptied = isWire(rest) && isWire(each) && Object.keys(rest).length === 0 && rest !== each
    return emptied && Object.keys(each).length > 0 ? [] : [[name, rest]]
  })
  return Object.fromEntries(left)
}

/** A reply that is one long word is taken for the token itself. */
const isBareToken = (reply: unknown): reply is string =>
  typeof reply === 'string' && /^[\w.~+/=-]{16,}$/.test(reply)

/**
 * Reads the reply to a web chat, whatever its shape: token, thread id and end need not stand together, nor at the top (D15).
 * `undefined` where none of them is there.
 */
export function readChatReply(reply: unknown): ChatThread | undefined {
  if (isBareToken(reply)) return { token: reply, other: {} }
  const spots = spotsIn(reply)
  const token = surest(spots, tokenRank)
  const threadId = surest(spots, threadIdRank)
  const expiresAt = named(spots, /^(?:token)?_?(?:expires?_?at|expiry|expiration|expires|exp)$/i, endOf)
  const expiresIn = named(spots, /^(?:token)?_?(?:expires?_?in|ttl)$/i, secondsOf)
  const taken = [token, threadId, expiresAt, expiresIn].filter((spot) => spot !== undefined)
  if (taken.length === 0) return undefined
  const rest = without(reply, taken)
  return {
    threadId: threadId && String(threadId.value),
    token: token && String(token.value),
    expiresAt: expiresAt && endOf(expiresAt.value),
    expiresIn: expiresIn && secondsOf(expiresIn.value),
    other: isWire(rest) ? rest : { reply: rest },
  }
}

/** Stands where a text stood that might be the token. */
export const WITHHELD = '[not stored]'

/**
 * What may be remembered of the reply to a web chat. Its token may stand under any name, so a text stays only where its name says that
 * it is an id, a time or a state (D187); numbers and flags stay.
 */
export function withoutToken(reply: unknown, name = ''): unknown {
  if (typeof reply === 'string') return HARMLESS.test(name) || reply === '' ? reply : WITHHELD
  if (Array.isArray(reply)) return reply.map((each) => withoutToken(each, name))
  if (!isWire(reply)) return reply
  return Object.fromEntries(Object.entries(reply).map(([inner, each]) => [inner, withoutToken(each, inner)]))
}

const HARMLESS =
  /^_?id$|(?:thread|agent|version|organization|lead|conversation)_?id$|(?:created|updated|expires|closed|activity)_?at$|^(?:status|state|channel|type|closed_?reason)$/i
