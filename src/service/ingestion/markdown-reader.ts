import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { HeadingWalker } from './markdown-blocks'
import { type Block, cleanText } from './passages'
import { type Caps, ExtractionFailure } from './protocol'

/** Settings at the very start, between two `---` (or `+++`) lines; the first line has a name. */
const FRONT_MATTER =
  /^(---|\+\+\+)[ \t]*\n(?=[ \t]*(?:#.*\n[ \t]*)*[\w"'-]+[ \t]*[:=])([\s\S]{0,20000}?\n)\1[ \t]*(?:\n|$)/

function decode(bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ExtractionFailure('not-text')
  }
  // Nobody writes NUL, so this is another format.
  if (text.includes('\u0000')) throw new ExtractionFailure('not-text')
  return cleanText(text)
}

const plainBlocks = (text: string): Block[] =>
  text.split(/\n{2,}/).map((part) => ({ text: part.replace(/^(?:[ \t]*[>*+-])+[ \t]*/gm, '') }))

function* blocksOfPiece({ text, plain }: Piece, walker: HeadingWalker): Generator<Block> {
  if (!plain) {
    try {
      yield* walker.walk(
        fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children,
      )
      return
    } catch (error) {
      // Too deep for the parser's stack, so it is read as plain text.
      if (!(error instanceof RangeError)) throw error
    }
  }
  yield* walker.under(plainBlocks(text))
}

export async function* readMarkdown(bytes: Uint8Array, caps: Caps): AsyncGenerator<Block, undefined> {
  const text = decode(bytes)
  if (text.length > caps.characters) throw new ExtractionFailure('too-much-text')
  let found = false
  for (const block of blocksOf(text)) {
    found = true
    yield block
  }
  if (!found) throw new ExtractionFailure('empty')
}

function* blocksOf(text: string): Generator<Block> {
  const front = FRONT_MATTER.exec(text)
  const walker = new HeadingWalker()
  // Its own heading prevents that it joins the first passage.
  if (front?.[2]?.trim()) yield { text: front[2].trim(), heading: ['Front matter'] }
  for (const piece of piecesOf(text.slice(front?.[0].length ?? 0))) yield* blocksOfPiece(piece, walker)
  yield* walker.end()
}

/** Characters. Larger documents are parsed in pieces of about this size (D54). */
const PIECE = 256 * 1024
/** Characters without an empty line; the parser's time grows with their square. */
const RUN = 16 * 1024
/** More list and quotation marks than anyone writes; the parser would nest as deep. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){40}/

const FENCE = /^[ \t>]*(`{3,}|~{3,})/
const DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

interface Piece {
  readonly text: string
  /** Nested so deep that it is read as plain text. */
  readonly plain: boolean
}

function* boundedLines(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    while (end - start > RUN) {
      // Not inside a surrogate pair.
      const cut = start + RUN - ((text.charCodeAt(start + RUN - 1) & 0xfc00) === 0xd800 ? 1 : 0)
      yield text.slice(start, cut)
      start = cut
    }
    yield text.slice(start, end)
    start = end + 1
  }
}

/** Cuts Markdown at harmless places, so that no piece blocks the parser. */
function* piecesOf(text: string): Generator<Piece> {
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
      // A cut fence or table is opened again.
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
      // Only a bare mark closes; "```js" inside a fence is code.
      if (line.trim().replace(/^[>\s]+/, '') === mark) fence = undefined
    }
    add(line)
  }
  const piece = close()
  if (piece) yield piece
}
