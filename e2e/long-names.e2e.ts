import type { Locator, Page } from 'playwright/test'
import { haveAgent, sideScroll } from './agent-steps'
import { markdown } from './documents'
import { button, dialog, haveCollection, haveFiles, openCollection } from './knowledge-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'

/** The parts of open dialogs that the window cuts off at a side, by their names. */
const outside = (page: Page): Promise<readonly string[]> =>
  page.getByRole('dialog').evaluateAll((boxes) =>
    boxes
      .flatMap((box) => [box, ...box.querySelectorAll('button, input, h2')])
      .flatMap((part) => {
        const { left, right } = part.getBoundingClientRect()
        const name = part.getAttribute('aria-label') || part.textContent || part.tagName
        return left < 0 || right > innerWidth ? [`${name.slice(0, 40)}: ${left} to ${right}`] : []
      }),
  )

test('a dialog stays on the screen whatever long words and names are in it', async ({ page }) => {
  needs('listAgents')
  const long = `Terms_and_conditions_of_the_extended_warranty_${unique('2025').replace(' ', '_')}_final`
  await haveFiles(page, [markdown(`${long}.md`)])
  const collection = unique('Warranty')
  await haveCollection(page, collection)
  const agent = `${unique('Desk')} ${long.repeat(3)}`.slice(0, 200)
  const { agentId } = await haveAgent(page, agent, { deployed: false })
  const widths = async () => {
    for (const width of [390, 640, 720, 800]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await outside(page), `${width}`).toEqual([])
    }
  }

  await openCollection(page, collection)
  await button(page, 'Add files').first().click()
  await expect(dialog(page).getByRole('checkbox', { name: long })).toBeVisible()
  await widths()
  await page.goto('/tools?new=true')
  await dialog(page)
    .getByLabel('URL')
    .fill(`https://example.com/${long.repeat(4)}`)
  await button(page, 'Show request').click()
  await expect(button(page, 'Copy as cURL')).toBeVisible()
  await widths()
  await page.goto(`/agents/${agentId}`)
  await button(page, 'Deploy version').click()
  await expect(dialog(page).getByLabel('Reason')).toBeVisible()
  await widths()
  // Its title is cut where it would take the room of the form, and whole on hover.
  await page.setViewportSize({ width: 390, height: 844 })
  const title = dialog(page).getByRole('heading', { name: 'Deploy version 1' })
  const lines = () =>
    title.evaluate((each) => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight))
  await page.mouse.move(0, 0)
  expect(await lines()).toBeLessThan(3.5)
  await title.hover()
  expect(await lines()).toBeGreaterThan(4)
  await expect(dialog(page)).toHaveAccessibleName(`Deploy version 1 of ${agent}?`)
})

/** Whether the beginning of the words is in sight in what cuts them. */
const beginsInSight = (words: Locator): Promise<boolean> =>
  words.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element.lastChild as Text, 0)
    range.setEnd(element.lastChild as Text, 3)
    const first = range.getBoundingClientRect()
    let cutting: Element | null = element
    while (cutting && getComputedStyle(cutting).overflow === 'visible') cutting = cutting.parentElement
    const box = cutting?.getBoundingClientRect()
    return first.left >= (box?.left ?? 0) && first.right <= (box?.right ?? 0)
  })

test('a name from right to left keeps its beginning where it is cut, and what a list of the overview cuts is shown on hover', async ({
  page,
}) => {
  needs('listAgents', 'listCalls')
  const name = `שירות לקוחות ${unique('789')} ${'להזמנות של החנות '.repeat(9)}`.trim()
  const { agentId, versionId } = await haveAgent(page, name)
  const call = { versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15005550112' }
  expect((await page.request.post(`/api/v1/agent/${agentId}/dispatch`, { data: call })).ok()).toBe(true)

  await page.goto('/agents')
  const agents = page.getByRole('table', { name: 'Agents' })
  const shown = agents.getByRole('link', { name })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(shown).toBeVisible()
    await expect.poll(() => beginsInSight(shown), String(width)).toBe(true)
  }
  await page.goto('/calls')
  const second = page.getByRole('table', { name: 'Calls' }).getByText(name)
  await expect(second).toBeVisible()
  expect(await beginsInSight(second)).toBe(true)

  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    const line = page.getByRole('region', { name: 'Recent calls' }).getByText(name)
    await line.hover()
    await expect(line.locator('..')).toHaveAttribute('title', new RegExp(name))
    expect(await beginsInSight(line)).toBe(true)
    expect(await sideScroll(page)).toBe(0)
  }
})
