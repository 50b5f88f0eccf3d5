import { createHash } from 'node:crypto'

/** Text of a PDF string: brackets and backslashes escaped, in the byte per character that the standard fonts have. */
const quoted = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

const LINE = 14
const TOP = 780

const contentOf = (lines: readonly string[]) =>
  `BT /F1 11 Tf ${LINE} TL 56 ${TOP} Td ${lines.map((line) => `${quoted(line)} Tj T*`).join(' ')} ET`

/** Standard security, revision 2: a check value that no empty password answers, so readers ask for one. */
function encryption(): string {
  const owner = createHash('sha256').update('owner').digest('hex')
  const user = createHash('sha256').update('user').digest('hex')
  return `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -44 /O <${owner}> /U <${user}> >>`
}

/**
 * A small PDF of plain text, for the sample workspace and for tests: one list of lines a page (Latin letters), set in Helvetica at 11 points.
 * With `encrypted` it asks for a password that nobody knows.
 */
export function makePdf({
  pages,
  encrypted = false,
}: {
  pages: string[][]
  encrypted?: boolean
}): Uint8Array<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const content = contentOf(lines)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
    ...(encrypted ? [encryption()] : []),
  ]
  return assemblePdf(objects, encrypted ? ` /Encrypt ${objects.length} 0 R /ID [<00112233> <00112233>]` : '')
}

/** Puts numbered objects (the first one the catalogue) into a file with its cross-reference table. */
export function assemblePdf(objects: readonly string[], trailer = ''): Uint8Array<ArrayBuffer> {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${trailer} >>\nstartxref\n${table}\n%%EOF\n`
  return Uint8Array.from(Buffer.from(file, 'latin1'))
}
