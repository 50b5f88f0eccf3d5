import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'unpdf/pdfjs'
import { type Block, cleanText } from './passages'
import { type Line, orderLines } from './pdf-columns'
import { fragmentsOf, isWide, joinsBare, spansByDirection, type TextRun } from './pdf-lines'
import { type Caps, ExtractionFailure } from './protocol'
import { PAGES_ASIDE, type PageLines, pageOf, runningLines, SENTENCE_END } from './running-lines'

/** PDF readers look for the header within the first kilobyte. */
const HEADER_WITHIN = 1024

function checkHead(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new ExtractionFailure('empty')
  const head = Buffer.from(bytes.subarray(0, HEADER_WITHIN)).toString('latin1')
  if (!head.includes('%PDF-')) throw new ExtractionFailure('not-pdf')
}

/** Opens without anything from outside: no fonts, tables, network or generated code (D51). */
function open(data: Uint8Array, onTableAsked: () => void) {
  return getDocument({
    data,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: 'none/',
    standardFontDataUrl: 'none/',
    BinaryDataFactory: class {
      async fetch({ kind }: { kind: string }): Promise<Uint8Array> {
        if (kind === 'cMapUrl') onTableAsked()
        throw new Error('Nothing is loaded from outside the document')
      }
    },
  })
}

function failureOf(error: unknown): ExtractionFailure {
  if (error instanceof ExtractionFailure) return error
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'PasswordException') return new ExtractionFailure('protected')
  if (error instanceof RangeError && /alloc|string length|array length/i.test(message)) {
    return new ExtractionFailure('too-much-memory')
  }
  return new ExtractionFailure('damaged')
}

async function readRuns(page: PDFPageProxy, most: number) {
  const reader = page.streamTextContent().getReader()
  const items: TextRun[] = []
  const vertical = new Set<string>()
  let characters = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { items, vertical }
    for (const item of value.items) {
      if (!('str' in item)) continue
      items.push(item)
      characters += item.str.length
    }
    for (const [fontName, style] of Object.entries(value.styles as Record<string, { vertical?: boolean }>)) {
      if (style.vertical) vertical.add(fontName)
    }
    if (characters > most) {
      await reader.cancel(new Error('too much text'))
      throw new ExtractionFailure('too-much-text')
    }
  }
}

/** Pages searched for the reason why a document has no text. */
const LOOKED_AT = 20

async function hasTypedText(document: PDFDocumentProxy): Promise<boolean> {
  for (let number = 1; number <= Math.min(document.numPages, LOOKED_AT); number += 1) {
    const page = await document.getPage(number).catch(() => undefined)
    // The text of a link is no comment.
    for (const { subtype, hidden, fieldType, fieldValue, contentsObj } of (await page
      ?.getAnnotations()
      .catch(() => [])) ?? [])
      if (
        !hidden &&
        subtype !== 'Link' &&
        [fieldType === 'Tx' && fieldValue, contentsObj?.str].some(isWritten)
      )
        return true
  }
  return false
}

const isWritten = (value: unknown) => typeof value === 'string' && LETTERS.test(value)

const LETTERS = /[\p{L}\p{N}]/u
const UNREADABLE = /[\ufffd\p{Co}]/gu

/** Takes over the memory of `bytes`. Throws `ExtractionFailure`; an unreadable page counts as empty. */
export async function* readPdf(bytes: Uint8Array<ArrayBuffer>, caps: Caps): AsyncGenerator<Block, number> {
  checkHead(bytes)
  let tableMissing = false
  const task = open(bytes, () => {
    tableMissing = true
  })
  try {
    const document = await task.promise
    if (document.numPages > caps.pages) throw new ExtractionFailure('too-many-pages')
    let left = caps.characters
    let readable = 0
    let unreadable = 0
    let broken = 0
    let last = ''
    const findRunning = runningLines()
    const near: PageLines[] = []

    function* blocksOf(page: PageLines): Generator<Block> {
      const running = findRunning(page, near)
      for (const lines of page.directions) {
        for (const paragraph of paragraphsOf(lines.filter((line) => !running.has(line)))) {
          const text = cleanText(paragraph).trim()
          unreadable += text.match(UNREADABLE)?.length ?? 0
          if (LETTERS.test(text)) readable += text.replace(UNREADABLE, '').length
          left -= text.length
          if (left < 0) throw new ExtractionFailure('too-much-text')
          if (text === '') continue
          yield { text, page: page.number, continues: !SENTENCE_END.test(last) && /^\p{Ll}/u.test(text) }
          last = text
        }
      }
    }

    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number).catch(() => undefined)
      const runs = page && (await readRuns(page, left).catch(skipBroken))
      page?.cleanup()
      if (!runs) broken += 1
      const directions = runs ? spansByDirection(runs.items, (fontName) => runs.vertical.has(fontName)) : []
      near.push(
        pageOf(
          number,
          directions.map((spans) => orderLines(fragmentsOf(spans))),
        ),
      )
      const ready = near.find((each) => each.number === number - PAGES_ASIDE)
      if (ready) yield* blocksOf(ready)
      if (near.length > 2 * PAGES_ASIDE) near.shift()
      // Otherwise fonts and images of all pages stay in memory.
      if (number % 25 === 0) await document.cleanup()
    }
    for (const page of near.slice(-PAGES_ASIDE)) yield* blocksOf(page)
    if (tableMissing || unreadable > readable) throw new ExtractionFailure('unreadable-letters')
    if (broken > 0 && broken === document.numPages) throw new ExtractionFailure('damaged')
    if (readable === 0)
      throw new ExtractionFailure((await hasTypedText(document)) ? 'only-annotations' : 'no-text')
    return document.numPages
  } catch (error) {
    throw failureOf(error)
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

function skipBroken(error: unknown): undefined {
  const failure = failureOf(error)
  if (failure.code !== 'damaged') throw failure
}

const LIST_ITEM = /^(?:[•‣◦▪■●○–—*·]\s*\S|[-+]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s)/i

/** Whether the gap after a cell separates cells, not the words of a justified line. */
function isGapAfter(line: Line, index: number): boolean {
  const [cell, next] = [line.cells[index], line.cells[index + 1]]
  return cell !== undefined && next !== undefined && next.left - cell.right > 2 * line.size
}

const isRow = (line: Line) => line.cells.some((_, index) => isGapAfter(line, index))

/** Keeps cells apart, so that a row reads as a row. */
const textOf = (line: Line) =>
  line.cells.reduce((text, cell, index) => {
    if (index === 0) return cell.text
    if (isGapAfter(line, index - 1)) return `${text}   ${cell.text}`
    return joinsBare(text, cell.text) ? text + cell.text : `${text} ${cell.text}`
  }, '')

/** Joins two lines of prose and repairs a word cut by a hyphen. */
export function joinProse(before: string, after: string): string {
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + after
  const word = /[\p{L}\p{N}-]*$/u.exec(before.slice(-60))?.[0] ?? ''
  // "state-of-the-", "2019-" and "UTF-" keep their hyphen; "infor-" before a small letter does not.
  const isCut = /^\p{L}*\p{Ll}-$/u.test(word) && /^\p{Ll}/u.test(after)
  if (isCut) return before.slice(0, -1) + after
  if (word.endsWith('-') && word.length > 1 && /^[\p{L}\p{N}]/u.test(after)) return before + after
  return joinsBare(before, after) ? before + after : `${before} ${after}`
}

/** Line distance inside a paragraph, in font heights: one of the page's smaller distances. */
function leadingOf(lines: readonly Line[]): number {
  const distances = lines.slice(1).flatMap((line, index) => {
    const before = lines[index]
    const distance = before ? (before.y - line.y) / line.size : 0
    return distance > 0.5 && distance < 3 ? [distance] : []
  })
  distances.sort((one, other) => one - other)
  return Math.min(Math.max(distances[Math.floor(distances.length * 0.3)] ?? 1, 1), 2.4)
}

function linkOf(text: string, last: Line, line: Line, leading: number): 'flow' | 'line' | 'paragraph' {
  const next = textOf(line)
  const ended = SENTENCE_END.test(text)
  const down = last.y - line.y
  if (down < 0 || last.columnLeft !== line.columnLeft) {
    // At the top of the next column, the paragraph continues if the sentence does.
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
  // The line ended although the next word had room, as in an address, a calendar or a heading.
  const word = /^\S+/.exec(next)?.[0].length ?? 0
  const room = short - (word / next.length) * (line.right - line.left)
  return room > 1.5 * line.size && !/^\p{Ll}/u.test(next) && !isWide(next[0]) ? 'line' : 'flow'
}

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
