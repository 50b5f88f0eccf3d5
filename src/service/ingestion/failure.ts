import type { Caps } from './caps'

export type FailureCode =
  | 'empty'
  | 'not-pdf'
  | 'damaged'
  | 'protected'
  | 'no-text'
  | 'only-annotations'
  | 'unreadable-letters'
  | 'not-text'
  | 'too-many-pages'
  | 'too-much-text'
  | 'too-slow'
  | 'too-much-memory'
  | 'crashed'
  | 'missing'

/** Thrown in the reading process for an unreadable document. The service gets its code. */
export class ExtractionFailure extends Error {
  constructor(readonly code: FailureCode) {
    super(code)
    this.name = 'ExtractionFailure'
  }
}

/** What is wrong with a document and what to do, for the person who uploaded it. */
export function reasonFor(code: FailureCode, kind: 'pdf' | 'markdown', caps: Caps): string {
  const count = (value: number) => value.toLocaleString('en')
  const file = kind === 'pdf' ? 'This PDF' : 'This file'
  switch (code) {
    case 'empty':
      return kind === 'pdf'
        ? 'This file is empty (0 bytes). Check the original and upload it again.'
        : 'This file has no text in it. Add some and upload it again.'
    case 'not-pdf':
      return 'This is not a PDF, although its name ends in .pdf. Export the document as PDF and upload that.'
    case 'damaged':
      return 'This PDF is damaged and cannot be opened. Export or download it again and upload the new copy.'
    case 'protected':
      return 'This PDF is protected by a password. Save a copy without one and upload that.'
    case 'no-text':
      return 'This PDF has no text in it; its pages are probably scanned images, drawings or empty forms. Run text recognition (OCR) on it and upload the result.'
    case 'only-annotations':
      return 'This PDF has text only in form fields or comments, and those are not read. Print it to a new PDF and upload that.'
    case 'unreadable-letters':
      return 'The letters of this PDF cannot be read, because its fonts do not say which characters they show. Export it again with fonts embedded, or run text recognition (OCR) on it, and upload the result.'
    case 'not-text':
      return 'This file is not UTF-8 text. Save it as Markdown in UTF-8 and upload that.'
    case 'too-many-pages':
      return `This PDF has more than ${count(caps.pages)} pages. Split it into smaller files and upload those.`
    case 'too-much-text':
      return `${file} has too much text (more than ${count(caps.characters)} characters, or too many short sections). Split it into smaller files and upload those.`
    case 'too-slow':
      return `${file} took longer than ${count(Math.max(1, Math.round(caps.timeMs / 1000)))} seconds to read. Split or simplify it and upload the result.`
    case 'too-much-memory':
      return `${file} needs too much memory to read. Split it, or remove its large images, and upload the result.`
    case 'crashed':
      return 'The reader stopped unexpectedly while it read this file. Upload it again; if that fails too, export the document again.'
    case 'missing':
      return 'The uploaded content is no longer there. Upload the file again.'
  }
}
