import { choose, csv, numberOf, prepare } from './batch-steps'
import { expect, test, unique } from './screen'

test('another version judges the rows anew and takes nothing of what was mended in them', async ({
  page,
}) => {
  await prepare(page, unique('Mended'), [{ name: 'customer', required: true }])
  const version = page.getByLabel('Version id')
  const deployed = await version.inputValue()
  const lines = [`${numberOf(300)},`, `${numberOf(301)},Bob`, `${numberOf(302)},`]
  await choose(page, csv('three.csv', ['phone,customer', ...lines]))
  await expect(page.getByText('1 of 3 rows are ready')).toBeVisible()
  await page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1).click()
  const editor = page.getByRole('dialog', { name: 'Row 1' })
  await editor.getByLabel('Variable customer').fill('Grace')
  await editor.getByLabel('Variable customer').press('Enter')
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()

  // Of an unknown version nothing can be missing.
  await version.fill('another-version')
  await expect(page.getByText('All 3 rows are ready')).toBeVisible()
  await version.fill(deployed)
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('Grace')
})
