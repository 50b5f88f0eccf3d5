import type { Passage } from './passages'

/** Limits for one document (safety rule 11, D50). */
export interface Caps {
  readonly pages: number
  readonly characters: number
  readonly passages: number
  readonly timeMs: number
  /** Milliseconds before a document moves to the slow lane (D235). */
  readonly fastMs: number
  /** Resident memory of the reading process, in bytes. */
  readonly memoryBytes: number
  /** Milliseconds before an idle reading process ends. */
  readonly idleMs: number
}

export const DEFAULT_CAPS: Caps = {
  pages: 2_000,
  characters: 20_000_000,
  passages: 60_000,
  timeMs: 120_000,
  fastMs: 5_000,
  memoryBytes: 768 * 1024 * 1024,
  idleMs: 30_000,
}

/** What is wrong with a document and what to do, for the person who uploaded it. */
function reasonsOf(kind: 'pdf' | 'markdown', caps: Caps) {
  const count = (value: number) => value.toLocaleString('en')
  const file = kind === 'pdf' ? 'This PDF' : 'This file'
  return {
    empty:
      kind === 'pdf'
        ? 'This file is empty (0 bytes). Check the original and upload it again.'
        : 'This file has no text in it. Add some and upload it again.',
    'not-pdf':
      'This is not a PDF, although its name ends in .pdf. Export the document as PDF and upload that.',
    damaged: 'This PDF is damaged and cannot be opened. Export or download it again and upload the new copy.',
    protected: 'This PDF is protected by a password. Save a copy without one and upload that.',
    'no-text':
      'This PDF has no text: its pages are probably scanned or empty. Run text recognition (OCR) on it and upload that.',
    'only-annotations':
      'This PDF has text only in form fields or comments, and those are not read. Print it to a new PDF and upload that.',
    'unreadable-letters':
      'The fonts of this PDF do not say which letters they show. Export it with fonts embedded, or run text recognition (OCR) on it, and upload that.',
    'not-text': 'This file is not UTF-8 text. Save it as Markdown in UTF-8 and upload that.',
    'too-many-pages': `This PDF has more than ${count(caps.pages)} pages. Split it into smaller files and upload those.`,
    'too-much-text': `${file} has too much text (more than ${count(caps.characters)} characters, or too many short sections). Split it into smaller files and upload those.`,
    'too-slow': `${file} took longer than ${count(Math.max(1, Math.round(caps.timeMs / 1000)))} seconds to read. Split or simplify it and upload the result.`,
    'too-much-memory': `${file} needs too much memory to read. Split it, or remove its large images, and upload the result.`,
    crashed:
      'The reader stopped unexpectedly while it read this file. Upload it again; if that fails too, export the document again.',
    missing: 'The uploaded content is no longer there. Upload the file again.',
  }
}

/** What whoever uploaded a document learns of one of which most pages have no text (D1060). */
export const warningOf = (pages: number, withoutText: number): string | null =>
  2 * withoutText > pages
    ? `Only ${pages - withoutText} of ${pages} pages have text; the others are probably scanned. Run text recognition (OCR) on them.`
    : null

export type FailureCode = keyof ReturnType<typeof reasonsOf>

export const reasonFor = (code: FailureCode, kind: 'pdf' | 'markdown', caps: Caps): string =>
  reasonsOf(kind, caps)[code]

/** Thrown in the reading process for an unreadable document. The service gets its code. */
export class ExtractionFailure extends Error {
  constructor(readonly code: FailureCode) {
    super(code)
    this.name = 'ExtractionFailure'
  }
}

/** From the service to the reading process. `size` bytes follow on standard input. */
export interface Job {
  readonly size: number
  readonly kind: 'pdf' | 'markdown'
  readonly caps: Caps
}

/** From the reading process: `begun` when it has all bytes, then passages in order, then one end. */
export type Report =
  | { readonly type: 'begun' }
  | { readonly type: 'passages'; readonly passages: Passage[] }
  | End

/** `rss`: the memory of the process then, in bytes. */
export type End =
  | { readonly type: 'done'; readonly pages?: number; readonly withoutText?: number; readonly rss: number }
  | { readonly type: 'failed'; readonly code: FailureCode; readonly rss: number }

/** Written to standard error before the reading process ends itself for its memory use. */
export const MEMORY_MARK = 'reader: over its memory cap'
