import type { Page } from 'playwright/test'
import { findingsAtBothWidths, findingsInBothThemes, mainActions, seriousFindings } from './accessibility'
import { haveAgent, sideScroll } from './agent-steps'
import { markdown, protectedPdf } from './documents'
import { frontOf } from './front'
import { inPage } from './in-page'
import { haveCollection, haveFiles } from './knowledge-steps'
import { addForeignAgent } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

/** Notes every layout shift from now on; resolves with the function that says how far things moved in all. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { moved: number[] }).moved.reduce((sum, each) => sum + each, 0))
}

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })

test('a new installation shows the first steps, which tick themselves and lead on, and its empty lists what is done without rows', async ({
  page,
  stack,
}) => {
  const origin = await stack.untouched()
  await page.goto(origin)
  await expect(steps(page)).toContainText('0 of 5 done')
  await expect(steps(page)).toContainText('npm run sample')
  await expect(steps(page).getByRole('link', { name: /Open agent|Place call/ })).toHaveCount(0)
  await expect(attention(page)).toHaveCount(0)
  expect(await findingsInBothThemes(page)).toEqual([])

  await steps(page).getByRole('link', { name: 'Upload files' }).click()
  await expect(page).toHaveURL(/\/knowledge\/files$/)

  // A screen with nothing on it is a screen, too, and the first that people see. That it is empty is said by one part everywhere; what else
  // stands there is judged in both themes and at both widths with rows, except on these.
  const others = ['/knowledge/files', '/testing-lab/runs/1', '/activity/audit']
  const open = inPage(page)
  for (const [path, words] of [
    ['/knowledge/files', 'No files yet'],
    ['/knowledge/collections', 'No collections yet'],
    ['/agents', 'No agents yet'],
    ['/calls?totals=true', 'The list shows no call to count.'],
    ['/threads', 'No threads yet'],
    ['/testing-lab', 'No scenarios yet'],
    ['/testing-lab?tab=runs', 'No runs yet'],
    ['/testing-lab/runs/1', /There is no run|does not know this run/],
    ['/activity', 'Nothing was sent yet'],
    ['/activity/audit', 'This console has no audit log'],
    ['/settings', 'Nothing is stored for this service yet.'],
    // Forms that need an agent lead to the first one.
    ...['/calls?place=true', '/threads/new', '/testing-lab/generate', '/testing-lab/run'].map(
      (path) => [path, 'No agents yet. Begin with New agent.'] as const,
    ),
    ['/knowledge/restructure/new', 'No files yet. Upload some first.'],
  ] as const) {
    await open(path)
    await expect(page.getByText(words).first()).toBeVisible()
    // What is above a list stands still, whatever the list turns out to hold (D976).
    if (/^No \w+ yet$/.test(String(words)))
      await expect(page.getByRole('searchbox', { name: /^Search / })).toBeVisible()
    // Where there is no plot, the list has its room, too.
    if (path === '/testing-lab?tab=runs') {
      await page.setViewportSize({ width: 1280, height: 1080 })
      const below = () =>
        page.getByRole('table', { name: 'Runs' }).evaluate((table) => {
          const { bottom = 0 } = table.parentElement?.parentElement?.getBoundingClientRect() ?? {}
          return innerHeight - bottom
        })
      await expect.poll(below).toBeLessThan(32)
    }
    expect((await mainActions(page)).slice(1), path).toEqual([])
    const findings = others.includes(path) ? findingsAtBothWidths : seriousFindings
    expect(await findings(page), path).toEqual([])
  }
  await open('/agents')
  await page.getByRole('button', { name: 'Export or import' }).click()
  await expect(page.getByRole('dialog', { name: 'Export or import agents' })).toBeVisible()
  await open('/testing-lab')
  await page.getByRole('button', { name: 'Write a scenario' }).click()
  await expect(page.getByRole('dialog', { name: 'Write a scenario' })).toBeVisible()
})

test.describe('a workspace with little in it', () => {
  test.use({ baseURL: async ({ stack }, use) => use((await stack.startConsole()).origin) })

  test('what is there ticks its step, and what went wrong stands above all with the way to it', async ({
    page,
  }) => {
    needs('listAgents')
    const moved = await watchShifts(page)
    await haveFiles(page, [
      markdown('hours.md', '# Hours\n\nThe shop opens at nine.\n'),
      protectedPdf('locked.pdf'),
    ])
    await haveCollection(page, 'Hours', ['hours.md'])
    await page.goto('/')
    await steps(page).getByRole('link', { name: 'New agent' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Hours answers')
    await expect(page.getByLabel('Use knowledge base')).toBeChecked()
    await expect(page.getByRole('button', { name: 'Remove Hours' })).toBeVisible()
    const { agentId } = await haveAgent(page, 'Hours desk')
    await page.goto('/')
    for (const step of ['Upload files', 'Group them in a collection', 'Create an agent', 'Deploy a version'])
      await expect(steps(page).getByRole('listitem').filter({ hasText: step })).toContainText(', done')
    await expect(steps(page)).toContainText('4 of 5 done')
    expect(await moved()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('searchbox', { name: 'Ask your documents' }).fill('When does the shop open?')
    await page.keyboard.press('Enter')
    const answers = page.getByRole('dialog', { name: 'Ask your documents' })
    await expect(answers.getByRole('listitem').filter({ hasText: 'hours.md' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(answers).toHaveCount(0)

    await steps(page).getByRole('button', { name: 'Hide' }).click()
    await page.getByRole('button', { name: 'Undo: First steps are hidden' }).click()
    await expect(steps(page)).toContainText('4 of 5 done')
    await steps(page).getByRole('button', { name: 'Hide' }).click()
    await expect(steps(page)).toHaveCount(0)
    await page.reload()
    await expect(attention(page)).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
    await page.evaluate(() => localStorage.removeItem('switchboard.first-steps'))

    const untested = attention(page)
      .getByRole('listitem')
      .filter({ hasText: 'Hours desk is live without a test' })
    await untested.getByRole('link', { name: /^Run scenarios/ }).click()
    await expect(page).toHaveURL(new RegExp(`/testing-lab/run\\?agent=${agentId}`))
    await page.goBack()

    await page.request.post(`/api/v1/agent/${agentId}/dispatch`, {
      data: {
        versionId: await deployedOf(page, agentId),
        toPhoneNumber: '+15005550112',
        outboundPhoneNumberId: 'number-main',
      },
    })
    await page.reload()
    await expect(attention(page)).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Recent calls' })).toContainText('+15005550112')
    for (const width of [390, 900, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await sideScroll(page), String(width)).toBe(0)
    }

    const failed = attention(page).getByRole('listitem').filter({ hasText: 'locked.pdf' })
    await failed.getByRole('link').click()
    await expect(page.getByRole('dialog')).toContainText('locked.pdf')
  })
})

async function deployedOf(page: Page, agentId: string): Promise<string> {
  const { agents } = await (await page.request.get('/api/v1/agents?limit=100')).json()
  return agents.find(({ id }: { id: string }) => id === agentId).deployedVersionId
}

test('what was begun for an agent needs attention and is taken up again, and a form that was only looked at does not', async ({
  page,
}) => {
  const name = unique('Begun')
  const { agentId } = await haveAgent(page, name)
  const forms = [
    ['/calls/batch/new?agent=', 'Outbound phone number id', 'calls from a file are not started'],
    ['/calls?place=true&agent=', 'To phone number', 'a call is not placed'],
    ['/testing-lab/generate?agent=', 'Extra instructions', 'new scenarios are not generated'],
    ['/threads/new?agent=', 'To phone number', 'an SMS thread is not started'],
    ['/threads/new?channel=email&agent=', 'Subject', 'an e-mail thread is not started'],
  ] as const
  const entry = (words: string) => page.getByRole('link', { name: `Continue: ${name}: ${words}` })
  for (const [path, label] of forms) {
    await page.goto(path + agentId, { waitUntil: 'networkidle' })
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  }
  await page.goto(`/testing-lab/run?agent=${agentId}`, { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Which scenarios')).toBeVisible()
  await page.goto('/')
  await expect(attention(page)).toBeVisible()
  await expect(attention(page).getByRole('link', { name: `Continue: ${name}` })).toHaveCount(0)
  for (const [path, label] of forms) {
    await page.goto(path + agentId)
    await page.getByLabel(label, { exact: true }).fill('number-main')
  }
  for (const [, label, words] of forms) {
    await page.goto('/')
    await entry(words).click()
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('number-main')
  }
})

test('figures count every run and no doubt, and say which list could not be read', async ({
  page,
  stack,
}) => {
  const json = (body: unknown, status = 200) => ({
    status,
    type: 'application/json',
    body: JSON.stringify(body),
  })
  const run = (id: number) => ({ id, status: 'completed', counts: { total: 1, passed: 1 } })
  const lists: Record<string, unknown> = {
    'agent-calls': { agentCalls: [{ id: 'call-1', status: 'COMPLETED', toPhoneNumber: '+15005550111' }] },
    'testing-lab/runs': { runs: Array.from({ length: 20 }, (_, at) => run(at + 1)) },
    dispatch: undefined,
  }
  let isBusy = false
  const service = await stack.sharedService()
  const front = await frontOf(service.origin, ({ path }) => {
    if (path.endsWith('/knowledge-base/files'))
      return json({ files: [{ fileId: 'f-1', status: 'INGESTED' }], pagination: { nextCursor: '1' } })
    const name = Object.keys(lists).find((each) => path.endsWith(`/${each}`))
    if (name === undefined) return undefined
    return isBusy ? 429 : lists[name] ? json(lists[name]) : 504
  })
  const { origin } = await stack.startConsole({ SERVICE_URL: front.origin, ...CREDENTIALS })
  const agent = { agentId: 'agent-f', versionId: 'version-f', labId: 71, name: 'Unlisted' }
  await addForeignAgent(page, origin, agent)
  await page.goto(`${origin}/calls?place=true&agent=${agent.agentId}`)
  await page.getByLabel('Version id').fill(agent.versionId)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill('+15005550142')
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  await expect(page.getByText('The call to +15005550142 may have been placed').first()).toBeVisible()

  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(origin)
  const figure = (name: string) =>
    page
      .getByRole('region', { name: 'In figures' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name }) })
  await expect(figure('Files')).toContainText('1 or more')
  await expect(figure('Tests')).toContainText('20 runs')
  await expect(figure('Calls')).toContainText('Calls1')
  await expect(figure('Calls')).toContainText('1 may have been placed')
  await expect(figure('Calls')).not.toContainText('unknown')

  isBusy = true
  await page.reload()
  await expect(figure('Calls')).toContainText('Calls–')
  await expect(figure('Calls').getByRole('img')).toHaveCount(0)
  await expect(figure('Calls')).toContainText('The list could not be loaded.')
  await expect(figure('Tests')).toContainText('The list could not be loaded.')
  await front.close()
})

test('where several lists cannot be read, the overview names each of them, and one alone by itself', async ({
  page,
  stack,
}) => {
  const service = await stack.sharedService()
  let unread = /\/(?:files|collections)$/
  const front = await frontOf(service.origin, ({ method, path }) =>
    method === 'GET' && unread.test(path) ? 500 : undefined,
  )
  const { origin } = await stack.startConsole({ SERVICE_URL: front.origin, ...CREDENTIALS })
  const alert = page.getByRole('main').getByRole('alert')
  await page.goto(origin)
  await expect(alert).toContainText('Could not load the files and collections')
  await expect(alert).toHaveCount(1)
  unread = /\/collections$/
  await page.reload()
  await expect(alert).toContainText('Could not load the collections')
  await expect(alert).not.toContainText('files')
  await front.close()
})

test('where nothing answers the overview says so once, shows what this browser knows, and recovers when something does', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  await page.goto(origin)
  await expect(attention(page).or(steps(page)).first()).toBeVisible()
  await line.down()
  await page.reload()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByText('No changes from this browser yet.')).toBeVisible()
  // Of nothing, nothing can be exported.
  await expect(page.getByRole('link', { name: 'Export or forget' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(steps(page)).toHaveCount(0)

  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await line.up()
  const asked = page.waitForRequest(/knowledge-base/)
  await again.click()
  await asked
  await expect(attention(page).or(steps(page)).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})
