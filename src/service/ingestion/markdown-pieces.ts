/** Characters. A whole document up to this size is parsed at once; a larger one in pieces of about this size (D54). */
const PIECE = 256 * 1024
/** Lines without an empty one between them: the parser's time grows with the square of this. */
const RUN = 16 * 1024
/** More list and quotation marks before a text than anyone writes; the parser would nest as deep. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){40}/

const FENCE = /^[ \t>]*(`{3,}|~{3,})/
const DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

export interface Piece {
  readonly text: string
  /** Not to be parsed: nested so deep that it is read as plain text. */
  readonly plain: boolean
}

function* boundedLines(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    while (end - start > RUN) {
      // Not between the two halves of one character.
      const cut = start + RUN - ((text.charCodeAt(start + RUN - 1) & 0xfc00) === 0xd800 ? 1 : 0)
      yield text.slice(start, cut)
      start = cut
    }
    yield text.slice(start, end)
    start = end + 1
  }
}

/** Cuts Markdown where a reader would not notice, so that no piece can hold up the parser. */
export function* piecesOf(text: string): Generator<Piece> {
  let lines: string[] = []
  let size = 0
  let run = 0
  let fence: { mark: string; line: string } | undefined
  let table: string[] = []
  let plain = false

  const close = (): Piece | undefined => {
    if (lines.length === 0) return undefined
    const piece = { text: [...lines, ...(fence ? [fence.mark] : [])].join('\n'), plain }
    lines = []
    size = 0
    run = 0
    plain = false
    return piece
  }
  const add = (line: string) => {
    lines.push(line)
    size += line.length + 1
    run += line.length + 1
  }

  for (const line of boundedLines(text)) {
    const deep = !fence && DEEP.test(line)
    const startsApart = lines.at(-1)?.trim() === '' && /^\S/.test(line)
    const full = run + line.length > RUN || size > 2 * PIECE || (size > PIECE && startsApart && !fence)
    if (lines.length > 0 && (full || deep !== plain)) {
      const inTable = table.length === 2 && line.includes('|') ? table : []
      const piece = close()
      if (piece) yield piece
      // What the cut went through goes on under its own opening.
      if (fence) add(fence.line)
      for (const row of inTable) add(row)
    }
    plain = deep
    if (line.trim() === '') {
      run = 0
      table = []
    } else if (!fence && DELIMITER_ROW.test(line) && line.includes('-') && lines.at(-1)?.includes('|')) {
      table = [lines.at(-1) ?? '', line]
    }
    const mark = FENCE.exec(line)?.[1]
    if (mark && !fence) fence = { mark, line }
    else if (mark && fence && mark[0] === fence.mark[0] && mark.length >= fence.mark.length) {
      // Only a bare mark closes; "```js" within a fence is code.
      if (line.trim().replace(/^[>\s]+/, '') === mark) fence = undefined
    }
    add(line)
  }
  const piece = close()
  if (piece) yield piece
}
