import type { Page } from 'playwright/test'
import { haveAgent, sideScroll } from './agent-steps'
import { markdown } from './documents'
import { button, FILES, fileName, haveFiles, row } from './knowledge-steps'
import { addScenario, labIdOf } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'

/** Notes every movement that a style begins. */
const watchMovements = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenMovements: seen })
    for (const kind of ['animationstart', 'transitionrun'])
      document.addEventListener(kind, ({ target }) => seen.push(`${kind} ${(target as Element).localName}`))
  })

test('with reduced motion nothing moves: a panel, a dialog, a message and a wait', async ({ page }) => {
  const name = fileName('still')
  await haveFiles(page, [markdown(name)])
  await watchMovements(page)
  const seen = () =>
    page.evaluate(() => (window as unknown as { seenMovements: string[] }).seenMovements.splice(0))
  const movements = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion })
    await page.goto(FILES)
    await row(page, name).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    const ofFiles = await seen()
    await page.goto('/knowledge/collections')
    await button(page, 'New collection').first().click()
    await page.getByRole('dialog').getByLabel('Name').fill(fileName('Quiet', ''))
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    return [...ofFiles, ...(await seen())]
  }
  expect(await movements('reduce')).toEqual([])
  expect(await movements('no-preference')).not.toEqual([])
})

// That each screen keeps its width is seen in stillness.e2e.ts at this one, too.
test('at 200 % zoom the actions of screens and forms are in reach', async ({ page }) => {
  // A window of 1280 by 860 pixels has half as many at 200 %.
  await page.setViewportSize({ width: 640, height: 430 })
  for (const [path, action] of [
    ['/agents/new', 'Create agent'],
    [FILES, 'Upload files'],
    ['/calls?place=true', 'Place call'],
    ['/threads/new', 'Show request'],
    ['/settings', 'Show activity'],
  ] as const) {
    await page.goto(path)
    const control = page.getByRole('main').getByRole('button', { name: action })
    const reached = control.or(page.getByRole('main').getByRole('link', { name: action })).first()
    await reached.scrollIntoViewIfNeeded()
    await expect(reached, path).toBeInViewport({ ratio: 1 })
    expect(await sideScroll(page), path).toBe(0)
  }
})

test('the button of every form is in sight when the form opens, and so is a field that gets the focus (D703)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  for (const [path, action, field] of [
    ['/calls?place=true', 'Place call', 'Metadata'],
    ['/calls/batch/new', 'Continue', 'Call until'],
    ['/threads/new', 'Start SMS thread', 'Lead id'],
    ['/testing-lab/generate', 'Generate scenarios', 'Extra instructions'],
    ['/testing-lab/run', 'Run scenarios', 'Outbound phone number'],
  ] as const) {
    await page.goto(path)
    const submit = page.getByRole('main').getByRole('button', { name: action, exact: true })
    await expect(submit, path).toBeInViewport({ ratio: 1 })
    const control = page.getByLabel(field, { exact: true })
    await control.focus()
    const [below, bar] = [await control.boundingBox(), await submit.boundingBox()]
    expect((below?.y ?? 0) + (below?.height ?? 0), `${field} above ${action}`).toBeLessThan(bar?.y ?? 0)
  }
})

test('in a side panel and in a dialog that is higher than the window the focus is in sight, too (D703)', async ({
  page,
  stack,
}) => {
  needs('createScenario', 'listScenarios')
  const { agentId, versionId } = await haveAgent(page, unique('Seen'), { deployed: false })
  const scenario = await addScenario(page, await labIdOf(page, stack, agentId), unique('Seen'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/testing-lab?scenario="${scenario}"`)
  const panel = page.getByRole('dialog')
  const bar = panel.getByRole('button', { name: 'Save', exact: true })
  const note = panel.getByLabel('Note')
  await expect(note).toBeVisible()
  for (const height of [844, 640, 560, 480]) {
    await page.setViewportSize({ width: 390, height })
    await panel.getByRole('button', { name: 'Close' }).focus()
    await note.focus()
    const [below, save] = [await note.boundingBox(), await bar.boundingBox()]
    expect((below?.y ?? 0) + (below?.height ?? 0), `${height} px`).toBeLessThan(save?.y ?? 0)
  }
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto(`/agents/${agentId}?deploy=${versionId}`)
  const version = panel.getByLabel('Version', { exact: true })
  await expect(version).toBeFocused()
  await panel.getByLabel('Reason').focus()
  await version.focus()
  // Round the trap.
  await page.keyboard.press('Shift+Tab')
  const close = panel.getByRole('button', { name: 'Close', exact: true })
  await expect(close).toBeFocused()
  await expect(close).toBeInViewport({ ratio: 1 })
})
