import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { haveAgent, sideScroll } from './agent-steps'
import { expect, test, unique } from './screen'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Find' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** The option that Enter takes, as screen readers announce it. */
const active = (page: Page) =>
  field(page).evaluate(
    (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent,
  )

test('the palette goes, creates, chooses the theme and gives focus back, by keyboard alone', async ({
  page,
}) => {
  await page.goto('/agents')
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' })
  await link.focus()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(link).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('collections')
  await expect.poll(() => active(page)).toContain('Collections')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/knowledge/collections')
  await expect(palette(page)).toHaveCount(0)

  await openPalette(page)
  await page.keyboard.type('new coll')
  await expect.poll(() => active(page)).toContain('New collection')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New collection' }).getByLabel('Name')).toBeFocused()
  // A dialog must be answered first.
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openPalette(page)
  await page.keyboard.type('theme')
  await expect(option(page, /^Light theme/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, /^Dark theme/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openPalette(page)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.type('nosuchthinganywhere')
  await expect(page.getByRole('option')).toHaveText(['Ask your documents: nosuchthinganywhere'])
  // With Caps Lock the key is a capital.
  await page.keyboard.press('Control+K')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('Control+K')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)

  // All keys are shown.
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toBeVisible()
  await expect(keys.getByRole('region', { name: 'Go to a screen' })).toContainText('Settingsg then s')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
})

test('stored things are found by name and by a pasted id; another id is offered where it can be used', async ({
  page,
}) => {
  const name = unique('Night desk')
  const { agentId } = await haveAgent(page, name, { deployed: false })
  const collection = unique('Opening hours')
  await page.goto('/knowledge/collections?new=true')
  await page.getByRole('dialog').getByLabel('Name').fill(collection)
  await page.getByRole('dialog').getByLabel('Description').fill('When we can be reached')
  await page.getByRole('dialog').getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name: collection })).toBeVisible()

  await page.goto('/calls')
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await openPalette(page)
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(
    collection,
  )
  await page.keyboard.type(name)
  await expect(page.getByRole('group', { name: 'Agents' }).getByRole('option')).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/calls')
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.insertText(agentId)
  // Until the stored agents are read, it may be the id of anything.
  await expect(page.getByRole('group', { name: 'This id' }).getByRole('option')).toHaveText([
    new RegExp(name),
  ])
  await field(page).fill('an-id-from-4-elsewhere')
  await expect(option(page, 'Open as agent')).toBeVisible()
  await field(page).fill('15005550142')
  await expect(page.getByRole('option')).toHaveText(['Ask your documents: 15005550142'])
  await field(page).fill('an-id-from-4-elsewhere')
  await option(page, 'Place a call with this version').click()
  await expect(page.getByLabel('Version id')).toHaveValue('an-id-from-4-elsewhere')

  // Only Ctrl and K work while typing; leaving still asks.
  await page.getByLabel('First name').fill('Ada')
  await page.keyboard.type('?gk')
  await expect(page.getByLabel('First name')).toHaveValue('Ada?gk')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('First name')).toBeFocused()
})

/** Chooses by its name what the palette offers. */
async function take(page: Page, name: string, text = name): Promise<void> {
  await openPalette(page)
  await page.keyboard.insertText(text)
  await option(page, name).first().click()
  await expect(palette(page)).toHaveCount(0)
}

test('it begins another form where one was sent, and where one stands for something else', async ({
  page,
  stack,
}) => {
  const { origin } = await stack.startConsole()
  const texter = await haveAgent(page, unique('Texter'), { agentType: 'TEXT' }, origin)
  await haveAgent(page, unique('Caller'), {}, origin)
  await page.goto(`${origin}/threads/new`)
  const version = page.getByLabel('Agent version id')
  await expect(version).toHaveValue(texter.versionId)
  await page.getByLabel('To phone number').fill('+15005550142')
  await page.getByLabel('From phone number id').fill('number-main')
  await expect(page.getByLabel('From phone number', { exact: true })).not.toHaveValue('')
  await page.getByLabel('Initial message').fill('Hello')
  const send = async () => {
    await page.getByRole('button', { name: 'Start SMS thread' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByRole('region', { name: 'The SMS thread was started' })).toBeFocused()
  }
  await send()
  // A question to the documents is beside what stands there.
  await take(page, 'Ask your documents: opening hours', 'opening hours')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'The SMS thread was started' })).toBeVisible()
  await take(page, 'New thread')
  await expect(page.getByRole('heading', { level: 1, name: 'New thread' })).toBeVisible()
  await expect(version).toHaveValue(texter.versionId)
  // Its address says what is sent.
  await page.getByLabel('To phone number').fill('+15005550143')
  await take(page, 'Start a thread with this version', 'an-id-from-4-elsewhere')
  await expect(version).toHaveValue('an-id-from-4-elsewhere')
  await expect(page.getByLabel('To phone number')).toHaveValue('')
  await page.goBack()
  await expect(version).toHaveValue(texter.versionId)
  await expect(page.getByLabel('To phone number')).toHaveValue('+15005550143')

  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(`${origin}/calls?place=true`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('To phone number').fill('+15005550142')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  await expect(page.getByRole('region', { name: 'The call was accepted' })).toBeFocused()
  await take(page, 'Place call')
  await expect(page.getByRole('heading', { level: 1, name: 'Place call' })).toBeVisible()
})

test('Enter takes what matches what was typed, however slowly the matches come', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await openPalette(page)
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  // Typed at once, as a fast typist does.
  await Promise.all([...'all keys', 'Enter'].map((key) => page.keyboard.press(key === ' ' ? 'Space' : key)))
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})

test('on a phone a button in the header opens the palette', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(field(page)).toBeFocused()
  expect(await sideScroll(page)).toBe(0)
  const box = await palette(page).boundingBox()
  expect(box?.width).toBeLessThanOrEqual(390)
  await field(page).fill('threads')
  await option(page, /^Threads/).click()
  await expect(page).toHaveURL('/threads')
  await expect(palette(page)).toHaveCount(0)
})

test('files and collections that cannot be read are reported, and the rest is found', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  await page.goto(`${origin}/agents`)
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await line.down()
  await openPalette(page)
  await page.keyboard.type('threads')
  await expect(page.getByText('The files and collections could not be read')).toBeVisible()
  await expect(option(page, /^Threads/)).toBeVisible()
})

test('what is typed before the palette is there is not lost, and Esc gives up', async ({ page }) => {
  await page.goto('/agents')
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' })
  await link.focus()
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  const answersAfter = (latency: number) =>
    line.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited })

  // It is asked for, and comes late.
  await answersAfter(1_000)
  const asked = page.waitForResponse(/\/assets\/\w+\.js$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('a')
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  await asked

  await answersAfter(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await link.focus()
  await answersAfter(1_000)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('all kexx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ys')
  await expect(field(page)).toHaveValue('all keys')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(link).toBeFocused()

  await answersAfter(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await answersAfter(1_000)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('all keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})
