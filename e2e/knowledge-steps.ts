import { expect, type Page } from 'playwright/test'
import { drop, markdown, type TestDocument } from './documents'
import { unique } from './screen'

export const FILES = '/knowledge/files'

/** A unique name for a file. */
export const fileName = (name: string, extension = '.md') =>
  `${unique(name).replaceAll(' ', '-')}${extension}`

export const table = (page: Page, name = 'Files') => page.getByRole('table', { name })
export const row = (page: Page, name: string, of = 'Files') =>
  table(page, of).getByRole('row').filter({ hasText: name })
export const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', { name })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
export const upload = (page: Page, name: string) =>
  uploads(page).getByRole('listitem').filter({ hasText: name })
export const chip = (page: Page, status: string) =>
  page.getByRole('button', { name: new RegExp(`^${status}`) })

/** Uploads by the button of the page. `files` may be the path of a directory. */
export async function chooseFiles(page: Page, files: readonly TestDocument[] | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Upload files').first().click()
  await (await chooser).setFiles(files as TestDocument[])
}

/** Uploads documents by the button of the Files screen, and waits until each is ready. */
export async function addDocuments(
  page: Page,
  documents: readonly TestDocument[],
  ends: string | RegExp = 'INGESTED',
): Promise<void> {
  await page.goto(FILES)
  await chooseFiles(page, documents)
  for (const { name } of documents) await expect(row(page, name)).toContainText(ends)
}

/** Drops files with unique names, waits until all are ready, and leaves the table filtered to them. */
export async function addFiles(page: Page, count: number): Promise<string[]> {
  const batch = unique('doc').replaceAll(' ', '-')
  const names = Array.from({ length: count }, (_, at) => `${batch}-${at}.md`)
  await page.goto(FILES)
  await drop(
    page,
    names.map((name) => markdown(name, `# ${name}\n`)),
  )
  await page.getByRole('searchbox').fill(batch)
  for (const name of names) await expect(row(page, name)).toContainText('INGESTED')
  return names
}

export async function createCollection(page: Page, name: string): Promise<void> {
  await page.goto('/knowledge/collections?new=true')
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Opens the page of a collection by its row in the list. */
export async function openCollection(page: Page, name: string): Promise<void> {
  await page.goto('/knowledge/collections')
  await row(page, name, 'Collections').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Adds the files to the collection whose page is open. */
export async function addHere(page: Page, collection: string, files: readonly string[]): Promise<void> {
  await button(page, 'Add files').first().click()
  const picker = dialog(page, `Add files to ${collection}`)
  for (const file of files) await picker.getByRole('checkbox', { name: file }).check()
  await picker.getByRole('button', { name: `Add ${files.length} file` }).click()
  for (const file of files) await expect(row(page, file)).toBeVisible()
}

export async function select(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names)
    await table(page)
      .getByRole('checkbox', { name: `Select ${name}` })
      .check()
}
