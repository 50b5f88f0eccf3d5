import { expect, type Page } from 'playwright/test'
import { markdown, type TestDocument } from './documents'
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

interface Listed {
  readonly id: string
  readonly fileName: string
  readonly status: string
}

export async function listFiles(page: Page): Promise<readonly Listed[]> {
  return (await (await page.request.get('/api/v1/knowledge-base/files')).json()).files
}

/** Files that are there before the journey begins, made without the screens, each with its content read. */
export async function haveFiles(
  page: Page,
  documents: readonly TestDocument[],
  more: { prompt?: string } = {},
): Promise<void> {
  const ids = await Promise.all(
    documents.map(async ({ name, mimeType, buffer }) => {
      const asked = await page.request.post('/generate-presigned-url', { data: { fileName: name } })
      const { uploadUrl, fileId } = await asked.json()
      const put = { headers: { 'content-type': mimeType }, data: buffer }
      expect((await page.request.put(uploadUrl, put)).status()).toBeLessThan(300)
      const made = await page.request.post('/api/v1/knowledge-base/file', { data: { fileId, ...more } })
      expect(made.status(), await made.text()).toBeLessThan(300)
      return fileId
    }),
  )
  const unread = async () =>
    (await listFiles(page)).filter(({ id, status }) => ids.includes(id) && !/INGESTED|FAILED/.test(status))
  await expect.poll(unread, { intervals: [100, 200, 400] }).toEqual([])
}

/** A collection with these files that is there before the journey begins, made without the screens; resolves with its id. */
export async function haveCollection(
  page: Page,
  name: string,
  files: readonly string[] = [],
  description = '',
): Promise<string> {
  const made = await page.request.post('/api/v1/knowledge-base/collection', { data: { name, description } })
  const reply = await made.json()
  const { id } = reply.collection ?? reply
  await addToCollection(page, id, files)
  return id
}

/** Adds files to a collection without the screens. */
export async function addToCollection(page: Page, id: string, files: readonly string[]): Promise<void> {
  const listed = files.length ? await listFiles(page) : []
  for (const file of files) {
    const fileId = listed.find((each) => each.fileName === file)?.id
    const adding = `/api/v1/knowledge-base/collection/${id}/file/${fileId}`
    expect((await page.request.post(adding)).status(), file).toBeLessThan(300)
  }
}

/** Files that are there, and the Files screen with them. */
export async function addDocuments(
  page: Page,
  documents: readonly TestDocument[],
  ends: string | RegExp = 'INGESTED',
): Promise<void> {
  await haveFiles(page, documents)
  await page.goto(FILES)
  for (const { name } of documents) await expect(row(page, name)).toContainText(ends)
}

/** So many files with unique names that are there; resolves with their names. */
export async function haveSomeFiles(page: Page, count: number): Promise<string[]> {
  const batch = unique('doc').replaceAll(' ', '-')
  const names = Array.from({ length: count }, (_, at) => `${batch}-${at}.md`)
  await haveFiles(
    page,
    names.map((name) => markdown(name, `# ${name}\n`)),
  )
  return names
}

/** The same, and the Files screen filtered to them. */
export async function addFiles(page: Page, count: number): Promise<string[]> {
  const names = await haveSomeFiles(page, count)
  await page.goto(`${FILES}?q=${names[0]?.replace('-0.md', '')}`)
  for (const name of names) await expect(row(page, name)).toContainText('INGESTED')
  return names
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
