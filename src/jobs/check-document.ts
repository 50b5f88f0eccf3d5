import { requestUpload } from '../contract/file-changes'
import { extensionOf, type FileExtension } from '../contract/files'
import { schemaOf } from '../contract/schema'
import { DocumentRefused } from './document-refused'

/** How far into a PDF its header may stand; readers look this far. */
const PDF_HEADER_WITHIN = 1024

/** What other extensions are called, so that the refusal names what the person chose. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  doc: 'a Word document',
  docx: 'a Word document',
  odt: 'a text document',
  rtf: 'a rich-text document',
  ppt: 'a presentation',
  pptx: 'a presentation',
  xls: 'a spreadsheet',
  xlsx: 'a spreadsheet',
  csv: 'a table',
  htm: 'a web page',
  html: 'a web page',
}

/**
 * Looks at a document before anything is sent: name, size and first bytes; a Markdown file as a whole.
 * Resolves with its accepted extension, or throws `DocumentRefused` with a sentence that says what to do.
 */
export async function checkDocument(
  file: File,
  { limitBytes }: { limitBytes: number },
): Promise<FileExtension> {
  const extension = checkName(file.name)
  if (file.size > limitBytes) {
    throw new DocumentRefused(
      `The file has ${megabytes(file.size, limitBytes)}; at most ${megabytes(limitBytes)} can be sent.`,
      'Split it, or reduce the images in it, and add the parts.',
    )
  }
  if (file.size === 0) {
    throw new DocumentRefused('The file is empty.', 'Save the document again and check that it has content.')
  }
  try {
    await (extension === '.pdf' ? checkPdf(file) : checkMarkdown(file))
  } catch (error) {
    if (error instanceof DocumentRefused) throw error
    throw new DocumentRefused(
      'The file can no longer be read. It was moved, deleted or changed since it was chosen, or it is a folder.',
      'Choose it again.',
    )
  }
  return extension
}

function checkName(name: string): FileExtension {
  const extension = extensionOf(name)
  if (!extension) {
    const given = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
    if (given === 'txt' || given === 'markdown') {
      throw new DocumentRefused(
        'Only .pdf and .md files are accepted.',
        'Text files can be added as Markdown: rename the file so that it ends in .md.',
      )
    }
    const what = OTHER_FORMATS[given]
    throw new DocumentRefused(
      `Only .pdf and .md files are accepted${what ? `; this is ${what}` : ''}.`,
      'Export or print it as PDF, and add that.',
    )
  }
  const complaint = schemaOf(requestUpload.sendsBody).safeParse({ fileName: name }).error?.issues[0]?.message
  if (complaint) throw new DocumentRefused(`${complaint}.`, 'Rename the file and add it again.')
  return extension
}

async function checkPdf(file: File): Promise<void> {
  const start = await firstBytes(file)
  if (latin(start).includes('%PDF-')) return
  if (start[0] === 0x50 && start[1] === 0x4b) {
    throw new DocumentRefused(
      'The name ends in .pdf, but the content is an Office document or an archive.',
      'Open it in the program it was made with, export it as PDF, and add that.',
    )
  }
  if (isText(start, start.length < file.size)) {
    throw new DocumentRefused(
      'The name ends in .pdf, but the content is plain text.',
      'If it is text or Markdown, rename the file so that it ends in .md; otherwise export it as PDF again.',
    )
  }
  throw new DocumentRefused(
    'The name ends in .pdf, but the content is no PDF, or it is damaged at its start.',
    'Export the document as PDF again, and add that.',
  )
}

async function checkMarkdown(file: File): Promise<void> {
  const start = await firstBytes(file)
  if (latin(start).startsWith('%PDF-')) {
    throw new DocumentRefused(
      'The name ends in .md, but the content is a PDF.',
      'Rename the file so that it ends in .pdf.',
    )
  }
  const notText = new DocumentRefused(
    'The name ends in .md, but the content is not text in UTF-8.',
    'Open it in an editor, save it as UTF-8 text, and add that.',
  )
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw notText
    }
  }
  let hasText = false
  // In slices, so that a large file never stands in memory as a whole.
  for (let from = 0; from < file.size; from += SLICE_BYTES) {
    const text = decode(new Uint8Array(await file.slice(from, from + SLICE_BYTES).arrayBuffer()))
    if (text.includes('\0')) throw notText
    hasText ||= text.trim() !== ''
  }
  // The end of the text must not stand in the middle of a character.
  decode()
  if (!hasText) {
    throw new DocumentRefused(
      'There is no text in the file, only blank space.',
      'Check that the right file was chosen, and add one with content.',
    )
  }
}

const SLICE_BYTES = 1024 * 1024

const firstBytes = async (file: File) => new Uint8Array(await file.slice(0, PDF_HEADER_WITHIN).arrayBuffer())

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes)

function isText(bytes: Uint8Array, goesOn: boolean): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: goesOn }).includes('\0')
  } catch {
    return false
  }
}

/** Rounded as the list of uploads does; only what would then read like the limit has a decimal. */
function megabytes(bytes: number, limitBytes?: number): string {
  const [value, limit] = [bytes, limitBytes ?? 0].map((each) => each / 1024 / 1024) as [number, number]
  const digits = value < 9.95 || Math.round(value) === Math.round(limit) ? 1 : 0
  return `${value.toFixed(digits).replace(/\.0$/, '')} MB`
}
