import { matchesSearch } from '../search-box'

/** Something that can be picked by its id: the id, its name, and what tells it from others of that name. */
export type Suggestion = { id: string; label: string; note?: string }

const most = 50

/**
 * What to offer for a typed text: those whose name, note or id match, at most 50. A text that already is an id offers all, so that another can be
 * chosen without emptying the field first.
 */
export function suggest(all: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const exact = all.some((one) => one.id === typed)
  const matching = exact ? all : all.filter((one) => matchesSearch(typed, [one.label, one.note, one.id]))
  return matching.slice(0, most)
}

/** The row after a key in a list of `count`, going round at the ends; -1 is the field itself. */
export function moveInList(key: string, active: number, count: number): number {
  if (count === 0) return -1
  if (key === 'ArrowDown') return active + 1 >= count ? 0 : active + 1
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  return active
}
