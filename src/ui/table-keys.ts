/** What a key does in a table: move to a row, or act on the current one. Null: the key is not ours. */
export type TableKey = { move: number } | 'open' | 'toggle' | 'select-all' | null

/**
 * Reads a key pressed on row `current` of `count` rows, `page` of which fit on the screen. Arrows, Home, End, Page Up and Page Down move and stop at the
 * ends; Enter opens; Space selects; Ctrl/Cmd+A selects all.
 */
export function readTableKey(
  key: { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean },
  current: number,
  count: number,
  page: number,
): TableKey {
  if (count === 0 || key.altKey) return null
  if (key.ctrlKey || key.metaKey) return key.key === 'a' ? 'select-all' : null
  const to = (row: number): TableKey => ({ move: Math.max(0, Math.min(count - 1, row)) })
  switch (key.key) {
    case 'ArrowDown':
      return to(current + 1)
    case 'ArrowUp':
      return to(current - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(count - 1)
    case 'PageDown':
      return to(current + Math.max(1, page - 1))
    case 'PageUp':
      return to(current - Math.max(1, page - 1))
    case 'Enter':
      return 'open'
    case ' ':
      return 'toggle'
    default:
      return null
  }
}

/** The selection with one key added or taken. */
export function toggleKey(selection: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selection)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The selection with all keys from one row to another added, in either direction: what Shift and a click mean. */
export function addRange(
  selection: ReadonlySet<string>,
  keys: readonly string[],
  from: number,
  to: number,
): ReadonlySet<string> {
  const next = new Set(selection)
  for (const key of keys.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(key)
  return next
}

/** What the box in the header says, and what the bar counts: only rows that are shown count, hidden ones that were selected before do not. */
export function countSelected(selection: ReadonlySet<string>, keys: readonly string[]): number {
  if (selection.size === 0) return 0
  let count = 0
  for (const key of keys) if (selection.has(key)) count += 1
  return count
}
