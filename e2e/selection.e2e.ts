import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { addFiles, button, dialog, haveCollection, openCollection, row, table } from './knowledge-steps'
import { expect, test, unique } from './screen'

const box = (page: Page, name: string) => table(page).getByRole('checkbox', { name: `Select ${name}` })
const bar = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const search = (page: Page) => page.getByRole('searchbox')

test('a selection stays while filters change, says how many are hidden, and nothing acts on those', async ({
  page,
}) => {
  const collection = unique('Chosen')
  await haveCollection(page, collection)
  const names = await addFiles(page, 5)
  const [first = '', second = '', third = ''] = names
  const batch = await search(page).inputValue()
  for (const name of [first, second, third]) await box(page, name).check()
  await expect(bar(page, '3 selected')).toBeVisible()

  await search(page).fill(first)
  await expect(bar(page, '1 selected, 2 more hidden by the filters')).toBeVisible()
  await button(page, 'Add to collection').click()
  await dialog(page).getByLabel('Collection').selectOption({ label: collection })
  await dialog(page).getByRole('button', { name: 'Add 1 file' }).click()
  await expect(page.getByText(`1 file added to ${collection}`)).toBeVisible()
  // Hidden rows stay selected, also where nothing matches.
  await expect(bar(page, 'None selected here, 2 hidden by the filters')).toBeVisible()
  await expect(button(page, 'Delete')).toHaveCount(0)
  await search(page).fill('nothing has this name')
  await expect(bar(page, 'None selected here, 2 hidden by the filters')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await search(page).fill(batch)
  await expect(box(page, second)).toBeChecked()
  await expect(box(page, first)).not.toBeChecked()

  // "All" adds all that match to the hidden ones; unselecting all leaves the hidden ones.
  await search(page).fill(first)
  await table(page).getByRole('checkbox', { name: 'Select all' }).check()
  await expect(bar(page, '1 selected, 2 more hidden by the filters')).toBeVisible()
  await table(page).getByRole('checkbox', { name: 'Select all' }).uncheck()
  await expect(bar(page, 'None selected here, 2 hidden by the filters')).toBeVisible()
  // The bar goes with the selection, and the focus stays with the list.
  await button(page, 'Clear').click()
  await expect(row(page, first)).toBeFocused()
  await search(page).fill('nothing has this name')
  await button(page, 'Clear filters').click()
  await expect(search(page)).toBeFocused()
  await search(page).fill(batch)
  for (const name of names) await expect(box(page, name)).not.toBeChecked()
  await box(page, first).check()
  await button(page, 'Select all 5 matching').click()
  await expect(row(page, first)).toBeFocused()
  await search(page).fill('nothing has this name')
  await button(page, 'Clear').click()
  await expect(table(page).locator(':focus')).toHaveCount(1)
  await search(page).fill(batch)

  await openCollection(page, collection)
  await expect(row(page, first)).toBeVisible()
  await expect(table(page).getByRole('row')).toHaveCount(2)
})

test('ranges by Shift and a click, whatever the filter was when they began', async ({ page }) => {
  const names = await addFiles(page, 5)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText(names[0] ?? '')
  await box(page, names[1] ?? '').click()
  await row(page, names[3] ?? '').click({ modifiers: ['Shift'] })
  await expect(bar(page, '3 selected')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(box(page, names[2] ?? '')).toBeChecked()
  await box(page, names[4] ?? '').click({ modifiers: ['Shift'] })
  await expect(bar(page, '4 selected')).toBeVisible()
  await button(page, 'Clear').click()

  // The range began at a row that is hidden now, so only the clicked row is taken.
  const batch = await search(page).inputValue()
  await box(page, names[0] ?? '').check()
  await search(page).fill(names[4] ?? '')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await row(page, names[4] ?? '').click({ modifiers: ['Shift'] })
  await search(page).fill(batch)
  await expect(bar(page, '2 selected')).toBeVisible()
})

test('by keyboard alone: select, select a range, select all that match, and act on it', async ({ page }) => {
  const names = await addFiles(page, 5)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText(names[0] ?? '')
  await row(page, names[0] ?? '').focus()
  await page.keyboard.press('Space')
  await expect(bar(page, '1 selected')).toBeVisible()
  for (const at of [1, 2, 3]) {
    await page.keyboard.press('ArrowDown')
    await expect(row(page, names[at] ?? '')).toBeFocused()
  }
  await page.keyboard.press('Shift+Space')
  await expect(bar(page, '4 selected')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(bar(page, '3 selected')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page, '5 selected')).toBeVisible()
  // Moving on from a row at once stays there, however late the row gets its focus.
  const stays = await button(page, 'Delete').evaluate(async (target) => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
    target.focus()
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    return document.activeElement === target
  })
  expect(stays).toBe(true)
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Delete 5 files?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(bar(page, '5 selected')).toBeVisible()
})
