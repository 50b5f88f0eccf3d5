import type { Locator } from 'playwright/test'
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
  await page.getByRole('link', { name: 'Calls' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay here' })
    .click()
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
  await section.getByLabel('Name', { exact: true }).fill(unique('Southwind'))
  await section.getByRole('button', { name: 'Save organization' }).click()
  await expect(page.getByText('The organization was saved')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.getByRole('link', { name: 'Calls' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await running.stop()
  await service.stop()
})

type Fields = Record<'name' | 'domains' | 'add' | 'save', Locator>

test('another window changes what was not typed here, and no focus or typing is lost', async ({
  page,
  stack,
}) => {
  const service = await stack.startService(CREDENTIALS)
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  const other = await page.context().newPage()
  for (const each of [page, other]) {
    await each.goto(`${origin}/settings`)
    await each.getByRole('link', { name: 'Show activity' }).press('Tab')
  }
  const [mine, theirs] = [page, other].map((each) => ({
    name: each.getByLabel('Name', { exact: true }),
    domains: each.getByRole('textbox', { name: 'Domain' }),
    add: each.getByRole('button', { name: 'Add domain' }),
    save: each.getByRole('button', { name: 'Save organization' }),
  })) as [Fields, Fields]
  await mine.name.fill('Mine')
  await theirs.name.fill('Theirs')
  await theirs.add.click()
  await theirs.domains.last().fill('theirs.example.com')
  await theirs.save.click()
  await expect(mine.domains).toHaveCount(3)
  await expect(mine.name).toHaveValue('Mine')
  await expect(mine.name).toBeFocused()
  const changes = watchRequests(page, 'PATCH', '/api/v1/organization')
  await mine.save.click()
  // The same field, of which nobody here saw what it is now.
  const said = page.getByRole('alert').filter({ hasText: 'organization was changed elsewhere meanwhile' })
  await expect(said).toContainText('Save again to overwrite it')
  await expect(mine.name).toHaveValue('Mine')
  expect(changes).toEqual([])
  await mine.save.click()
  await expect(page.getByText('The organization was saved')).toBeVisible()
  expect(changes.map((each) => each.postDataJSON())).toEqual([{ name: 'Mine' }])
  await expect(said).toHaveCount(0)

  // What was saved is no longer typed, so it follows.
  await expect(theirs.name).toHaveValue('Mine')
  await mine.add.click()
  await mine.domains.last().fill('mine.example.com')
  await theirs.name.fill('Theirs again')
  await theirs.save.click()
  await expect(mine.name).toHaveValue('Theirs again')
  await expect(mine.domains.last()).toHaveValue('mine.example.com')
  await expect(mine.domains.last()).toBeFocused()

  // A colleague elsewhere, of whom no window hears: another field is nobody's conflict.
  const changed = await page.request.patch(`${origin}/api/v1/organization`, { data: { name: 'Colleague' } })
  expect(changed.ok()).toBe(true)
  await mine.save.click()
  await expect(mine.name).toHaveValue('Colleague')
  await expect(said).toHaveCount(0)
  await mine.name.fill('Mine again')
  await page.request.patch(`${origin}/api/v1/organization`, { data: { name: 'Colleague again' } })
  await mine.save.click()
  await expect(said).toBeVisible()
  await expect(mine.name).toHaveValue('Mine again')
})

test('a change whose answer never arrives stays typed, and is said not to be known', async ({
  page,
  stack,
}) => {
  const { line, origin } = await stack.startOnLine()
  await page.goto(`${origin}/settings`)
  await page.getByRole('link', { name: 'Show activity' }).press('Tab')
  const name = unique('Lost')
  await page.getByLabel('Name', { exact: true }).fill(name)
  const swallowed = line.swallowAnswers('PATCH')
  await page.getByRole('button', { name: 'Save organization' }).click()
  await swallowed
  line.cut()
  const alert = page.getByRole('alert').filter({ hasText: "We don't know if the organization was changed" })
  await expect(alert).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.getByRole('button', { name: 'Save organization' }).click()
  await expect(page.getByRole('status').getByText('No changes to save')).toBeVisible()
})
