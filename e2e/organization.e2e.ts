import { seriousFindings } from './accessibility'
import { sideScroll, watchRequests } from './agent-steps'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

test('name and web-chat domains are changed, checked row by row, and the console misses its own', async ({
  page,
  stack,
}) => {
  const service = await stack.startService(CREDENTIALS)
  const running = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${running.origin}/settings`)
  const section = page.getByRole('region', { name: 'Organization' })
  // It stands at the end, and loads when somebody turns to it: also by Tab, which finds nothing there before.
  await expect(page.getByRole('region', { name: 'About' })).toBeVisible()
  await expect(section).toHaveCount(0)
  await page.getByRole('link', { name: 'Show activity' }).press('Tab')
  const name = unique('Northwind')
  await section.getByLabel('Name', { exact: true }).fill(name)
  const domains = section.getByRole('textbox', { name: 'Domain' })
  await expect(domains).toHaveCount(2)
  await section.getByRole('button', { name: 'Add domain' }).click()
  await domains.last().fill('https://shop.example.com')
  const changes = watchRequests(page, 'PATCH', '/api/v1/organization')
  await section.getByRole('button', { name: 'Save organization' }).click()
  await expect(domains.last()).toHaveAccessibleDescription(/bare host name/)
  await domains.last().fill('LOCALHOST')
  await section.getByRole('button', { name: 'Save organization' }).click()
  await expect(domains.last()).toHaveAccessibleDescription(/named twice/)
  expect(changes).toHaveLength(0)
  await domains.last().fill('*.shop.example.com')
  await section.getByRole('button', { name: 'Save organization' }).click()
  await expect(page.getByText('The organization was saved')).toBeVisible()
  expect(changes.map((each) => each.postDataJSON())).toEqual([
    { name, allowedChatDomains: ['localhost', '127.0.0.1', '*.shop.example.com'] },
  ])

  // Without its own host the console cannot open web chats.
  await expect(section.getByText('Web chats from this console will be refused')).toHaveCount(0)
  await section.getByRole('button', { name: 'Remove 127.0.0.1' }).click()
  await section.getByRole('button', { name: 'Remove localhost' }).click()
  await expect(section.getByText('Web chats from this console will be refused')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sideScroll(page)).toBe(0)
  await section.getByRole('button', { name: 'Add it' }).click()
  await expect(section.getByText('Web chats from this console will be refused')).toHaveCount(0)
  await page.reload()
  await page.getByRole('region', { name: 'About' }).scrollIntoViewIfNeeded()
  await expect(section.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(domains).toHaveCount(3)
  await running.stop()
  await service.stop()
})
