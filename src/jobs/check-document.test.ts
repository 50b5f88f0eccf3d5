import { describe, expect, it } from 'vitest'
import { checkDocument } from './check-document'
import { DocumentRefused } from './document-refused'

const MB = 1024 * 1024
const file = (name: string, ...parts: BlobPart[]) => new File(parts, name)
const bytes = (...values: number[]) => new Uint8Array(values)
const check = (document: File) => checkDocument(document, { limitBytes: 3 * MB })
const refusal = async (document: File) => {
  const error = await check(document).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DocumentRefused)
  const { message, nextStep } = error as DocumentRefused
  return `${message} ${nextStep}`
}

describe('documents that may be sent', () => {
  it('takes a PDF whose header stands anywhere in its first 1024 bytes', async () => {
    expect(await check(file('A.PDF', '%PDF-1.7'))).toBe('.pdf')
    expect(await check(file('a.pdf', new Uint8Array(1019), '%PDF-1.4'))).toBe('.pdf')
    expect(await refusal(file('a.pdf', new Uint8Array(1020), '%PDF-1.4'))).toContain('no PDF')
  })

  it('takes Markdown in UTF-8, also where a character lies across two slices', async () => {
    expect(await check(file('a.md', '# Ünïcödé 🙂'))).toBe('.md')
    expect(await check(file('a.md', bytes(0xef, 0xbb, 0xbf), 'with a mark'))).toBe('.md')
    expect(await check(file('a.md', 'x'.repeat(MB - 2), '🙂', 'y'))).toBe('.md')
  })
})

describe('documents that are refused before anything is sent', () => {
  it.each([
    [file('a.docx', 'PK'), 'Only .pdf and .md files are accepted; this is a Word document. Export'],
    [file('a.txt', 'text'), 'rename the file so that it ends in .md'],
    [file('noextension', 'text'), 'Only .pdf and .md'],
    [file('.pdf.exe', 'MZ'), 'Only .pdf and .md'],
    [file('a.pdf'), 'The file is empty.'],
    [file('a.md'), 'The file is empty.'],
    [file('a.pdf', '%PDF-', new Uint8Array(3 * MB)), 'The file has 3 MB; at most 3 MB'],
    [file('a.pdf', 'just text'), 'rename the file so that it ends in .md'],
    [file('a.pdf', bytes(0x50, 0x4b, 3, 4)), 'an Office document'],
    [file('a.pdf', bytes(0xff, 0xd8, 0xff, 0)), 'no PDF, or it is damaged'],
    [file('a.md', '%PDF-1.7'), 'rename the file so that it ends in .pdf'.replace('rename', 'Rename')],
    [file('a.md', bytes(0xff, 0xfe, 0x61, 0)), 'save it as UTF-8'],
    [file('a.md', 'text\0more'), 'save it as UTF-8'],
    [file('a.md', 'caf', bytes(0xe9)), 'save it as UTF-8'],
    [file('a.md', 'x'.repeat(2 * MB), bytes(0xe9, 0x20)), 'save it as UTF-8'],
    [file('a.md', ' \n\t\n'), 'There is no text in the file'],
    [file(`${'x'.repeat(260)}.md`, 'text'), 'at most 255 characters, not 263. Rename'],
  ])('%o', async (document, said) => {
    expect(await refusal(document)).toContain(said)
  })

  it('says so when the file has gone since it was chosen', async () => {
    const gone = file('a.pdf', '%PDF-')
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    expect(await refusal(gone)).toContain('can no longer be read')
  })
})
