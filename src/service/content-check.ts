import { CONTENT_TYPES } from '../contract/files'
import { Refused } from './errors'

/** What a file is, by its extension (§2). */
export type FileKind = 'pdf' | 'markdown'

export const contentTypeOf = (kind: FileKind) => CONTENT_TYPES[kind === 'pdf' ? '.pdf' : '.md']

/** A PDF says so within its first bytes; some have other bytes before it. */
const PDF_HEAD = 1024

interface ContentCheck {
  /** Looks at the next bytes; throws `Refused` as soon as they cannot be right. */
  take(chunk: Uint8Array): void
  /** Looks at the whole, once it is there. */
  end(): void
}

/** Refuses bytes that are not what the extension says, while they come in, with 422. */
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
