import { matchesSearch } from '../search-box'

/** Something that can be picked by its id: the id, its name, and what tells it from others of that name. `unfit`: known, but not offered. */
export type Suggestion = { id: string; label: string; note?: string; unfit?: boolean }

const most = 50

/**
 * What to offer for a typed text: those whose name, note or id match, at most 50. A text that already is an id offers all, so that another can be
 * chosen without emptying the field first.
 */
export function suggest(all: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const exact = all.some((one) => one.id === typed)
  const matching = all.filter(
    (one) => !one.unfit && (exact || matchesSearch(typed, [one.label, one.note, one.id])),
  )
  return matching.slice(0, most)
}

/** The one that a text names: by its id, else by its name where no other has that name. */
export function named(all: readonly Suggestion[], typed: string): Suggestion | undefined {
  const text = typed.trim()
  const byId = all.find(({ id }) => id === text)
  if (byId || text === '') return byId
  const [first, ...more] = all.filter(({ label }) => label.trim().toLowerCase() === text.toLowerCase())
  return more.length === 0 ? first : undefined
}

/**
 * The ids of a typed or pasted text, each once, without those there already: what `all` names, whole or between commas, and the rest as ids
 * between spaces. `spaced`: they may hold spaces themselves.
 */
export function pick(
  all: readonly Suggestion[],
  text: string,
  present: readonly string[],
  spaced = false,
): string[] {
  const parts = named(all, text) ? [text] : text.split(/[,;\n]/)
  const ids = parts.flatMap((part) => named(all, part)?.id ?? (spaced ? part.trim() : part.split(/\s+/)))
  return [...new Set(ids)].filter((id) => id !== '' && !present.includes(id))
}

/**
 * The part of a text that is rather a name that nothing here has, yet or at all, than ids between spaces: one of its words has no digit, - or _.
 * A single word is so only where names are known.
 */
export const nameIn = (all: readonly Suggestion[], text: string): string | undefined =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .find((part) => {
      const words = part.split(/\s+/).filter(Boolean)
      return (
        (words.length > 1 || hasNames(all)) &&
        !named(all, part) &&
        words.some((word) => !/[\d_-]/.test(word) && !named(all, word))
      )
    })

const hasNames = (all: readonly Suggestion[]) => all.some(({ id, label }) => label !== id)

const isPartOf = (text: string, { id, label, unfit }: Suggestion): boolean =>
  label !== id && !unfit && matchesSearch(text, [label])

/** One whose name a text is part of. */
export const partlyNamed = (all: readonly Suggestion[], text: string): Suggestion | undefined =>
  all.find((each) => isPartOf(text, each))

/** Why a text is not taken for one id: it is part of names, or no id has such letters where names are known. One word may be an id that nobody knows here. */
export function doubtOf(all: readonly Suggestion[], typed: string, what: string): string | null {
  const text = typed.trim()
  if (text === '' || named(all, text)) return null
  const same = countNamed(all, text)
  if (same > 1) return `${same} have the name ${text}. Choose one from the list.`
  const [first, second] = all.filter((each) => isPartOf(text, each))
  if (first)
    return second
      ? `Choose one of those that fit ${text}.`
      : `Only ${first.label} fits ${text}. Choose it from the list.`
  return hasNames(all) && /[^\w.~:@-]/.test(text) ? notCalled(what, text) : null
}

const notCalled = (what: string, text: string) => `No ${what} is called ${text}. Choose one, or paste its id.`

/** The same for several, where a button takes a text as it is. `chosen`: the ids that are there already. */
export function doubtOfSeveral(
  all: readonly Suggestion[],
  chosen: readonly string[],
  typed: string,
  what: string,
): string | null {
  const text = typed.trim()
  if (text === '' || named(all, text)) return null
  const others = all.filter(({ id }) => !chosen.includes(id))
  if (suggest(others, text).length > 0)
    return `Choose one of those that fit ${text}, or press "Add ${what}" to take it for an id.`
  // No other fits, so what fits is chosen.
  const taken = partlyNamed(all, text)
  if (taken) return `${taken.label} is chosen already.`
  const name = nameIn(all, text)
  return name === undefined ? null : `${notCalled(what, name)} "Add ${what}" takes it as it is.`
}

/** The ids that chosen ids or names stand for, each once. */
export const idsOf = (all: readonly Suggestion[], chosen: readonly string[]): string[] => [
  ...new Set(chosen.map((each) => named(all, each)?.id ?? each)),
]

/** How many have the name that is typed, where that is no id. */
export function countNamed(all: readonly Suggestion[], typed: string): number {
  const text = typed.trim().toLowerCase()
  if (text === '' || all.some(({ id }) => id === typed.trim())) return 0
  return all.filter(({ label }) => label.trim().toLowerCase() === text).length
}

/** The row after a key in a list of `count`, going round at the ends; -1 is the field itself. */
export function moveInList(key: string, active: number, count: number): number {
  if (count === 0) return -1
  if (key === 'ArrowDown') return active + 1 >= count ? 0 : active + 1
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  return active
}
