import type { FoundPassage } from '../../contract/search'
import { searchShared } from './search-text'

export interface Piece {
  readonly text: string
  readonly found: boolean
}

/** About so much of a passage is shown at first, with a little of what stands before the first word found, in UTF-16 units. */
const SHOWN = 320
const BEFORE = 80

/** The pieces of a passage: all of it, or the part around the first word that was found. */
export function piecesOf({ text, marks }: Pick<FoundPassage, 'text' | 'marks'>, whole: boolean): Piece[] {
  const [start, end] = whole ? [0, text.length] : excerptOf(text, marks[0]?.start ?? 0)
  const pieces: Piece[] = [{ text: start > 0 ? '… ' : '', found: false }]
  let at = start
  for (const mark of marks) {
    if (mark.start < start || mark.end > end) continue
    pieces.push({ text: text.slice(at, mark.start), found: false })
    pieces.push({ text: text.slice(mark.start, mark.end), found: true })
    at = mark.end
  }
  pieces.push({ text: text.slice(at, end) + (end < text.length ? ' …' : ''), found: false })
  return pieces.filter((piece) => piece.text !== '')
}

export const isLong = ({ text }: Pick<FoundPassage, 'text'>) => text.length > SHOWN + BEFORE

/** From the beginning of a word to the end of one, where words are near. */
function excerptOf(text: string, first: number): [number, number] {
  if (text.length <= SHOWN + BEFORE) return [0, text.length]
  const wanted = Math.max(0, Math.min(first - BEFORE, text.length - SHOWN))
  const space = text.indexOf(' ', wanted)
  const start = wanted === 0 || space < 0 || space >= first ? wanted : space + 1
  const last = text.lastIndexOf(' ', start + SHOWN)
  const end = start + SHOWN >= text.length ? text.length : last > first ? last : start + SHOWN
  return [start, end]
}

/** Where a passage stands in its file, as it is said in an address: its page, or words of it in a file without pages. */
export interface Place {
  readonly page?: number
  readonly passage?: string
}

/** So many characters of a passage lead to its place. */
const PLACE = 80

/**
 * The page of a passage, or the beginning of the line with the first word found. What may not stand in an address is not said; the
 * heading above it then leads near to it.
 */
export function placeOf({
  page,
  text,
  marks,
  heading,
}: Pick<FoundPassage, 'page' | 'text' | 'marks' | 'heading'>): Place {
  if (page !== undefined) return { page }
  const first = marks[0]?.start ?? 0
  const line = text.lastIndexOf('\n', first) + 1
  const start = first - line < PLACE / 2 ? line : text.lastIndexOf(' ', first - PLACE / 4) + 1
  return { passage: searchShared(text.slice(start, start + PLACE).trim()) ?? searchShared(heading.at(-1)) }
}
