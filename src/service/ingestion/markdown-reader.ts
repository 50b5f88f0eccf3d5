import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Caps } from './caps'
import { cleanText } from './clean-text'
import { ExtractionFailure } from './failure'
import { HeadingWalker } from './markdown-blocks'
import { type Piece, piecesOf } from './markdown-pieces'
import type { Block } from './passages'

/** Settings before the text, between two `---` (or `+++`) lines at the very start; the first line in it names something. */
const FRONT_MATTER =
  /^(---|\+\+\+)[ \t]*\n(?=[ \t]*(?:#.*\n[ \t]*)*[\w"'-]+[ \t]*[:=])([\s\S]{0,20000}?\n)\1[ \t]*(?:\n|$)/

function decode(bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ExtractionFailure('not-text')
  }
  // Valid UTF-8 it may be, but nobody writes NUL: these are the bytes of some other format.
  if (text.includes('\u0000')) throw new ExtractionFailure('not-text')
  return cleanText(text)
}

/** Paragraphs of a piece that is not to be parsed, without its marks of nesting. */
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
      // Too deep for the parser's stack: the words are kept, the marks are not understood.
      if (!(error instanceof RangeError)) throw error
    }
  }
  yield* walker.under(plainBlocks(text))
}

/** Reads Markdown into blocks with their heading paths. Throws `ExtractionFailure`. */
export async function* readMarkdown(bytes: Uint8Array, caps: Caps): AsyncGenerator<Block, undefined> {
  const text = decode(bytes)
  if (text.length > caps.characters) throw new ExtractionFailure('too-much-text')
  const front = FRONT_MATTER.exec(text)
  const walker = new HeadingWalker()
  let found = false
  // Set apart: under no heading, and not mixed into the first passage of the text.
  if (front?.[2]?.trim()) {
    found = true
    yield { text: front[2].trim(), heading: ['Front matter'] }
  }
  for (const piece of piecesOf(text.slice(front?.[0].length ?? 0))) {
    for (const block of blocksOfPiece(piece, walker)) {
      found = true
      yield block
    }
  }
  for (const block of walker.end()) {
    found = true
    yield block
  }
  if (!found) throw new ExtractionFailure('empty')
}
