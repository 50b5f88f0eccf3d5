import { watchRequests } from './agent-steps'
import { button, dialog, haveSomeFiles } from './knowledge-steps'
import { expect, test, unique } from './screen'

test('leaving asks before chosen files are lost; a version that was typed and not added is neither dropped nor added silently', async ({
  page,
}) => {
  const [file = ''] = await haveSomeFiles(page, 1)
  const creations = watchRequests(page, 'POST', '/collection')
  await page.goto('/knowledge/restructure/new')
  const name = unique('Fresh')
  await page.getByLabel('Name of the new collection').fill(name)
  await button(page, 'Show request').click()
  await expect(dialog(page)).toContainText('POST /api/v1/knowledge-base/collection')
  await expect(dialog(page)).toContainText(`"name": "${name}"`)
  await expect(dialog(page)).toContainText('The first of several.')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search files to attach' }).fill(file)
  await page.getByRole('checkbox', { name: file }).check()
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(/restructure\/new/)
  await page.getByRole('textbox', { name: 'Agent id' }).fill('agent-x')
  await button(page, 'Start restructure').click()
  await expect(page.getByText('Both ids are needed')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Agent id' })).toHaveValue('agent-x')
  await page.getByRole('textbox', { name: 'Version id' }).fill('version-x')
  await button(page, 'Add version').click()
  await expect(page.getByRole('checkbox', { name: 'agent-x' })).toBeChecked()
  await expect(page.getByText('Both ids are needed')).toHaveCount(0)
  expect(creations).toHaveLength(0)
})
