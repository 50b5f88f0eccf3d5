import { findTestEmail, findTestNumber } from '../../contract/test-numbers'
import type { EngineTurn } from '../engine/engine'
import type { Fact } from '../engine/facts'
import { spoken } from '../engine/meaning'
import type { CustomerPlan } from '../store/schema'
import { askFor } from '../testing-lab/ask-for'

const ASKS_MAX = 3

/** What the address stands for; somebody at any other is content with answers. */
export function endOf(address: string): CustomerPlan['ends'] {
  const behaviour = (findTestNumber(address) ?? findTestEmail(address))?.behaviour
  return behaviour === 'wants a person' || behaviour === 'hangs up' || behaviour === 'opts out'
    ? behaviour
    : 'content'
}

/** What the person at an address wants from an agent: the same for the same address and documents (D321). */
export function planOf(address: string, facts: readonly Fact[]): CustomerPlan {
  const ends = endOf(address)
  const number = [...address].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  const count = ends === 'content' ? 1 + (number % ASKS_MAX) : ends === 'hangs up' ? 0 : 1
  const asked = Array.from({ length: Math.min(count, facts.length) }, (_, place) => {
    const fact = facts[(number + place) % facts.length]
    return fact ? askFor(fact) : ''
  })
  return { asks: [...new Set(asked)], ends }
}

const FAREWELL = 'I see. Thank you, that is all I needed. Goodbye.'
const NO_TIME = 'Sorry, I have no time. Goodbye.'
const WISH = 'I would like to talk to a person, please.'
const UNKNOWN = 'I do not have that at hand.'
const STOP = 'STOP'

/** Whether nothing comes after it. */
export const isLastWord = (said: string) => [FAREWELL, NO_TIME, STOP].includes(said)

/** The values that the agent's last words asked for; `undefined`: it asked for none, or for the second time. */
function valuesFor(
  heard: string,
  before: string | undefined,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!/\bWhat is the [^?]+\?$/i.test(heard.trim())) return undefined
  const asked = Object.entries(values)
    .filter(([name]) => heard.toLowerCase().includes(`the ${spoken(name)}`))
    .map(([name, value]) => `The ${spoken(name)} is ${value}.`)
  const answer = asked.join(' ') || UNKNOWN
  return answer === before ? undefined : answer
}

/** What the customer says next, by what was said: nothing else is stored, so any process can go on. */
export function customerSays(
  plan: CustomerPlan,
  turns: readonly EngineTurn[],
  values: Readonly<Record<string, unknown>>,
): string {
  const own = turns.filter(({ who }) => who === 'customer').map(({ said }) => said)
  if (plan.ends === 'hangs up') return NO_TIME
  const heard = turns.findLast(({ who }) => who === 'agent')?.said ?? ''
  const value = valuesFor(heard, own.at(-1), values)
  if (value !== undefined) return value
  const isSaid = (words: string) => own.some((each) => each.includes(words))
  const ask = plan.asks.find((each) => !isSaid(each))
  const wish =
    ask ??
    (plan.ends === 'wants a person' && !isSaid(WISH)
      ? WISH
      : own.length === 0
        ? 'What can you help me with?'
        : undefined)
  if (wish !== undefined) return `${own.length === 0 ? 'Hello.' : 'Thank you.'} ${wish}`
  return plan.ends === 'opts out' ? STOP : FAREWELL
}
