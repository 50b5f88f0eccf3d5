import type { Locator, Page } from 'playwright/test'
import { pdf } from './documents'
import { tabAndPress, tabTo } from './keyboard'
import { fileName, row } from './knowledge-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).first()

/** Goes to a screen by its two keys. */
async function goBy(page: Page, letter: string, name: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the main job by keyboard alone: documents, collection, agent, conversation, deployment, test run, call', async ({
  page,
  stack,
}) => {
  // The longest of all journeys.
  test.slow()
  needs('listAgents', 'tryVersion', 'readRun')
  const file = fileName('terms', '.pdf')
  const collection = unique('Terms')
  const agent = unique('Keyboard desk')
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  await page.goto(await stack.local())
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await goBy(page, 'f', 'Files')
  const chooser = page.waitForEvent('filechooser')
  await tabAndPress(page, button(page, 'Upload files'))
  await (await chooser).setFiles([pdf(file)])
  await expect(row(page, file)).toContainText('INGESTED')

  await goBy(page, 'c', 'Collections')
  await tabAndPress(page, button(page, 'New collection'))
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await keyboard.type(collection)
  await tabTo(page, dialog.getByLabel('Description'))
  await keyboard.type('What customers ask about refunds')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: collection })).toBeVisible()
  await tabAndPress(page, button(page, 'Add files'))
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await keyboard.type(file)
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await tabAndPress(page, dialog.getByRole('checkbox', { name: file }), 'Space')
  await tabAndPress(page, button(dialog, 'Add 1 file'))
  await expect(row(page, file)).toBeVisible()

  await goBy(page, 'a', 'Agents')
  await tabAndPress(page, page.getByRole('link', { name: 'New agent' }).first())
  await tabAndPress(page, button(page, 'Inbound reception'))
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).not.toHaveValue('')
  await tabAndPress(page, name, 'Control+a')
  await keyboard.type(agent)
  await tabAndPress(page, page.getByLabel('Use knowledge base'), 'Space')
  await tabTo(page, page.getByRole('combobox', { name: 'Collections' }))
  await keyboard.type(collection)
  await keyboard.press('Enter')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: agent })).toBeVisible()

  await tabAndPress(page, button(page, 'Try version'))
  const asked = dialog.getByLabel('Message as the customer')
  await expect(asked).toBeFocused()
  await keyboard.type('Within how many days are refunds paid?')
  await keyboard.press('Enter')
  await expect(dialog.getByRole('article', { name: /^Answer of / }).last()).toContainText('14 days')
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Try version')).toBeFocused()

  await tabAndPress(page, button(page, 'Deploy version'))
  await tabTo(page, dialog.getByLabel('Reason'))
  await keyboard.type('Its answers were read')
  await keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Deployed', { exact: true })).toBeVisible()
  // Focus is back where the dialog was opened.
  await expect(button(page, 'Deploy version')).toBeFocused()

  const parts = page.getByRole('navigation', { name: 'Parts of the agent' })
  await tabAndPress(page, parts.getByRole('link', { name: 'Tests' }))
  await tabAndPress(page, page.getByRole('link', { name: 'Generate scenarios' }).first())
  const count = page.getByLabel('Number of scenarios')
  await tabAndPress(page, count, 'Control+a')
  await keyboard.type('1')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: '1 scenario came back' })).toBeFocused()
  await tabAndPress(page, page.getByRole('link', { name: 'Run these' }))
  await tabAndPress(page, button(page, 'Run scenarios'))
  await tabAndPress(page, button(dialog, 'Run now'))
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('1 passed')

  await goBy(page, 'a', 'Agents')
  await keyboard.press('/')
  await keyboard.type(agent)
  await expect(row(page, agent, 'Agents')).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: agent })).toBeVisible()
  await tabAndPress(page, page.getByRole('link', { name: 'Place call' }))
  // The page that is left has something of this name, too.
  await expect(page.getByLabel('To phone number')).toBeVisible()
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await tabTo(page, page.getByLabel('Outbound phone number id'))
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Outbound phone number id')).toHaveValue('number-main')
  await tabTo(page, page.getByLabel('To phone number'))
  await keyboard.type('+15005550142')
  await keyboard.press('Control+Enter')
  await tabAndPress(page, button(dialog, 'Place call now'))
  // The template needs a value that was not typed: the focus is where it belongs.
  await expect(page.getByLabel('company_name', { exact: true })).toBeFocused()
  await keyboard.type('Northwind')
  await keyboard.press('Control+Enter')
  await tabAndPress(page, button(dialog, 'Place call now'))
  await expect(page.getByRole('region', { name: 'The call was accepted' })).toBeFocused()

  // The list stands under the same address as the form.
  await goBy(page, 'l', 'Calls')
  await keyboard.press('/')
  await keyboard.type(agent)
  // The one before it was refused.
  await expect(row(page, agent, 'Calls').first()).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(dialog.getByRole('region', { name: 'Transcript' })).toContainText('Goodbye')
  await keyboard.press('Escape')
  await expect(row(page, agent, 'Calls').first()).toBeFocused()
})
