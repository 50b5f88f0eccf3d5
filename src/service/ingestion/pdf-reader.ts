import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'unpdf/pdfjs'
import type { Caps } from './caps'
import { cleanText } from './clean-text'
import { ExtractionFailure } from './failure'
import type { Block } from './passages'
import { orderLines } from './pdf-columns'
import { fragmentsOf } from './pdf-lines'
import { paragraphsOf } from './pdf-paragraphs'
import { spansByDirection, type TextRun } from './pdf-spans'

/** Readers look for the header within the first kilobyte; what has none is no PDF. */
const HEADER_WITHIN = 1024

function checkHead(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new ExtractionFailure('empty')
  const head = Buffer.from(bytes.subarray(0, HEADER_WITHIN)).toString('latin1')
  if (!head.includes('%PDF-')) throw new ExtractionFailure('not-pdf')
}

/** Opens without anything from outside: no fonts, no tables, no network, no code made of text (D51). */
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

/** The text runs of a page; stops as soon as they hold more than `most` characters. */
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

/** So many pages are looked at for why a document has no text on any. */
const LOOKED_AT = 20

/** Whether somebody typed into its fields or commented on it. */
async function hasTypedText(document: PDFDocumentProxy): Promise<boolean> {
  for (let number = 1; number <= Math.min(document.numPages, LOOKED_AT); number += 1) {
    const page = await document.getPage(number).catch(() => undefined)
    // What a link says of itself is no comment.
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

/**
 * Reads a PDF page by page into paragraphs with their page numbers, counted from 1. Takes the memory of `bytes` over.
 * Throws `ExtractionFailure`; a page that cannot be read counts as one without text.
 */
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
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number).catch(() => undefined)
      const runs = page && (await readRuns(page, left).catch(skipBroken))
      page?.cleanup()
      if (!runs) {
        broken += 1
        continue
      }
      for (const spans of spansByDirection(runs.items, (fontName) => runs.vertical.has(fontName))) {
        for (const paragraph of paragraphsOf(orderLines(fragmentsOf(spans)))) {
          const text = cleanText(paragraph).trim()
          unreadable += text.match(UNREADABLE)?.length ?? 0
          if (LETTERS.test(text)) readable += text.replace(UNREADABLE, '').length
          left -= text.length
          if (left < 0) throw new ExtractionFailure('too-much-text')
          if (text !== '') yield { text, page: number }
        }
      }
      // Fonts and images shared by pages pile up otherwise.
      if (number % 25 === 0) await document.cleanup()
    }
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
