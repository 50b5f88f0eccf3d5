import { readFile } from 'node:fs/promises'
import { expect, serviceName, test, unique } from './screen'

test('the data of this browser can be exported with phone numbers masked, and forgotten', async ({
  page,
}) => {
  const name = unique('Known elsewhere')
  await page.goto('/agents?add=true')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Agent id', { exact: true }).fill('agent-of-a-colleague')
  await dialog.getByLabel('Name').fill(`${name} +15005550142`)
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)

  await page.goto('/')
  await expect(page.getByText('1 agent and 0 sent writes are stored in this browser.')).toBeVisible()
  await page.getByRole('link', { name: 'Export or forget' }).click()
  await expect(page.getByRole('region', { name: 'This browser' })).toContainText('Agents1')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSON' }).click()
  const kept = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(kept)).toMatchObject({
    service: await serviceName(page),
    agents: [{ agentId: 'agent-of-a-colleague' }],
  })
  expect(kept).toContain(name)
  expect(kept).not.toContain('5005550')

  await page.getByRole('button', { name: 'Forget everything' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Forget everything' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget everything' }).click()
  await expect(page.getByText('Nothing is stored for this service yet.')).toBeVisible()
  await page.goto('/agents')
  await expect(page.getByText(name)).toHaveCount(0)
})
