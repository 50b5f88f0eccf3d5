import type { Locator, Page } from 'playwright/test'
import { haveAgent, openDetails, sideScroll } from './agent-steps'
import { markdown, pdf, protectedPdf } from './documents'
import { FILES, fileName, haveCollection, haveFiles, openCollection, row } from './knowledge-steps'
import { addScenario, labIdOf } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { makeAgent } from './version-steps'

/** How far what scrolls in the page can be scrolled to the side, at most. */
const scrollsInside = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('main :has(> table)')].map(
        (each) => each.scrollWidth - each.clientWidth,
      ),
    ),
  )

const heightOf = async (page: Page, name: string) =>
  (await page.getByRole('navigation', { name }).boundingBox())?.height ?? 0

test('on the smallest phones an empty record fits, the rows of the Testing lab begin in the upper part (on a wide screen below one row), and tabs and the parts of a form stay on one line, with a sign of those out of sight', async ({
  page,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/activity')
    await expect(page.getByText('Nothing was sent yet')).toBeVisible()
    expect(await scrollsInside(page)).toBe(0)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, name] of [
    ['/testing-lab', 'Scenarios'],
    ['/testing-lab?tab=runs', 'Runs'],
  ] as const) {
    await page.goto(path)
    const head = await page.getByRole('table', { name }).getByRole('row').first().boundingBox()
    expect((head?.y ?? 0) + (head?.height ?? 0), name).toBeLessThanOrEqual(300)
  }
  // In a wide window all that narrows the list stands in one row.
  await page.setViewportSize({ width: 1280, height: 844 })
  for (const [path, name] of [
    ['/testing-lab', 'Search scenarios'],
    ['/testing-lab?tab=runs', 'Search runs'],
  ] as const) {
    await page.goto(path)
    const search = await page.getByRole('searchbox', { name }).boundingBox()
    const agent = await page.getByRole('combobox', { name: 'Agent' }).boundingBox()
    expect(agent?.y, name).toBe(search?.y)
    expect((agent?.x ?? 0) + (agent?.width ?? 0), name).toBeLessThan(search?.x ?? 0)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/agents/new')
  await expect(page.getByRole('navigation', { name: 'Parts of the form' })).toBeVisible()
  // And on a wide one, where it goes on above what stands beside the form (D1016).
  for (const width of [390, 660, 880, 1280, 1920]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await heightOf(page, 'Parts of the form'), `${width}`).toBeLessThan(56)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const { agentId } = await haveAgent(page, unique('Desk'))
  await page.goto(`/agents/${agentId}`)
  const tabs = page.getByRole('navigation', { name: 'Parts of the agent' })
  await expect(tabs).toBeVisible()
  // Painted at the edge where more is out of sight, as a background that stays while the tabs move.
  expect(await tabs.evaluate((bar) => getComputedStyle(bar).backgroundImage)).toContain('gradient')
  expect(await sideScroll(page)).toBe(0)
})

test('a long name has the line of a page to itself, and is cut after some lines; a narrow list names its first column and is sorted there, and one higher than its window has room below', async ({
  page,
}) => {
  const name = unique(`${'Documents about returns and refunds of the shop '.repeat(8).slice(0, 180)}`)
  await haveCollection(page, name)
  await page.setViewportSize({ width: 640, height: 400 })
  await openCollection(page, name)
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.width).toBeGreaterThan(500)
  expect(title?.height).toBeLessThan(130)

  const [first, last] = [unique('Aaa narrow'), unique('Zzz narrow')]
  await haveCollection(page, first)
  await haveCollection(page, last)
  await page.setViewportSize({ width: 390, height: 420 })
  await page.goto('/knowledge/collections')
  const table = page.getByRole('table', { name: 'Collections' })
  const header = table.getByRole('columnheader').first()
  await expect(header.getByText('Name', { exact: true })).toBeVisible()
  // Two arrows would say that they are sorted, and both ways.
  await expect(header.locator('svg')).toHaveCount(1)
  const names = table.getByRole('button', { name: / narrow/ })
  await header.getByLabel('Sort by').selectOption('Name, descending')
  await expect(names.first()).toHaveText(last)
  await header.getByLabel('Sort by').selectOption('Name, ascending')
  await expect(names.first()).toHaveText(first)
  const below = await table.evaluate((element) => {
    const box = element.parentElement?.parentElement?.getBoundingClientRect()
    return document.documentElement.scrollHeight - scrollY - (box?.bottom ?? 0)
  })
  expect(below).toBeGreaterThanOrEqual(16)

  // Buttons that need a second line fill it, and a search with nothing beside it has its line.
  await page.goto('/knowledge/files')
  const edgesOf = async (part: Locator) => {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {}
    return [x, x + width]
  }
  expect(await edgesOf(page.getByRole('button', { name: 'Upload files' }).first())).toEqual([16, 374])
  await page.goto('/tools')
  expect(await edgesOf(page.getByRole('searchbox', { name: 'Search tools' }))).toEqual([16, 374])
})

test('between a phone and a desk a scenario is named in full, and what is expected stands below', async ({
  page,
  stack,
}) => {
  needs('listAgents', 'listScenarios')
  const { id } = await makeAgent(page, { name: unique('Desk') })
  const name = unique('How long a return is possible')
  await addScenario(page, await labIdOf(page, stack, id), name)
  const shown = page.getByRole('table', { name: 'Scenarios' }).getByRole('button', { name })
  for (const width of [680, 720]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/testing-lab?q=${encodeURIComponent(name)}`)
    await expect(shown).toBeVisible()
    await expect(page.getByRole('row', { name })).toContainText('parcels')
    expect(await shown.evaluate((each) => each.scrollWidth - each.clientWidth), `${width}`).toBe(0)
  }
})

test('what an agent is for can be read in full on a phone', async ({ page }) => {
  needs('listAgents')
  const description = unique('Calls back customers who asked about a return, a refund or an exchange')
  const { id } = await makeAgent(page, { name: unique('Desk'), description })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/agents/${id}`)
  await openDetails(page)
  const shown = page.getByRole('definition').filter({ hasText: description })
  await expect(shown).toBeInViewport({ ratio: 1 })
  expect(await shown.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0)
})

test('a thread says on a phone what was said last, beside its channel', async ({ page }) => {
  needs('listThreads')
  const { versionId } = await haveAgent(page, unique('Writer'), { agentType: 'TEXT' })
  const initialMessage = unique('Your bicycle is ready and waits for you at the workshop')
  const data = { agentVersionId: versionId, toPhoneNumber: '+15005550110', initialMessage }
  expect((await page.request.post('/api/v1/threads', { data })).ok()).toBe(true)
  const shown = page
    .getByRole('table', { name: 'Threads' })
    .getByText(initialMessage)
    .filter({ visible: true })
  const roomOf = () =>
    shown.evaluate((said) => {
      const line = said.closest('.truncate')?.getBoundingClientRect()
      return (line?.right ?? 0) - said.getBoundingClientRect().left
    })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/threads')
  await expect(shown).toHaveCount(1)
  expect(await roomOf()).toBeGreaterThan(180)
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(shown).toHaveCount(1)
})

test('why a file failed can be read in its row on a phone', async ({ page }) => {
  const [locked, good] = [protectedPdf(fileName('locked', '.pdf')), markdown(fileName('open'))]
  const scan = pdf(fileName('scan', '.pdf'), [])
  await haveFiles(page, [locked, good, scan])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(FILES)
  const reason = row(page, locked.name).getByText('protected by a password')
  await expect(reason).toBeInViewport()
  // The parts that cut it off, if they do.
  const cut = await reason.evaluate((said) => {
    const parts = [said, said.parentElement, said.parentElement?.parentElement]
    return parts.filter((part) => part && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .length
  })
  expect(cut).toBe(0)
  const [failed, next] = [
    await row(page, locked.name).boundingBox(),
    await row(page, good.name).boundingBox(),
  ]
  const words = await reason.boundingBox()
  expect(words?.height).toBeLessThan(45)
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual((failed?.y ?? 0) + (failed?.height ?? 0))
  expect(next?.height).toBeLessThan(failed?.height ?? 0)
  const long = row(page, scan.name).getByText('Run text recognition')
  await expect(long).toBeInViewport()
  const below = await long.evaluate(({ parentElement }) =>
    parentElement ? parentElement.scrollHeight - parentElement.clientHeight : Infinity,
  )
  expect(below).toBeLessThanOrEqual(1)
})
