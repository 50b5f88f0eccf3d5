import { diffLines, diffWordsWithSpace } from 'diff'

/** A stretch of one of two texts; `changed`: the other text does not have it. */
export interface Piece {
  readonly text: string
  readonly changed: boolean
}

/** A run of lines that both texts have, or a place where they differ. An empty side: nothing stands there. */
export type ChangeRow =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'changed'; readonly before: readonly Piece[]; readonly after: readonly Piece[] }

/** Comparing is given up after this long; the place then counts as changed as a whole. */
const LINES_MS = 400
const WORDS_MS = 200

/** Below this share of the shorter text that both have, marks on single words would be confetti. */
const ALIKE = 0.4

/** Compares two texts by lines, and the lines that differ by words. */
export function changesBetween(before: string, after: string): ChangeRow[] {
  const lines = diffLines(before, after, { timeout: LINES_MS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const rows: ChangeRow[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const { value = '', added = false, removed = false } = lines[index] ?? {}
    if (!added && !removed) {
      rows.push({ kind: 'same', lines: value.replace(/\n$/, '').split('\n') })
      continue
    }
    const next = lines[index + 1]
    if (removed && next?.added) {
      rows.push(wordChanges(value, next.value))
      index += 1
    } else {
      const piece = [{ text: value, changed: true }]
      rows.push({ kind: 'changed', before: removed ? piece : [], after: added ? piece : [] })
    }
  }
  return rows
}

function wordChanges(before: string, after: string): ChangeRow {
  const words = diffWordsWithSpace(before, after, { timeout: WORDS_MS })
  const common = words?.reduce((sum, { value, added, removed }) => {
    return added || removed ? sum : sum + value.trim().length
  }, 0)
  const shorter = Math.min(before.trim().length, after.trim().length)
  if (!words || (common ?? 0) < ALIKE * shorter) {
    const whole = (text: string) => [{ text, changed: true }]
    return { kind: 'changed', before: whole(before), after: whole(after) }
  }
  const side = (drop: 'added' | 'removed') =>
    words
      .filter((word) => !word[drop])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }))
  return { kind: 'changed', before: side('added'), after: side('removed') }
}
