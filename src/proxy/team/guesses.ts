import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Wrong guesses of one address that cost no wait. */
const FREE = 5
const WAIT_MAX = 60_000
/** An address without a guess for this long begins anew, in ms. */
const FORGET = 15 * 60_000
const ADDRESSES = 10_000

/** Wrong guesses of all addresses within a minute, after which every check takes longer. */
const MANY = 60
const MINUTE = 60_000
const SLOW = 300

/** Checks that wait; each takes about a twentieth of a second of the processor, one after the other. */
const WAITING = 16

export type Guess<Found> =
  | { readonly found: Found }
  /** `wrong`: how many in a row from this address. */
  | { readonly wrong: number }
  /** Not looked at; after so many seconds it may be. */
  | { readonly wait: number }

/** Addresses that one guesser can choose from: an IPv6 network has any number of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const rest = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  const whole = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...rest]
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

interface Timing {
  readonly now?: () => number
  readonly rest?: (ms: number) => Promise<unknown>
}

/**
 * Slows guesses: those of an address longer after each wrong one, and those of all once there are many. Nobody is locked out, as an
 * address that did not guess is never refused for others; what is remembered is bounded. `knowsAll`: there is nothing left to guess
 * for whom was found, so the wrong ones before were slips.
 */
export function openGuesses<Found>(
  check: (guess: string) => Promise<Found | undefined>,
  knowsAll: (found: Found) => boolean,
  { now = Date.now, rest = (ms) => sleep(ms) }: Timing = {},
) {
  const tries = new Map<string, { readonly count: number; readonly at: number }>()
  let recent: { readonly since: number; readonly count: number } = { since: 0, count: 0 }
  /** Those of addresses without a wrong guess, and the others. */
  const lines: [(() => Promise<void>)[], (() => Promise<void>)[]] = [[], []]
  let isRunning = false

  const countWrong = () => {
    const isNew = now() - recent.since > MINUTE
    recent = { since: isNew ? now() : recent.since, count: isNew ? 1 : recent.count + 1 }
  }
  const isMany = () => recent.count > MANY && now() - recent.since <= MINUTE

  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (let next = lines[0].shift() ?? lines[1].shift(); next; next = lines[0].shift() ?? lines[1].shift()) {
      if (isMany()) await rest(SLOW)
      await next()
    }
    isRunning = false
  }

  return async (address: string, guess: string): Promise<Guess<Found>> => {
    const network = networkOf(address)
    const last = tries.get(network)
    const before = last && now() - last.at <= FORGET ? last : { count: 0, at: 0 }
    const until = before.count < FREE ? 0 : before.at + Math.min(WAIT_MAX, 1000 * 2 ** (before.count - FREE))
    if (until > now()) return { wait: Math.ceil((until - now()) / 1000) }
    const line = before.count === 0 ? lines[0] : lines[1]
    if (line.length >= WAITING) return { wait: 1 }
    // Counted before it is checked, so that many at once are not free.
    const count = before.count + 1
    tries.delete(network)
    tries.set(network, { count, at: now() })
    const [oldest = ''] = tries.keys()
    if (tries.size > ADDRESSES) tries.delete(oldest)
    const found = await new Promise<Found | undefined>((settle, reject) => {
      line.push(() => check(guess).then(settle, reject))
      void run()
    })
    if (found === undefined) {
      countWrong()
      return { wrong: count }
    }
    const guessed = tries.get(network)
    if (knowsAll(found)) tries.delete(network)
    // A viewer, who would else guess an operator's password in between (D780).
    else if (guessed) tries.set(network, { ...guessed, count: guessed.count - 1 })
    return { found }
  }
}
