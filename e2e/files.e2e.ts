import { open } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { findingsInBothThemes, mainActions } from './accessibility'
import { drop, markdown, pdf, protectedPdf, type TestDocument } from './documents'
import { tabAndPress } from './keyboard'
import { chooseFiles, FILES, fileName, row, table, upload, uploads } from './knowledge-steps'
import { expect, test, unique } from './screen'

/** Uploads by the button and waits until the file is ready. */
async function addFile(page: Page, document: TestDocument): Promise<void> {
  await chooseFiles(page, [document])
  await expect(row(page, document.name)).toContainText('INGESTED')
}

test('a PDF by button and a Markdown file by drop end INGESTED, and a reload keeps them', async ({
  page,
}) => {
  const manual = fileName('manual', '.pdf')
  const guide = fileName('guide', '.md')
  await page.goto(FILES)
  await expect(page).toHaveTitle('Files · Switchboard')

  await chooseFiles(page, [pdf(manual)])
  await expect(row(page, manual)).toContainText('INGESTED')
  await drop(page, [markdown(guide)])
  await expect(row(page, guide)).toContainText('INGESTED')
  await expect(uploads(page)).toContainText(`${guide} is INGESTED`)
  await expect(page.getByRole('status').filter({ hasText: `${guide} is INGESTED` })).toBeAttached()

  await page.reload()
  await expect(row(page, manual)).toContainText('INGESTED')
  await expect(row(page, guide)).toContainText('INGESTED')
})

test('unusable documents are refused before sending, and stay listed with what to do', async ({ page }) => {
  const word = fileName('offer', '.docx')
  const empty = fileName('empty', '.pdf')
  const text = fileName('text', '.pdf')
  const large = fileName('large', '.pdf')
  await page.goto(FILES)
  await chooseFiles(page, [
    { name: word, mimeType: 'application/msword', buffer: Buffer.from('PK\u0003\u0004 word') },
    { name: empty, mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: text, mimeType: 'application/pdf', buffer: Buffer.from('Just some words.') },
  ])
  await expect(upload(page, word)).toContainText('Only .pdf and .md files are accepted')
  await expect(upload(page, word)).toContainText('Export or print it as PDF')
  await expect(upload(page, empty)).toContainText('The file is empty')
  await expect(upload(page, text)).toContainText('the content is plain text')
  await expect(upload(page, text).getByRole('button', { name: /Retry/ })).toHaveCount(0)

  const path = test.info().outputPath(large)
  const file = await open(path, 'w')
  await file.write('%PDF-1.7\n')
  await file.truncate(60 * 1024 * 1024)
  await file.close()
  await chooseFiles(page, path)
  await expect(upload(page, large)).toContainText('at most 50 MB')

  await expect(row(page, word)).toHaveCount(0)
  await upload(page, word)
    .getByRole('button', { name: `Dismiss ${word}` })
    .click()
  await expect(upload(page, word)).toHaveCount(0)
  await expect(upload(page, empty)).toBeVisible()
})

test('an encrypted PDF ends FAILED with the reason, in the upload and in the row', async ({ page }) => {
  const name = fileName('contract', '.pdf')
  await page.goto(FILES)
  await chooseFiles(page, [protectedPdf(name)])
  await expect(row(page, name)).toContainText('FAILED')
  await expect(row(page, name)).toContainText('protected by a password')
  await expect(upload(page, name)).toContainText('protected by a password')
  await page.setViewportSize({ width: 900, height: 800 })
  const reason = row(page, name)
    .getByText(/protected by a password/)
    .last()
  const isWhole = () => reason.evaluate(({ parentElement: at }) => at && at.scrollWidth <= at.clientWidth)
  await expect.poll(isWhole).toBe(true)
  await row(page, name).click()
  await expect(page.getByRole('dialog', { name })).toContainText('Save a copy without one')
})

test('a second file of a name that is there is uploaded, with a warning', async ({ page }) => {
  const document = markdown(fileName('twice', '.md'))
  await page.goto(FILES)
  await addFile(page, document)
  await chooseFiles(page, [markdown(document.name, '# Changed since\n')])
  await expect(uploads(page)).toContainText(`There is already a file named ${document.name}`)
  await expect(row(page, document.name).filter({ hasText: 'INGESTED' })).toHaveCount(2)
})

test('a retrieval prompt goes with the next files and is shown with the file', async ({ page }) => {
  const name = fileName('prices', '.md')
  await page.goto(FILES)
  await page.getByRole('button', { name: 'Retrieval prompt' }).click()
  const field = page.getByLabel('Retrieval prompt', { exact: true })
  await field.fill('Only for questions about prices.')
  // What was typed outlives a reload.
  await page.reload()
  await expect(field).toHaveValue('Only for questions about prices.')
  await addFile(page, markdown(name))
  await row(page, name).click()
  await expect(page.getByRole('dialog', { name })).toContainText('Only for questions about prices.')
})

test('a retrieval prompt that is pasted too long stays, says so, and no file goes without it', async ({
  page,
}) => {
  const name = fileName('long', '.md')
  await page.goto(FILES)
  await page.getByRole('button', { name: 'Retrieval prompt' }).click()
  const field = page.getByLabel('Retrieval prompt', { exact: true })
  await field.fill('a'.repeat(10_001))
  await expect(field).toHaveAccessibleDescription(/1 character too many/)
  await expect(field).toHaveValue(/^a{10001}$/)
  await chooseFiles(page, [markdown(name)])
  await expect(uploads(page)).toContainText('Prompt can have at most 10,000 characters')
})

test('a file is viewed in a tab of its own', async ({ page }) => {
  const name = fileName('view', '.md')
  await page.goto(FILES)
  await addFile(page, markdown(name, '# Seen from outside\n'))
  await row(page, name).click()
  const panel = page.getByRole('dialog', { name })
  await expect(panel).toBeVisible()
  expect(await mainActions(page, panel)).toEqual(['Replace file'])
  expect(await mainActions(page)).toEqual([])
  const opened = page.context().waitForEvent('page')
  await panel.getByRole('button', { name: 'View file' }).click()
  const view = await opened
  await expect(view.getByText('# Seen from outside')).toBeVisible()
})

test('a file is deleted after a question that names it', async ({ page }) => {
  const name = fileName('old', '.md')
  await page.goto(FILES)
  await addFile(page, markdown(name))
  await row(page, name).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete file' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expect(question).toContainText('cannot be undone')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, name)).toBeVisible()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete file' }).click()
  await question.getByRole('button', { name: 'Delete file' }).click()
  await expect(page.getByText(`${name} was deleted`)).toBeVisible()
  await expect(table(page)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  await page.reload()
  await expect(table(page)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
})

test('where a file is deleted by keyboard, the focus goes on to the row in its place, and without rows to the screen', async ({
  page,
}) => {
  const both = fileName('leaves', '')
  await page.goto(FILES)
  for (const which of ['one', 'two']) await addFile(page, markdown(`${both}-${which}.md`))
  await page.getByRole('searchbox', { name: 'Search files' }).fill(both)
  const dialog = page.getByRole('dialog')
  const deleteFirst = async () => {
    const first = table(page).locator('tbody').getByRole('row').first()
    const name = (await first.getByRole('button').textContent()) ?? ''
    await first.focus()
    await page.keyboard.press('Enter')
    await dialog
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
      .getByRole('button', { name: 'Delete file' })
      .press('Enter')
    const question = page.getByRole('dialog', { name: `Delete ${name}?` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await tabAndPress(page, question.getByRole('button', { name: 'Delete file' }))
    await expect(page.getByText(`${name} was deleted`)).toBeVisible()
    await expect(table(page)).toBeVisible()
    await expect(row(page, name)).toHaveCount(0)
  }
  await deleteFirst()
  await expect(table(page).locator('tbody').getByRole('row')).toBeFocused()
  await deleteFirst()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a file that a collection holds is not deleted; the way to the collection is shown', async ({
  page,
}) => {
  const name = fileName('held', '.md')
  const collection = unique('Holder')
  await page.goto(FILES)
  await addFile(page, markdown(name))
  await page.goto('/knowledge/collections?new=true')
  await page.getByRole('dialog').getByLabel('Name').fill(collection)
  await page.getByRole('dialog').getByRole('button', { name: 'Create collection' }).click()
  await page.getByRole('button', { name: 'Add files' }).first().click()
  await page.getByRole('dialog').getByRole('checkbox', { name }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 file' }).click()
  await expect(row(page, name)).toBeVisible()

  await page.getByRole('link', { name: 'Files' }).click()
  await row(page, name).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete file' }).click()
  const answer = page.getByRole('dialog', { name: `${name} cannot be deleted yet` })
  await expect(answer.getByRole('button', { name: /Delete/ })).toHaveCount(0)
  await answer.getByRole('link', { name: collection }).click()
  await expect(page.getByRole('heading', { level: 1, name: collection })).toBeVisible()
})

test('search, filter, sort and the open file are in the address, and a link restores them', async ({
  page,
}) => {
  const good = fileName('findme', '.md')
  const bad = fileName('findme', '.pdf')
  const other = fileName('other', '.md')
  await page.goto(FILES)
  await chooseFiles(page, [markdown(good), protectedPdf(bad), markdown(other)])
  await expect(row(page, bad)).toContainText('FAILED')
  await expect(row(page, good)).toContainText('INGESTED')

  await page.keyboard.press('/')
  await page.keyboard.type('findme')
  await expect(row(page, other)).toHaveCount(0)
  await page.getByRole('button', { name: /^FAILED/ }).click()
  await expect(row(page, good)).toHaveCount(0)
  await expect(row(page, bad)).toBeVisible()
  await row(page, bad).click()
  await expect(page.getByRole('dialog', { name: bad })).toBeVisible()
  await expect(page).toHaveURL(/q=findme/)

  const link = page.url()
  await page.goto('/knowledge/collections')
  await page.goto(link)
  await expect(page.getByRole('dialog', { name: bad })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, bad)).toBeVisible()
  await expect(row(page, good)).toHaveCount(0)
  await page.getByRole('searchbox').fill('nothing has this name')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row(page, other)).toBeVisible()
})

test('malformed addresses still show the page', async ({ page }) => {
  await page.goto(`${FILES}?q=%5B1%5D&status=%7B%7D&sort=nonsense&file=no-such-file`)
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('no file with this id')
})

test('by keyboard alone: search, open, look, close, and focus is back on the row', async ({ page }) => {
  const name = fileName('keys', '.md')
  await page.goto(FILES)
  await addFile(page, markdown(name))
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  // From the search field Tab leads over the filters into the table.
  await tabAndPress(page, row(page, name))
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, name)).toBeFocused()
})

test('when the service stops, the rows stay with a notice, and the page recovers when it is back', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  const name = fileName('stays', '.md')
  await page.goto(origin + FILES)
  await addFile(page, markdown(name))

  await line.down()
  const lost = markdown(fileName('lost', '.md'))
  await chooseFiles(page, [lost])
  await expect(uploads(page)).toContainText('Uploads are paused')
  await expect(uploads(page)).toContainText(/cannot be reached/)
  const stale = page.getByRole('status').filter({ hasText: 'could not be refreshed' })
  // A list that was read a moment ago is not read again.
  await expect(async () => {
    await page.getByRole('link', { name: 'Collections' }).click()
    await page.getByRole('link', { name: 'Files' }).click()
    await expect(stale).toBeVisible({ timeout: 4_000 })
  }).toPass()
  await expect(row(page, name)).toContainText('INGESTED')

  await line.up()
  await expect(stale).toHaveCount(0, { timeout: 30_000 })
  // It goes on by itself.
  await expect(row(page, lost.name)).toContainText('INGESTED')

  await line.down()
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Could not load the files' })).toBeVisible()
  await line.up()
  await expect(row(page, name)).toBeVisible({ timeout: 30_000 })
})

test('nothing serious for assistive technology, and no sideways scrolling', async ({ page }) => {
  const name = fileName('a-name-that-is-rather-long-and-does-not-break-anywhere-by-itself', '.md')
  const bad = fileName('damaged', '.pdf')
  await page.goto(FILES)
  await chooseFiles(page, [markdown(name), protectedPdf(bad)])
  await expect(row(page, bad)).toContainText('FAILED')
  await expect(row(page, name)).toContainText('INGESTED')
  expect(await findingsInBothThemes(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(row(page, name)).toBeVisible()
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)
  await row(page, name).click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  expect(await sideways()).toBe(0)
})
