import type { Page } from 'playwright/test'
import { makePdf } from '../src/service/ingestion/make-pdf'

/** A document in the form that Playwright's file chooser takes. */
export interface TestDocument {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A real PDF of one page; of its own content, as what is here already is skipped. */
export const pdf = (
  name: string,
  lines = ['Refunds are paid within 14 days.', `This is ${name}.`],
): TestDocument => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ pages: [lines] })),
})

/** A PDF that nobody can open without its password. */
export const protectedPdf = (name: string): TestDocument => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ pages: [[`The secret of ${name}.`]], encrypted: true })),
})

export const markdown = (
  name: string,
  text = `# Opening hours\n\nWe open at nine, says ${name}.\n`,
): TestDocument => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
})

/** Drops documents on the page as a person drags them from the desktop. */
export async function drop(
  page: Page,
  documents: readonly TestDocument[],
  on = page.getByRole('main', { includeHidden: true }),
): Promise<void> {
  const given = documents.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  const dataTransfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  }, given)
  // Nothing takes a drop before the screen is there. The page has a heading before that, which no script made.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('h1')].some((heading) =>
      Object.keys(heading).some((key) => key.startsWith('__reactFiber')),
    ),
  )
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await on.dispatchEvent(type, { dataTransfer })
  }
}
