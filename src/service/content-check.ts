import { CONTENT_TYPES } from '../contract/files'
import { Refused } from './errors'

/** What a file is, by its extension (§2). */
export type FileKind = 'pdf' | 'markdown'

export const contentTypeOf = (kind: FileKind) => CONTENT_TYPES[kind === 'pdf' ? '.pdf' : '.md']

/** A PDF is marked within this many first bytes, not always at the start. */
const PDF_HEAD = 1024

interface ContentCheck {
  /** Checks the next bytes. Throws `Refused` as soon as they are wrong. */
  take(chunk: Uint8Array): void
  /** Checks the whole. */
  end(): void
}

/** Refuses bytes that do not match the extension while they arrive, with 422. */
export function checkContent(kind: FileKind): ContentCheck {
  return kind === 'pdf' ? checkPdf() : checkMarkdown()
}

function checkPdf(): ContentCheck {
  let head = Buffer.alloc(0)
  const decide = () => {
    if (!head.includes('%PDF-'))
      throw new Refused(
        422,
        'This is not a PDF, although its name ends in .pdf. Export it as PDF and try again.',
      )
  }
  return {
    take(chunk) {
      if (head.length >= PDF_HEAD) return
      head = Buffer.concat([head, chunk.subarray(0, PDF_HEAD - head.length)])
      if (head.length >= PDF_HEAD) decide()
    },
    end: decide,
  }
}

function checkMarkdown(): ContentCheck {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new Refused(422, 'This Markdown file is not UTF-8 text. Save it as UTF-8 and try again.')
    }
  }
  return {
    take(chunk) {
      if (decode(chunk).includes('\u0000'))
        throw new Refused(422, 'This Markdown file has binary content in it. Send plain UTF-8 text.')
    },
    end() {
      decode()
    },
  }
}
