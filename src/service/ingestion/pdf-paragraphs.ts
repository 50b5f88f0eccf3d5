import type { Line } from './pdf-columns'
import { isWide, joinsBare } from './pdf-lines'

const LIST_ITEM = /^(?:[•‣◦▪■●○–—*·]\s*\S|[-+]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s)/i
const SENTENCE_END = /[.!?…:;。！？]["'”’»)\]]*$/

/** Whether the gap after a cell is one between cells, rather than between words pulled apart to fill a line. */
function isGapAfter(line: Line, index: number): boolean {
  const [cell, next] = [line.cells[index], line.cells[index + 1]]
  return cell !== undefined && next !== undefined && next.left - cell.right > 2 * line.size
}

const isRow = (line: Line) => line.cells.some((_, index) => isGapAfter(line, index))

/** Cells stay apart, so that a row can be read as a row. */
const textOf = (line: Line) =>
  line.cells.reduce((text, cell, index) => {
    if (index === 0) return cell.text
    if (isGapAfter(line, index - 1)) return `${text}   ${cell.text}`
    return joinsBare(text, cell.text) ? text + cell.text : `${text} ${cell.text}`
  }, '')

/** Adds a line of prose to the text before it; a word cut by a hyphen at the line end becomes whole again. */
export function joinProse(before: string, after: string): string {
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + after
  const word = /[\p{L}\p{N}-]*$/u.exec(before.slice(-60))?.[0] ?? ''
  // "state-of-the-" keeps its hyphen, and so does "2019-" or "UTF-"; "infor-" before a small letter does not.
  const isCut = /^\p{L}*\p{Ll}-$/u.test(word) && /^\p{Ll}/u.test(after)
  if (isCut) return before.slice(0, -1) + after
  if (word.endsWith('-') && word.length > 1 && /^[\p{L}\p{N}]/u.test(after)) return before + after
  return joinsBare(before, after) ? before + after : `${before} ${after}`
}

/** Distance between lines of one paragraph, in font heights: among the smaller ones of the page, since the larger part paragraphs. */
function leadingOf(lines: readonly Line[]): number {
  const distances = lines.slice(1).flatMap((line, index) => {
    const before = lines[index]
    const distance = before ? (before.y - line.y) / line.size : 0
    return distance > 0.5 && distance < 3 ? [distance] : []
  })
  distances.sort((one, other) => one - other)
  return Math.min(Math.max(distances[Math.floor(distances.length * 0.3)] ?? 1, 1), 2.4)
}

/** How a line follows the one before it: in the same sentence, on a line of its own, or as a new paragraph. */
function linkOf(text: string, last: Line, line: Line, leading: number): 'flow' | 'line' | 'paragraph' {
  const next = textOf(line)
  const ended = SENTENCE_END.test(text)
  const down = last.y - line.y
  if (down < 0 || last.columnLeft !== line.columnLeft) {
    // Top of the next column or band: the paragraph goes on when the sentence does.
    return !ended && /^\p{Ll}/u.test(next) && !isRow(last) ? 'flow' : 'paragraph'
  }
  if (Math.max(line.size, last.size) > 1.12 * Math.min(line.size, last.size)) return 'paragraph'
  if (down > 1.3 * leading * line.size) return 'paragraph'
  if (isRow(line) || isRow(last)) return 'line'
  if (LIST_ITEM.test(next)) return 'line'
  const width = line.columnRight - line.columnLeft
  const short = last.columnRight - last.right
  if (ended && line.left > last.left + 0.9 * line.size && !LIST_ITEM.test(text)) return 'paragraph'
  if (ended && short > 0.25 * width) return 'paragraph'
  // The line was ended although the next word had room: an address, a calendar, a heading of two lines.
  const word = /^\S+/.exec(next)?.[0].length ?? 0
  const room = short - (word / next.length) * (line.right - line.left)
  return room > 1.5 * line.size && !/^\p{Ll}/u.test(next) && !isWide(next[0]) ? 'line' : 'flow'
}

/** Joins lines in reading order to paragraphs. */
export function paragraphsOf(lines: readonly Line[]): string[] {
  const leading = leadingOf(lines)
  const paragraphs: string[] = []
  let text = ''
  let lastRow = ''
  let last: Line | undefined
  for (const line of lines) {
    const next = textOf(line)
    const link = last ? linkOf(lastRow, last, line, leading) : 'paragraph'
    if (link === 'paragraph') {
      if (text) paragraphs.push(text)
      text = next
      lastRow = next
    } else if (link === 'line') {
      text += `\n${next}`
      lastRow = next
    } else {
      text = joinProse(text, next)
      lastRow = joinProse(lastRow, next)
    }
    last = line
  }
  if (text) paragraphs.push(text)
  return paragraphs.map((each) => each.replaceAll('\u00ad', ''))
}
