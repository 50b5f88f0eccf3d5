import type { Page } from 'playwright/test'
import { findingsInBothThemes, mainActions } from './accessibility'
import { sideScroll } from './agent-steps'
import { drop, markdown, protectedPdf, type TestDocument } from './documents'
import { tabAndPress } from './keyboard'
import {
  chooseFiles,
  FILES,
  fileName,
  haveFiles,
  listFiles,
  row,
  table,
  upload,
  uploads,
} from './knowledge-steps'
import { expect, test } from './screen'

/** Uploads by the button and waits until the file is ready. */
async function addFile(page: Page, document: TestDocument): Promise<void> {
  await chooseFiles(page, [document])
  await expect(row(page, document.name)).toContainText('INGESTED')
}

test('a second file of a name that is there is uploaded, with a warning', async ({ page }) => {
  const document = markdown(fileName('twice', '.md'))
  await haveFiles(page, [document])
  await page.goto(FILES)
  await expect(row(page, document.name)).toBeVisible()
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
  await haveFiles(page, [markdown(name, '# Seen from outside\n')])
  await page.goto(FILES)
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

test('a file is deleted after a question that names it, by keyboard: the focus goes on to the row in its place, and without rows to the screen', async ({
  page,
}) => {
  const both = fileName('leaves', '')
  const names = ['one', 'two'].map((which) => `${both}-${which}.md`)
  await haveFiles(
    page,
    names.map((name) => markdown(name)),
  )
  await page.goto(FILES)
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
    await expect(question).toContainText('No agent answers from this file: it is in no collection.')
    await expect(question).toContainText('cannot be undone')
    await tabAndPress(page, question.getByRole('button', { name: 'Delete file' }))
    await expect(page.getByText(`${name} was deleted`)).toBeVisible()
    await expect(table(page)).toBeVisible()
    await expect(row(page, name)).toHaveCount(0)
  }
  const [kept = ''] = names
  await row(page, kept).click()
  await page.getByRole('dialog', { name: kept }).getByRole('button', { name: 'Delete file' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${kept}?` })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(row(page, kept)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await deleteFirst()
  await expect(table(page).locator('tbody').getByRole('row')).toBeFocused()
  await deleteFirst()
  await expect(page.getByRole('main')).toBeFocused()
  // What is searched for is in the address.
  await page.reload()
  await expect(page.getByText(/Nothing matches|No files yet/)).toBeVisible()
  for (const name of names) await expect(row(page, name)).toHaveCount(0)
})

test('files by button and by drop end INGESTED or FAILED with the reason; search, filter, sort and the open file are in the address, and a link restores them', async ({
  page,
}) => {
  const good = fileName('findme-a-name-that-is-rather-long-and-does-not-break-anywhere-by-itself', '.md')
  const bad = fileName('findme', '.pdf')
  const other = fileName('other', '.md')
  await page.goto(FILES)
  await chooseFiles(page, [markdown(good), protectedPdf(bad)])
  await expect(row(page, bad)).toContainText('FAILED')
  await expect(row(page, good)).toContainText('INGESTED')
  await drop(page, [markdown(other)])
  await expect(row(page, other)).toContainText('INGESTED')
  await expect(uploads(page)).toContainText(`${other} is INGESTED`)
  await expect(page.getByRole('status').filter({ hasText: `${other} is INGESTED` })).toBeAttached()
  for (const place of [row(page, bad), upload(page, bad)])
    await expect(place).toContainText('protected by a password')
  expect(await findingsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 900, height: 800 })
  const reason = row(page, bad)
    .getByText(/protected by a password/)
    .last()
  const isWhole = () => reason.evaluate(({ parentElement: at }) => at && at.scrollWidth <= at.clientWidth)
  await expect.poll(isWhole).toBe(true)
  await page.setViewportSize({ width: 1280, height: 860 })

  await page.keyboard.press('/')
  await page.keyboard.type('findme')
  await expect(row(page, other)).toHaveCount(0)
  await page.getByRole('button', { name: /^FAILED/ }).click()
  await expect(row(page, good)).toHaveCount(0)
  await expect(row(page, bad)).toBeVisible()
  await row(page, bad).click()
  await expect(page.getByRole('dialog', { name: bad })).toContainText('Save a copy without one')
  await expect(page).toHaveURL(/q=findme/)

  const link = page.url()
  await page.getByRole('dialog', { name: bad }).getByRole('button', { name: 'Delete file' }).click()
  await expect(page.getByRole('dialog', { name: `Delete ${bad}?` })).toContainText(
    'No agent answers from this file: it could not be read.',
  )
  await page.goto('/knowledge/collections')
  await page.goto(link)
  await expect(page.getByRole('dialog', { name: bad })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, bad)).toBeVisible()
  await expect(row(page, good)).toHaveCount(0)
  await page.getByRole('searchbox').fill('nothing has this name')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row(page, other)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(row(page, good)).toBeVisible()
  expect(await sideScroll(page)).toBe(0)
  await row(page, good).click()
  await expect(page.getByRole('dialog', { name: good })).toBeVisible()
  expect(await sideScroll(page)).toBe(0)
})

test('malformed addresses still show the page', async ({ page }) => {
  await page.goto(`${FILES}?q=%5B1%5D&status=%7B%7D&sort=nonsense&file=no-such-file`)
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('no file with this id')
})

test('by keyboard alone: search, open, look, close, and focus is back on the row', async ({ page }) => {
  const name = fileName('keys', '.md')
  await haveFiles(page, [markdown(name)])
  await page.goto(FILES)
  await expect(row(page, name)).toBeVisible()
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
  await expect(stale).toHaveCount(0)
  // It goes on by itself.
  await expect(row(page, lost.name)).toContainText('INGESTED')
})

test('an open list of files shows what others added and deleted once its window gets the focus', async ({
  page,
}) => {
  const [first, second] = [markdown(fileName('before')), markdown(fileName('meanwhile'))]
  await haveFiles(page, [first])
  await page.goto(FILES)
  await expect(row(page, first.name)).toContainText('INGESTED')
  await haveFiles(page, [second])
  const id = (await listFiles(page)).find((file) => file.fileName === first.name)?.id
  expect((await page.request.delete(`/api/v1/knowledge-base/file/${id}`)).ok()).toBe(true)
  // It is read again when the window gets focus, but not within some seconds of the last read; else after a minute.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(row(page, second.name)).toContainText('INGESTED', { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect(row(page, first.name)).toHaveCount(0)
})

test('Escape in the search of the list empties it and leaves the panel beside it open', async ({ page }) => {
  const name = fileName('Beside')
  await haveFiles(page, [markdown(name)])
  await page.goto(`${FILES}?q=${name}`)
  await row(page, name).click()
  const panel = page.getByRole('dialog', { name })
  await expect(panel).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search files' })
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(panel).toBeVisible()
  await search.press('Escape')
  await expect(panel).toHaveCount(0)
})
