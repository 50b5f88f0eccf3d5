/** What a key does in a table: move to a row, or act on the current one. Null: the key is not ours. */
export type TableKey = { move: number } | 'open' | 'toggle' | 'toggle-range' | 'select-all' | null

/**
 * Reads a key pressed on row `current` of `count` rows, `page` of which fit on the screen. Arrows, Home, End, Page Up and Page Down move and stop at the
 * ends; Enter opens; Space selects, with Shift a range; Ctrl/Cmd+A selects all.
 */
export function readTableKey(
  key: { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; shiftKey?: boolean },
  current: number,
  count: number,
  page: number,
): TableKey {
  if (count === 0 || key.altKey) return null
  if (key.ctrlKey || key.metaKey) return key.key === 'a' ? 'select-all' : null
  if (key.key === 'Enter') return 'open'
  if (key.key === ' ') return key.shiftKey ? 'toggle-range' : 'toggle'
  const leap = Math.max(1, page - 1)
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: leap, PageUp: -leap, Home: -count, End: count }
  const step = new Map(Object.entries(steps)).get(key.key)
  return step === undefined ? null : { move: Math.max(0, Math.min(count - 1, current + step)) }
}

/** The selection with one key added or taken. */
export function toggleKey(selection: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selection)
  if (!next.delete(key)) next.add(key)
  return next
}

/**
 * The selection with all keys from one row to another added, in either direction: what Shift and a click mean. Where the first row is
 * not shown any more, only the other is added.
 */
export function addRange(
  selection: ReadonlySet<string>,
  keys: readonly string[],
  from: string | null,
  to: number,
): ReadonlySet<string> {
  const next = new Set(selection)
  const start = from === null ? -1 : keys.indexOf(from)
  const first = start < 0 ? to : start
  for (const key of keys.slice(Math.min(first, to), Math.max(first, to) + 1)) next.add(key)
  return next
}

/** The selection with all rows that are shown added or taken; what is hidden stays as it was. */
export function toggleShown(
  selection: ReadonlySet<string>,
  keys: readonly string[],
  all: boolean,
): ReadonlySet<string> {
  const next = new Set(selection)
  for (const key of keys) next[all ? 'add' : 'delete'](key)
  return next
}

/** What the box in the header says and the buttons act on: only rows that are shown. Those hidden by a filter are counted apart. */
export function countSelected(selection: ReadonlySet<string>, keys: readonly string[]): number {
  return selection.size === 0 ? 0 : keys.filter((key) => selection.has(key)).length
}
