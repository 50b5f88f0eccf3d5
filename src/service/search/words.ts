import { slipsBetween } from '../../contract/slips'
import { isUnspaced, piecesOf, unvaried, WORD_OR_RUN } from './unspaced'

/** Nobody types longer words. */
const LENGTH_MAX = 40

export const wordsOf = (text: string): string[] =>
  (unvaried(text.toLowerCase()).match(WORD_OR_RUN) ?? [])
    .flatMap((word) => (isUnspaced(word) ? piecesOf(word) : word))
    .filter((word) => word.length <= LENGTH_MAX)

const slipsIn = (length: number) => (length < 3 ? 0 : length < 6 ? 1 : 2)

export function isNear(one: string, other: string): boolean {
  const allowed = slipsIn(Math.min(one.length, other.length))
  return Math.abs(one.length - other.length) <= allowed && slipsBetween(one, other) <= allowed
}
