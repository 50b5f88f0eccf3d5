import { makePdf } from '../service/ingestion/make-pdf'

/** A document of the workspace. `folder`: the collection that it belongs to, if any. */
export interface SampleDocument {
  readonly folder?: string
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const texts: Readonly<Record<string, string>> = import.meta.glob('./documents/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Characters of a line, and lines of a page, of a PDF. */
const WIDTH = 84
const LINES = 50

const wrap = (line: string): string[] => {
  const rows = [...line.matchAll(new RegExp(`\\S.{0,${WIDTH}}(?=\\s|$)`, 'g'))].map(([row]) => row)
  return rows.length ? rows : ['']
}

/** The rows of tables as lines: "Zip slider: 12, 1 week". */
const withoutTables = (text: string) =>
  text
    .replaceAll(/^\|[-|]+\|\n/gm, '')
    .replaceAll(
      /^\| (.*?) \| (.*) \|$/gm,
      (_, first: string, others: string) => `${first}: ${others.replaceAll(' | ', ', ')}`,
    )

function pdfOf(text: string): Uint8Array<ArrayBuffer> {
  const lines = withoutTables(text).replaceAll(/^#+ /gm, '').split('\n').flatMap(wrap)
  const pages = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, page) =>
    lines.slice(page * LINES, (page + 1) * LINES),
  )
  return makePdf({ pages })
}

/** The texts beside this file, those named `.pdf.md` as PDFs, and a scan in which no text can be found. */
export const DOCUMENTS: readonly SampleDocument[] = [
  ...Object.entries(texts).map(([path, text]): SampleDocument => {
    const [fileName = '', folder] = path.split('/').toReversed()
    return fileName.endsWith('.pdf.md')
      ? { folder, fileName: fileName.slice(0, -3), bytes: pdfOf(text) }
      : { folder, fileName, bytes: new TextEncoder().encode(text) }
  }),
  { fileName: 'price-list-2019-scan.pdf', bytes: makePdf({ pages: [[]] }) },
]
