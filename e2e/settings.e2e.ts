import { readFile } from 'node:fs/promises'
import { expect, serviceName, test, unique } from './screen'
import { CREDENTIALS, lineTo } from './stack'

test('the settings show the connection, the keys and the version, and choose the theme', async ({
  page,
  stack,
}) => {
  await page.goto(`${await stack.local()}/settings`)
  const connection = page.getByRole('region', { name: 'Connection' })
  await expect(connection).toContainText('Local service, built into this console')
  await expect(connection).toContainText('Connected')
  await expect(connection).toContainText('50 MB')
  await expect(page.getByRole('region', { name: 'About' })).toContainText(/\d+\.\d+\.\d+/)
  const keys = page.getByRole('region', { name: 'Go to a screen' })
  await expect(keys).toContainText('Activity')

  const appearance = page.getByRole('region', { name: 'Appearance' })
  await appearance.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await appearance.getByRole('radio', { name: 'Light' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a missing credential is named with its variable, and no credential is shown', async ({
  page,
  stack,
}) => {
  const line = await lineTo((await stack.sharedService()).origin)
  const console = await stack.startConsole({
    SERVICE_URL: line.origin,
    SERVICE_API_KEY: CREDENTIALS.SERVICE_API_KEY,
    CHAT_ORIGIN: 'https://one.example, https://two.example',
  })
  await page.goto(`${console.origin}/settings`)
  const connection = page.getByRole('region', { name: 'Connection' })
  await expect(connection).toContainText(new URL(line.origin).host)
  await expect(connection).toContainText('Not set: SERVICE_ACCESS_TOKEN')
  await expect(connection.getByText('Set SERVICE_ACCESS_TOKEN where the console is started')).toBeVisible()
  await expect(connection.getByText('Present')).toHaveCount(1)
  await expect(connection).toContainText('https://two.example')
  await expect(page.locator('body')).not.toContainText(CREDENTIALS.SERVICE_API_KEY)
  await page.goto(console.origin)
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('SERVICE_ACCESS_TOKEN')
  await page.goto(`${console.origin}/settings`)
  await expect(connection).toContainText('Not set: SERVICE_ACCESS_TOKEN')
  await line.down()
  await page.reload()
  await expect(connection).toContainText('Does not answer')
})

test('the data of this browser is exported with phone numbers masked, forgotten, and its agents imported again', async ({
  page,
}) => {
  const name = unique('Known')
  await page.goto('/agents?add=true')
  await page.getByRole('dialog').getByLabel('Agent id', { exact: true }).fill('agent-elsewhere')
  await page.getByRole('dialog').getByLabel('Name').fill(`${name} +15005550142`)
  await page.getByRole('dialog').getByRole('button', { name: 'Add agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/')
  await expect(page.getByText(/^Stored in this browser: 1 agent\b/)).toBeVisible()
  await page.getByRole('link', { name: 'Export or forget' }).click()
  const stored = page.getByRole('region', { name: 'This browser' })
  await expect(stored).toContainText('Agents1')
  const all = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSON' }).click()
  const kept = await readFile(await (await all).path(), 'utf8')
  expect(JSON.parse(kept)).toMatchObject({
    service: await serviceName(page),
    agents: [{ agentId: 'agent-elsewhere' }],
  })
  expect(kept).toContain(name)
  expect(kept).not.toContain('5005550')

  await page.getByRole('button', { name: 'Export or import agents' }).click()
  await expect(page).toHaveURL(/transfer=true/)
  const download = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export/ })
    .click()
  const file = await (await download).path()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Forget everything' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Forget everything' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget everything' }).click()
  await expect(page.getByText('Nothing is stored for this service yet.')).toBeVisible()
  await page.goto('/agents')
  await expect(
    page
      .getByText('No agents yet')
      .or(page.getByRole('table', { name: 'Agents' }))
      .first(),
  ).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Export or import agents' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nothing to export yet.')
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'known.json',
      mimeType: 'application/json',
      buffer: await readFile(file),
    })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Import/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(stored).toContainText('Agents1')
})
