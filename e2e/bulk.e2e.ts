import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { markdown, protectedPdf } from './documents'
import { frontOf } from './front'
import {
  addFiles,
  button,
  chooseFiles,
  dialog,
  FILES,
  haveCollection,
  haveSomeFiles,
  openCollection,
  row,
  select,
  table,
  uploads,
} from './knowledge-steps'
import { expect, test, unique } from './screen'

/** Adds the selected files to a collection by the bulk bar. */
async function addTo(page: Page, collection: string, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Add to collection' }).click()
  await dialog(page).getByLabel('Collection').selectOption({ label: collection })
  await dialog(page)
    .getByRole('button', { name: count === 1 ? 'Add 1 file' : `Add ${count} files` })
    .click()
  await expect(page.getByText(`added to ${collection}`)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
}

async function show(page: Page, names: readonly string[]): Promise<void> {
  await page.goto(`${FILES}?q=${names[0]?.replace(/-0\.md$/, '')}`)
  await expect(table(page).getByRole('row')).toHaveCount(names.length + 1)
}

test('several files are added to a collection at once, then some of them are removed', async ({ page }) => {
  const collection = unique('Handbook')
  await haveCollection(page, collection)
  const names = await addFiles(page, 5)
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await expect(page.getByText('5 selected')).toBeVisible()
  await addTo(page, collection, 5)
  await expect(page.getByText('5 selected')).toHaveCount(0)
  for (const name of names) await expect(row(page, name)).toContainText('1')

  await select(page, names.slice(0, 2))
  await page.getByRole('button', { name: 'Add to collection' }).click()
  await dialog(page).getByLabel('Collection').selectOption({ label: collection })
  await expect(dialog(page)).toContainText('2 files of these are in it already')
  expect(await seriousFindings(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Remove from collection' }).click()
  await dialog(page).getByLabel('Collection').selectOption({ label: collection })
  await expect(dialog(page)).toContainText('It contains all of these files')
  await dialog(page).getByRole('button', { name: 'Remove 2 files' }).click()
  await expect(page.getByText(`2 files removed from ${collection}`)).toBeVisible()
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: collection, exact: true }).click()
  await expect(table(page).getByRole('row')).toHaveCount(4)
  await expect(row(page, names[0] ?? '')).toHaveCount(0)
})

test('of the selected files only those that agents can answer from are added, and it is said why the others are not', async ({
  page,
}) => {
  const collection = unique('Readable')
  await haveCollection(page, collection)
  const batch = unique('mixed').replaceAll(' ', '-')
  const [good, locked] = [`${batch}-good.md`, `${batch}-locked.pdf`]
  await page.goto(`${FILES}?q=${batch}`)
  await chooseFiles(page, [markdown(good, `# ${batch}\n`), protectedPdf(locked)])
  await expect(row(page, good)).toContainText('INGESTED')
  await expect(row(page, locked)).toContainText('FAILED')
  // What was just uploaded serves nobody yet, and the way on stands beside that.
  await expect(uploads(page)).toContainText(`${good} is INGESTED. Not in a collection yet.`)
  await uploads(page).getByRole('button', { name: 'Add to a collection' }).click()
  await expect(dialog(page, 'Add 1 file to a collection')).toContainText(good)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await select(page, [locked])
  await button(page, 'Add to collection').click()
  await expect(dialog(page)).toContainText(`1 file could not be read, so not added: ${locked}`)
  await expect(dialog(page).getByLabel('Collection')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await select(page, [good, locked])
  await button(page, 'Add to collection').click()
  await expect(dialog(page, 'Add 1 file to a collection')).toContainText(
    `1 file could not be read, so not added: ${locked}`,
  )
  await dialog(page).getByLabel('Collection').selectOption({ label: collection })
  await dialog(page).getByRole('button', { name: 'Add 1 file' }).click()
  await expect(page.getByText(`1 file added to ${collection}`)).toBeVisible()
  await expect(uploads(page)).not.toContainText('Not in a collection yet.')
  await openCollection(page, collection)
  await expect(row(page, good)).toBeVisible()
  await expect(row(page, locked)).toHaveCount(0)
})

test('of several files those that are held stay, and their plan deletes them; what fails is named and tried again', async ({
  page,
  stack,
}) => {
  const collection = unique('Holder')
  const names = await haveSomeFiles(page, 4)
  const [free = '', alsoFree = '', held = '', alsoHeld = ''] = names
  await haveCollection(page, collection, [held, alsoHeld])
  await show(page, names)

  await select(page, [free, held])
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = dialog(page, 'Delete 1 of 2 files?')
  await expect(question).toContainText('1 file is in no collection')
  await expect(question).toContainText(`Remove from ${collection}, then delete:${held}`)
  expect(await seriousFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete 1 file' }).click()
  await expect(page.getByText(`${free} was deleted`)).toBeVisible()
  await expect(row(page, free)).toHaveCount(0)
  await expect(row(page, held)).toBeVisible()

  // Both of one collection, whose name is said once; why nothing can be deleted yet stands beside the button.
  await select(page, [held, alsoHeld])
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const both = dialog(page, 'Delete 2 files?')
  await expect(both.getByText(collection)).toHaveCount(1)
  const locked = both.getByRole('button', { name: 'Delete 2 files' })
  await expect(locked).toHaveAttribute('aria-disabled', 'true')
  await expect(locked).toHaveAccessibleDescription('Tick the box first: collections hold all of them.')
  await expect(both.getByText('Tick the box first')).toBeVisible()
  await both.getByRole('button', { name: 'Cancel' }).click()

  // The line breaks while the plan runs.
  let isBroken = true
  const front = await frontOf(stack.origin, ({ path }) =>
    isBroken && path.endsWith('/remove') ? 'breaks' : undefined,
  )
  await page.goto(front.origin + new URL(page.url()).pathname + new URL(page.url()).search)
  await select(page, [alsoFree, held, alsoHeld])
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page, 'Delete 1 of 3 files?')
    .getByRole('checkbox', { name: /Also remove these 2 files/ })
    .check()
  const all = dialog(page, 'Delete 3 files?')
  await all.getByRole('button', { name: 'Delete 3 files' }).click()
  const running = dialog(page, 'Deleting files')
  // Files that were made in the same moment may stand in either order: the one that nothing holds is deleted before, or waits.
  await expect(running).toContainText(/[01] of 5 steps done, 1 unknown/)
  // Nothing else is sent to a service that is away.
  const deletions = running.getByRole('listitem').filter({ hasText: ': delete' })
  await expect(deletions).toHaveCount(3)
  await expect(deletions.filter({ hasText: 'Not tried' })).toHaveCount(1)
  await expect(deletions.filter({ hasText: 'Waiting' })).not.toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  isBroken = false
  await running.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('3 files were deleted')).toBeVisible()
  await expect(running).toHaveCount(0)
  await page.reload()
  for (const name of names) await expect(row(page, name)).toHaveCount(0)
  await front.close()
})

test('a file that somebody adds to a collection meanwhile is not deleted', async ({
  page,
  context,
  stack,
}) => {
  const collection = unique('Meanwhile')
  await haveCollection(page, collection)
  const names = await addFiles(page, 2)
  await select(page, names)
  const remove = page.getByRole('button', { name: 'Remove from collection' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toHaveAccessibleDescription('No collection contains any of these files')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = dialog(page, 'Delete 2 files?')
  await expect(question).toContainText('No agent answers from these files: they are in no collection.')
  await question.getByRole('button', { name: 'Show request' }).click()
  const request = dialog(page, 'Request')
  await expect(request).toContainText('DELETE /api/v1/knowledge-base/file/')
  await expect(request).toContainText('The first of 2; the others name other files or collections.')
  await page.keyboard.press('Escape')

  const other = await context.newPage()
  await other.goto(stack.origin)
  await show(other, names)
  await select(other, [names[1] ?? ''])
  await addTo(other, collection, 1)
  await other.close()

  await dialog(page, 'Delete 2 files?').getByRole('button', { name: 'Delete 2 files' }).click()
  await expect(dialog(page, 'Deleting files')).toContainText(`It is held by ${collection}`)
  await expect(dialog(page, 'Deleting files')).toContainText('1 of 2 steps done, 1 failed')
  await dialog(page, 'Deleting files').getByRole('button', { name: 'Close' }).first().click()
  await expect(row(page, names[1] ?? '')).toBeVisible()
  await expect(row(page, names[0] ?? '')).toHaveCount(0)
})

test('the bulk bar and its dialogs fit 1280 px and 390 px', async ({ page }) => {
  const collection = unique('Fits')
  await haveCollection(page, collection)
  const names = await addFiles(page, 2)
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await select(page, names)
  expect(await sideways()).toBe(0)
  await addTo(page, collection, 2)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await select(page, names)
    expect(await sideways()).toBe(0)
    for (const action of ['Add to collection', 'Remove from collection', 'Delete']) {
      await page.getByRole('button', { name: action, exact: true }).click()
      await expect(dialog(page)).toBeVisible()
      expect(await sideways()).toBe(0)
      // What the dialogs hold on a desk is judged where they are used, above.
      if (width === 390) expect(await seriousFindings(page)).toEqual([])
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    }
  }
})
