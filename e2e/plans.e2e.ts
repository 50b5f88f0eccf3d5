import { seriousFindings } from './accessibility'
import { watchRequests } from './agent-steps'
import { frontOf } from './front'
import {
  addHere,
  button,
  dialog,
  haveCollection,
  haveSomeFiles,
  openCollection,
  row,
  select,
} from './knowledge-steps'
import { expect, test, unique } from './screen'
import { openBrowser, signIn, startTeamConsole } from './team-steps'

test('a file that two collections hold is deleted by a plan, step by step, which stays listed when it is reloaded in the middle of a request, and continues when a person says so', async ({
  browser,
  stack,
}) => {
  const { line, origin } = await stack.startOnLine()
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  const [first, second] = [unique('First'), unique('Second')]
  const [name = ''] = await haveSomeFiles(page, 1)
  for (const collection of [first, second]) await haveCollection(page, collection, [name])
  await page.goto(`/knowledge/files?q=${name}`)
  await row(page, name).click()
  await dialog(page, name).getByRole('button', { name: 'Delete file' }).click()
  const plan = dialog(page, `Delete ${name}?`)
  await expect(plan).toContainText('It is first removed from')
  for (const collection of [first, second])
    await expect(plan.getByRole('link', { name: collection })).toHaveCount(1)
  await expect(plan.getByRole('button', { name: 'Delete file' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await plan.getByRole('button', { name: 'First step only' }).click()
  const steps = plan.getByRole('list').last().getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.last()).toContainText(`${name}: delete`)
  await expect(plan).toContainText('1 of 3 steps done')
  await expect(steps.first()).toContainText('Done')
  await expect(steps.last()).toContainText('Waiting')

  // The next step's answer does not arrive, and the page is reloaded meanwhile.
  const swallowed = line.swallowAnswers('DELETE')
  await plan.getByRole('button', { name: 'Continue' }).click()
  await expect(steps.nth(1)).toContainText('Under way')
  await swallowed
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloading
  line.heal()

  const writes = watchRequests(page, 'DELETE', '')
  await page.goto('/knowledge/collections')
  await expect(page.getByText('1 plan is not finished')).toBeVisible()
  await page.goto(`/knowledge/files?q=${name}`)
  await expect(page.getByText('1 plan is not finished')).toBeVisible()
  await button(page, `Delete ${name}, 1 of 3 steps done`).click()
  const resumed = dialog(page, 'Delete 1 file')
  await expect(resumed).toContainText('Nothing is sent until you continue')
  await expect(resumed).toContainText('1 of 3 steps done')
  expect(writes).toHaveLength(0)
  await resumed.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`${name} was deleted`)).toBeVisible()
  await expect(page.getByText('1 plan is not finished')).toHaveCount(0)
  await expect(row(page, name)).toHaveCount(0)
  expect(writes.filter((each) => !each.url().endsWith('/remove'))).toHaveLength(1)
  // What the page before sent is found done, so it needs no attention (D936).
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'In figures' })).toBeVisible()
  await expect(page.getByText('without a known outcome')).toHaveCount(0)
  await page.goto('/knowledge/files')
  await expect(page.getByRole('searchbox').or(page.getByText('No files yet')).first()).toBeVisible()
  await expect(page.getByText('1 plan is not finished')).toHaveCount(0)
  await context.close()
})

test('a bulk removal is undone, and so is a bulk addition', async ({ page }) => {
  const collection = unique('Undone')
  const names = await haveSomeFiles(page, 3)
  await haveCollection(page, collection, names)

  await page.goto(`/knowledge/files?q=${names[0]?.replace('-0.md', '')}`)
  await select(page, names)
  await button(page, 'Remove from collection').click()
  await dialog(page).getByLabel('Collection').selectOption({ label: collection })
  await dialog(page).getByRole('button', { name: 'Remove 3 files' }).click()
  await expect(page.getByText(`3 files removed from ${collection}`)).toBeVisible()
  await button(page, `Undo: 3 files removed from ${collection}`).click()
  await expect(page.getByText(`3 files are in ${collection} again`)).toBeVisible()
  await openCollection(page, collection)
  for (const name of names) await expect(row(page, name)).toBeVisible()

  // The same after adding.
  const other = unique('Other')
  await haveCollection(page, other)
  await openCollection(page, other)
  await addHere(page, other, names)
  await button(page, `Undo: 3 files added to ${other}`).click()
  await expect(page.getByText(`3 files are out of ${other} again`)).toBeVisible()
  await expect(page.getByText('No files in this collection')).toBeVisible()
})

test('a plan that fails in part can be undone or dismissed, and is open until then', async ({
  page,
  stack,
}) => {
  // The line breaks behind the first of them.
  let asked = 0
  const front = await frontOf(stack.origin, ({ path }) =>
    path.endsWith('/remove') && ++asked > 1 ? 'breaks' : undefined,
  )
  const collection = unique('Partly')
  const names = await haveSomeFiles(page, 2)
  await haveCollection(page, collection, names)
  const filtered = `/knowledge/files?q=${names[0]?.replace('-0.md', '')}`
  const removal = async () => {
    asked = 0
    await page.goto(front.origin + filtered)
    await select(page, names)
    await button(page, 'Remove from collection').click()
    await dialog(page).getByLabel('Collection').selectOption({ label: collection })
    await dialog(page).getByRole('button', { name: 'Remove 2 files' }).click()
    await expect(dialog(page)).toContainText('1 of 2 steps done, 1 unknown. What is left waits')
  }
  await removal()
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await seriousFindings(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Undo what was done' }).click()
  await expect(page.getByText(`1 file is in ${collection} again`)).toBeVisible()
  await expect(page.getByText('1 plan is not finished')).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await removal()
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('1 plan is not finished')).toBeVisible()
  await button(page, `Remove 2 files out of ${collection}, 1 of 2 steps done`).click()
  await dialog(page).getByRole('button', { name: 'Dismiss what is left' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('1 plan is not finished')).toHaveCount(0)
  await button(page, 'Undo: 1 step was dismissed').click()
  await expect(page.getByText('1 plan is not finished')).toBeVisible()
  await front.close()
})

test('a long plan says above its steps why it stopped, and later that a step was tried', async ({
  browser,
  stack,
}) => {
  const { line, origin } = await stack.startOnLine()
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  const collection = unique('Long plan')
  const names = await haveSomeFiles(page, 10)
  await haveCollection(page, collection, names)
  await page.goto(`/knowledge/files?q=${names[0]?.replace('-0.md', '')}`)
  await select(page, names)
  await button(page, 'Remove from collection').click()
  await dialog(page).getByLabel('Collection').selectOption({ label: collection })
  const swallowed = line.swallowAnswers('DELETE')
  await dialog(page).getByRole('button', { name: 'Remove 10 files' }).click()
  await swallowed
  await line.down()
  const plan = dialog(page)
  await expect(plan.getByRole('alert')).toContainText('Why 1 step is not done')
  await expect(plan.getByRole('listitem').getByRole('alert')).toHaveCount(0)
  await line.up()
  line.heal()
  page.on('dialog', (asked) => asked.accept())
  await page.reload()
  await button(page, `Remove 10 files out of ${collection}, 0 of 10 steps done`).click()
  await expect(plan).toContainText('Nothing is sent until you continue')
  await expect(plan.getByRole('listitem').filter({ hasText: 'Tried before' })).toHaveCount(1)

  // While it sends, it does not say that it does not.
  void line.swallowAnswers('DELETE')
  await plan.getByRole('button', { name: 'Continue' }).or(button(page, 'Carry out all steps')).click()
  await expect(plan.getByText('Under way')).toBeVisible()
  await expect(plan).not.toContainText('Nothing is sent until you continue')
  await context.close()
})

test('a plan that cannot begin says why, and an undoing that cannot is tried again', async ({
  browser,
  stack,
}) => {
  const own = await startTeamConsole(stack)
  let isAway = true
  const { origin, close } = await frontOf(own.origin, ({ path }) =>
    isAway && path === '/console/leases' ? 503 : undefined,
  )
  const page = await (await openBrowser(browser, origin)).newPage()
  await signIn(page)
  const [name = ''] = await haveSomeFiles(page, 1)
  const shelf = unique('Shelf')
  await page.goto(`/knowledge/collections/${await haveCollection(page, shelf)}`)
  await button(page, 'Add files').first().click()
  await dialog(page).getByRole('checkbox', { name }).check()
  await dialog(page).getByRole('button', { name: 'Add 1 file' }).click()
  const plan = dialog(page, `Adding to ${shelf}`)
  await expect(plan.getByRole('alert')).toBeVisible()
  isAway = false
  await button(page, 'Carry out all steps').click()
  await expect(page.getByText(`1 file added to ${shelf}`)).toBeVisible()
  isAway = true
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect(page.getByText('Undo did not begin')).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: /^Try again: / }).click()
  await expect(page.getByText(`1 file is out of ${shelf} again`)).toBeVisible()
  await close()
})
