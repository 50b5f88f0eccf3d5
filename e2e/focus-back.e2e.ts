import { gate } from '../src/net/gate.fixture'
import { haveAgent, openDetails } from './agent-steps'
import { markdown } from './documents'
import { frontOf } from './front'
import {
  button,
  chooseFiles,
  dialog,
  FILES,
  fileName,
  haveCollection,
  haveFiles,
  row,
  uploads,
} from './knowledge-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { createChat, haveTextAgent } from './thread-steps'

test('the focus returns to what opened a dialog, also when another dialog came in its place or its menu closed', async ({
  page,
}) => {
  const name = fileName('held-by')
  const holder = fileName('Holders', '')
  await haveFiles(page, [markdown(name)])
  await haveCollection(page, holder, [name])
  await page.goto(FILES)
  await row(page, name).click()
  const opener = dialog(page, name).getByRole('button', { name: 'Delete file' })
  await opener.click()
  const plan = dialog(page, `Delete ${name}?`)
  // Once it has the focus, it hears the key; before that the panel below may.
  await expect.poll(() => plan.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(plan).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await plan.getByRole('link', { name: holder }).click()
  await expect(page.getByRole('heading', { level: 1, name: holder })).toBeVisible()

  const { agentId } = await haveAgent(page, 'Focus comes back')
  await page.goto(`/agents/${agentId}`)
  const details = dialog(page, 'Edit details')
  for (const leave of ['Cancel', 'Save details']) {
    await openDetails(page)
    await page.getByRole('button', { name: 'Edit details' }).click()
    await details.getByLabel('Description').fill(leave)
    await details.getByRole('button', { name: leave }).click()
    await expect(details).toHaveCount(0)
    await expect(page.locator('summary', { hasText: 'Details' }).first()).toBeFocused()
  }
})

test('a dialog whose request waits for long can be closed, and its answer is told afterwards', async ({
  page,
  stack,
}) => {
  needs('updateAgent')
  let target = ''
  const { open: answer, opened: answered } = gate()
  const front = await frontOf(
    () => target,
    () => undefined,
    ({ method }) => (method === 'PATCH' ? answered : undefined),
  )
  target = (await stack.startConsole({ ALLOWED_HOSTS: new URL(front.origin).host })).origin
  const { agentId } = await haveAgent(page, 'Answers late', { deployed: false }, target)
  await page.goto(`${front.origin}/agents/${agentId}?edit=true`)
  const details = dialog(page, 'Edit details')
  await details.getByLabel('Description').fill('Late')
  await details.getByRole('button', { name: 'Save details' }).click()
  await expect(details).toContainText("Waiting for the service's answer. You can close this; it goes on.")
  await details.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(details).toHaveCount(0)
  await expect(page.getByText('The details were saved')).toHaveCount(0)
  answer()
  await expect(page.getByText('The details were saved')).toBeVisible()
  await front.close()
})

test('a button that goes with its press leaves the focus near it, not on nothing', async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.localName)
  const empty = () => ({ ...markdown(fileName('empty')), buffer: Buffer.alloc(0) })
  await page.goto(FILES)
  await chooseFiles(page, [empty(), empty()])
  await expect(uploads(page)).toContainText('2 failed')
  await button(page, 'Clear finished').press('Enter')
  await expect(uploads(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await button(page, 'Undo: 2 uploads cleared from the list').press('Enter')
  await expect(uploads(page)).toContainText('2 failed')
  await expect(page.getByRole('main')).toBeFocused()

  needs('sendMessage')
  const agentId = await haveTextAgent(page, unique('Closes'))
  await page.goto(`/threads/${await createChat(page, agentId)}`)
  await button(page, 'Close thread').press('Enter')
  await dialog(page).getByRole('button', { name: 'Close thread' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, 'Close thread')).toHaveCount(0)
  await expect.poll(focused).toBe('main')
})
