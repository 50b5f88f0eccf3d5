import { expect, test } from './screen'
import { CREDENTIALS } from './stack'

test('a screen that does not load leaves the rail, and appears once the server is back', async ({
  browser,
  stack,
}) => {
  // A page of its own, because the browser logs the failed load that this test is about.
  const page = await browser.newPage()
  const connected = { ...CREDENTIALS, SERVICE_URL: (await stack.sharedService()).origin }
  const first = await stack.startConsole(connected)
  await page.goto(`${first.origin}/settings`)
  await page.getByRole('region', { name: 'About' }).scrollIntoViewIfNeeded()
  // Its late parts, too: without them it would not be shown again.
  await expect(page.getByRole('region', { name: 'What this service offers' })).toBeVisible()
  await first.stop()
  const known = page.getByRole('button', { name: 'Export or import agents' })
  const opened = page.getByRole('dialog', { name: 'Export or import agents' })
  await known.click()
  await expect(page.getByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'Testing lab' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
  await rail.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await rail.getByRole('link', { name: 'Testing lab' }).click()
  await expect(page.getByRole('alert')).toContainText('A part of this page could not be loaded')
  await expect(page.getByRole('alert')).toContainText('What was sent before stays sent.')
  await expect(page.getByText('Does not answer')).toBeVisible()
  await stack.startConsole({ ...connected, PORT: new URL(first.origin).port })
  // By itself, or by a new page where the browser never asks again for what did not come (D868).
  const lab = page.getByRole('heading', { level: 1, name: 'Testing lab' })
  const reload = page.getByRole('button', { name: 'Reload' })
  await expect(lab.or(reload)).toBeVisible()
  if (await reload.isVisible()) await reload.click()
  await expect(lab).toBeVisible()
  await expect(page.getByText('Does not answer')).toHaveCount(0)
  // What did not come once is asked for again.
  await page.goBack()
  await rail.getByRole('link', { name: 'Settings' }).click()
  await known.click()
  await expect(opened).toBeVisible()
  await page.close()
})
