import type { Page } from 'playwright/test'
import { haveAgent } from './agent-steps'
import { markdown } from './documents'
import {
  addFiles,
  button,
  chooseFiles,
  dialog,
  FILES,
  fileName,
  haveCollection,
  haveFiles,
  upload,
} from './knowledge-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { createChat } from './thread-steps'

/** Notes what screen readers are told from here on. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const live = '[aria-live=polite], [role=status], [role=alert]'
    const tell = (region: Element | null | undefined) => {
      const words = region?.ariaLive === 'off' ? '' : region?.textContent?.trim()
      if (words && heard.at(-1) !== words) heard.push(words)
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        tell((target instanceof Element ? target : target.parentElement)?.closest(live))
        for (const node of addedNodes) if (node instanceof Element && node.matches('[role=alert]')) tell(node)
        for (const node of addedNodes)
          if (node instanceof Element) for (const alert of node.querySelectorAll('[role=alert]')) tell(alert)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard)

test('where somebody arrives is told, also from one record to another and under the address of a list', async ({
  page,
}) => {
  needs('listAgents')
  const names = [unique('Arrived'), unique('Arrived')]
  for (const name of names) await haveAgent(page, name)
  await page.goto('/agents')
  await page.getByRole('link', { name: names[0] }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: names[0] })).toBeVisible()
  await listen(page)
  await page.keyboard.press('Control+k')
  await dialog(page)
    .getByRole('combobox')
    .fill(names[1] ?? '')
  await expect(dialog(page).getByRole('option', { name: names[1] }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: names[1] })).toBeVisible()
  await expect.poll(() => heard(page)).toContain(`${names[1]} · Switchboard`)
  await page.getByRole('link', { name: 'Place call' }).click()
  await expect.poll(() => heard(page)).toContain('Place call · Switchboard')
  expect(await heard(page)).not.toContain('Calls · Switchboard')
  await page.getByRole('link', { name: 'Calls', exact: true }).first().click()
  await expect.poll(() => heard(page)).toContain('Calls · Switchboard')
  // A filter is no other place.
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await expect.poll(() => heard(page)).toContain('Agents · Switchboard')
  await page.getByRole('searchbox').fill(names[0] ?? '')
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('link', { name: 'Calls', exact: true }).click()
  await expect.poll(async () => (await heard(page)).at(-1)).toBe('Calls · Switchboard')
  expect((await heard(page)).filter((words) => words === 'Agents · Switchboard')).toHaveLength(1)
})

test('the answer in a web chat is told, and once', async ({ page }) => {
  needs('sendMessage', 'listMessages')
  const { agentId } = await haveAgent(page, unique('Chat'), {
    agentType: 'TEXT',
    system: 'You answer questions about a shop. When somebody asks anything, say "We open at nine."',
  })
  await page.goto(`/threads/${await createChat(page, agentId)}`)
  const message = page.getByLabel('Message', { exact: true })
  await message.fill('When do you open?')
  await listen(page)
  await message.press('Control+Enter')
  const said = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(said).toHaveCount(2)
  await expect.poll(() => heard(page)).toContainEqual(expect.stringMatching(/^Agent: \S/))
  expect((await heard(page)).filter((words) => words.startsWith('Agent: '))).toHaveLength(1)
})

test('a plan over many files tells how it ended, not each step', async ({ page }) => {
  await addFiles(page, 8)
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await listen(page)
  await dialog(page).getByRole('button', { name: 'Delete 8 files' }).click()
  await expect(page.getByText('8 files were deleted')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(() => heard(page)).toContainEqual(expect.stringMatching(/8 files were deleted/))
  expect((await heard(page)).filter((words) => /steps done/.test(words)).length).toBeLessThan(2)
})

test('what was refused or skipped is told by its name, and several at once in one short message', async ({
  page,
}) => {
  const empty = (name: string) => ({ ...markdown(fileName(name)), buffer: Buffer.alloc(0) })
  const first = markdown(fileName('told'), `# ${unique('Told')}\n`)
  await haveFiles(page, [first])
  await page.goto(FILES)
  await listen(page)
  const one = empty('refused')
  await chooseFiles(page, [one])
  await expect(upload(page, one.name)).toContainText('The file is empty')
  await expect.poll(() => heard(page)).toContainEqual(expect.stringMatching(`^${one.name}: .*empty`))
  const copy = { ...first, name: fileName('copy') }
  await chooseFiles(page, [copy])
  await expect.poll(() => heard(page)).toContain(`${copy.name}: Already here, skipped.`)
  const many = [empty('a'), empty('b'), empty('c')]
  const before = (await heard(page)).length
  await chooseFiles(page, many)
  await expect.poll(() => heard(page)).toContain('3 failed')
  const since = (await heard(page)).slice(before).join(' ')
  for (const { name } of many) expect(since).not.toContain(name)
})

test('files to add are counted aloud, and ticks are not lost unasked', async ({ page }) => {
  const [one, two] = [fileName('ticked-a'), fileName('ticked-b')]
  await haveFiles(page, [markdown(one), markdown(two)])
  const id = await haveCollection(page, unique('Ticked'))
  await page.goto(`/knowledge/collections/${id}?add=true`)
  const picker = dialog(page, /^Add files to/)
  await expect(picker.getByRole('checkbox', { name: one })).toBeVisible()
  await listen(page)
  await picker.getByRole('searchbox').fill(one)
  await expect.poll(() => heard(page)).toContain('1 file shown')
  await picker.getByRole('checkbox', { name: one }).check()
  await expect.poll(() => heard(page)).toContain('1 file shown, 1 chosen')
  await page.keyboard.press('Escape')
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Stay here' }).click()
  await expect(picker.getByRole('checkbox', { name: one })).toBeChecked()
  await button(page, 'Add 1 file').click()
  await expect(picker).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
})

test('a call names what it lacks without saying so at each key', async ({ page }) => {
  const variables = ['customer', 'order'].map((name) => ({ name, required: true }))
  const { agentId } = await haveAgent(page, unique('Lacks'), { variables })
  await page.goto(`/agents/${agentId}`)
  await listen(page)
  await page.getByRole('link', { name: 'Place call', exact: true }).click()
  await page.getByRole('textbox', { name: 'customer' }).fill('Ada')
  await expect(page.getByText('Required, without a value: order')).toBeVisible()
  expect((await heard(page)).filter((words) => words.startsWith('Required'))).toEqual([])
})
