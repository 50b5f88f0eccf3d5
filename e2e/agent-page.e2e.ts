import { agentInForm, deploy, haveAgent, openDetails, openTab } from './agent-steps'
import { addScenario, labIdOf, runToEnd } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { addVersion } from './version-steps'

test('deploying moves no button to where another was', async ({ page }) => {
  const { agentId } = await haveAgent(page, unique('Still'), { deployed: false })
  await page.goto(`/agents/${agentId}`)
  const action = page.getByRole('button', { name: 'Deploy version' })
  const before = await action.boundingBox()
  await deploy(page)
  await expect(page.getByRole('link', { name: 'Place call' })).toBeVisible()
  expect((await action.boundingBox())?.x).toBe(before?.x)
})

test('an agent of text channels begins threads, and one that calls places calls', async ({ page }) => {
  needs('listAgents')
  const texter = await haveAgent(page, unique('Texter'), { agentType: 'TEXT' })
  await page.goto(`/agents/${texter.agentId}`)
  await expect(page.getByRole('link', { name: 'New thread' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Place call' })).toHaveCount(0)
  const back = page.getByRole('main').getByRole('link', { name: 'Agents', exact: true })
  await expect(back).not.toHaveAttribute('aria-current')
  // Saving a version sends neither the name nor the type of the agent.
  const summary = page.getByRole('region', { name: 'Version summary' })
  await expect(summary).toContainText('System prompt')
  await expect(summary).not.toContainText('Agent type')
  await openDetails(page)
  await expect(page.getByText('TEXT', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call from CSV' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Duplicate' })).toBeHidden()
  await page.getByRole('link', { name: 'New thread' }).click()
  await expect(page.getByLabel('Agent version id')).toHaveValue(texter.versionId)

  // After success the title says what is there now.
  await page.goto(`/threads/new?channel=chat&agent=${texter.agentId}`)
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Web chat created' })).toBeVisible()

  const caller = await haveAgent(page, unique('Caller'))
  await page.goto(`/agents/${caller.agentId}`)
  await expect(page.getByRole('link', { name: 'Place call' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New thread' })).toHaveCount(0)
})

test('an agent of the service that only got a label was not added by hand', async ({ page }) => {
  needs('listAgents')
  const { agentId } = await haveAgent(page, unique('Labelled'))
  await page.goto(`/agents/${agentId}?tab=versions`)
  await openDetails(page)
  await expect(page.locator('details').getByText('Created', { exact: true })).toBeVisible()
  await expect(page.getByText('Stored here since', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit label and note' }).click()
  await page.getByRole('dialog').getByLabel('Label', { exact: true }).fill('spring wording')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('spring wording')
  await openDetails(page)
  await expect(page.getByText('Stored here since', { exact: true })).toBeVisible()
})

test('the button that deploys is in sight, evidence before the prompt', async ({ page }) => {
  const { agentId, versionId } = await haveAgent(page, unique('Long'), {
    deployed: false,
    system: 'You answer questions about returns.\n'.repeat(200),
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/agents/${agentId}?deploy=${versionId}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Deploy version' })).toBeInViewport({ ratio: 1 })
  const parts = await dialog
    .getByRole('region')
    .evaluateAll((regions) => regions.map(({ ariaLabel }) => ariaLabel))
  expect(parts).toEqual(['Evidence', 'What changes', 'What goes live'])
})

test('one scenario of two that passed is not called "Passed", and the lab and the agent tell the same step', async ({
  page,
  stack,
}) => {
  needs('listAgents', 'listAgentVersions', 'listScenarios', 'createScenario', 'readRun')
  const name = unique('Half tested')
  const { agentId, versionId } = await haveAgent(page, name, {
    system: 'You help with parcels.',
    deployed: false,
  })
  const agent_id = await labIdOf(page, stack, agentId)
  const id = await addScenario(page, agent_id, 'Greeting')
  await addScenario(page, agent_id, 'Farewell')
  await runToEnd(page, { agent_id, scenarios: [id], agent_version_id: versionId })
  // By a colleague: this browser does not know of it.
  const deploying = `/api/v1/agents/${agentId}/versions/${versionId}/deploy`
  expect((await page.request.patch(deploying)).status()).toBeLessThan(300)

  // When the words for it are the longest.
  await page.clock.setFixedTime(Date.now() + 44 * 60_000)
  for (const [path, list, column] of [
    [`/agents?q=${encodeURIComponent(name)}`, 'Agents', 'Last call'],
    [`/agents/${agentId}?tab=versions`, 'Versions', 'State'],
  ] as const) {
    await page.goto(path)
    const table = page.getByRole('table', { name: list })
    const cell = table.getByRole('cell', { name: '1 of 2 passed' })
    await expect(cell).toContainText('44')
    expect(await cell.evaluate((part) => part.scrollWidth - part.clientWidth), list).toBe(0)
    await expect(table.getByRole('columnheader', { name: column })).toBeVisible()
  }
  // What has room keeps its column.
  await page.setViewportSize({ width: 900, height: 860 })
  const heads = page.getByRole('table', { name: 'Versions' }).getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Tests' })).toHaveCount(0)
  await expect(heads.filter({ hasText: 'State' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 860 })
  const path = page.getByRole('navigation', { name: 'From scenarios to a deployed version' })
  for (const address of [`/agents/${agentId}?tab=tests`, `/testing-lab?agent=${agentId}`]) {
    await page.goto(address)
    await expect(path).toContainText('1 passed, 1 not run')
    await expect(path.getByRole('link', { name: 'Run scenarios' })).toBeVisible()
  }
})

test('the overview leads to the run in which what is live fails, and names what did not run against it', async ({
  browser,
  stack,
}) => {
  needs('listAgents', 'listAgentVersions', 'listScenarios', 'createScenario', 'readRun', 'createAgentVersion')
  // With the agents of other journeys one line would stand for all that are live without tests.
  const { origin } = await stack.startConsole()
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  const name = unique('Partly tested')
  const system = 'You help with parcels.'
  const { agentId, versionId } = await haveAgent(page, name, { system })
  const agent_id = await labIdOf(page, { ...stack, records: { url: origin, headers: {} } }, agentId)
  const passes = await addScenario(page, agent_id, 'Parcels')
  const fails = await addScenario(page, agent_id, 'Ferries', undefined, 'The agent says “ferries”.')
  const failed = await runToEnd(page, { agent_id, scenarios: [passes, fails], agent_version_id: versionId })
  await runToEnd(page, { agent_id, scenarios: [passes], agent_version_id: versionId })
  await page.goto('/')
  const line = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: name })
  await expect(line).toContainText(`${name}: 1 of 2 scenarios still fails`)
  await line.getByRole('link', { name: /^Open run/ }).click()
  await expect(page).toHaveURL(new RegExp(`/testing-lab/runs/${failed}\\?show=not-passed`))

  const next = await addVersion(page, agentId, system)
  await runToEnd(page, { agent_id, scenarios: [passes], agent_version_id: next })
  await page.request.patch(`/api/v1/agents/${agentId}/versions/${next}/deploy`)
  await page.goto('/')
  await expect(line).toContainText(`${name}: 1 of 2 scenarios did not run`)
  await line.getByRole('link', { name: /^Run scenarios/ }).click()
  await expect(page).toHaveURL(new RegExp(`/testing-lab/run\\?agent=${agentId}&version=${next}`))
})

test('an address that names a version nobody has says so, and which one is shown instead', async ({
  page,
}) => {
  needs('listAgentVersions')
  const { agentId, versionId } = await haveAgent(page, unique('Gone version'))
  const notice = page.getByText('There is no version with this id. Shown: Version 1')
  for (const search of ['version=gone', 'deploy=gone', 'try=gone', `version=${versionId}&deploy=gone`]) {
    await page.goto(`/agents/${agentId}?${search}`)
    await expect(notice, search).toBeVisible()
  }
  await page.goto(`/agents/${agentId}?version=${versionId}`)
  await expect(page.getByRole('button', { name: 'Save as new version' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a version that is changed after its test has passed no more, and is deployed with a reason', async ({
  page,
  stack,
}) => {
  needs('listAgents', 'listAgentVersions', 'updateAgentVersion', 'createScenario', 'readRun')
  const { agentId, versionId } = await agentInForm(page, unique('Changed since'), {
    system: 'You help with parcels.',
    deployed: false,
  })
  const agent_id = await labIdOf(page, stack, agentId)
  const scenarios = [await addScenario(page, agent_id, 'Greeting')]
  const run = { agent_id, scenarios, agent_version_id: versionId }
  await runToEnd(page, run)
  const path = page.getByRole('navigation', { name: 'From scenarios to a deployed version' })
  await page.goto(`/agents/${agentId}?tab=tests`)
  await expect(path).toContainText('Ready: all tests pass')
  const deploy = `/agents/${agentId}?deploy=${versionId}`
  const dialog = page.getByRole('dialog')
  await page.goto(deploy)
  await expect(dialog).toContainText('1 of 1 scenario passes')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveCount(0)

  await page.goto(`/agents/${agentId}`)
  await page.getByRole('textbox', { name: 'Voicemail message' }).fill('Call back.')
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('The version was saved')).toBeVisible()
  await openTab(page, 'Tests')
  await expect(path).toContainText('Not tested since a change')
  await expect(path.getByRole('link', { name: 'Run scenarios' })).toBeVisible()
  await expect(page.getByText('Not tested since a change. Run the scenarios again.')).toBeVisible()
  await openTab(page, 'Versions')
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('Changed since')
  await page.goto(deploy)
  await expect(dialog).toContainText('Not tested since a change')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toContainText('Say why it goes live although it was not tested since a change.')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()

  await runToEnd(page, run)
  await page.goto(`/agents/${agentId}?tab=tests`)
  await expect(path).toContainText('Ready: all tests pass')

  // Somebody else changes it, of which nothing is recorded here.
  const address = `/api/v1/agents/${agentId}/versions/${versionId}`
  await page.request.patch(address, { data: { voicemailMessage: 'Call again.' } })
  await page.reload()
  await expect(path).toContainText('Not tested since a change')

  await page.goto(deploy)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wanted today.')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toHaveCount(0)
  await openTab(page, 'Deployments')
  const latest = page.getByRole('region', { name: 'Deployments' }).getByRole('listitem').first()
  await expect(latest).toContainText('Deployed although it was not tested since a change.')
  await expect(latest).not.toContainText('last test unclear')
})

test('what is one click away is wholly in sight, at any width', async ({ page }) => {
  const { agentId } = await haveAgent(page, unique('Facts'))
  await page.goto(`/agents/${agentId}`)
  for (const width of [390, 640, 768, 880, 900, 960, 1024, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    await openDetails(page)
    const edit = page.getByRole('button', { name: 'Edit details' })
    await expect(edit).toBeInViewport({ ratio: 1 })
    const covered = await edit.evaluate((element) => {
      const { x, y } = element.getBoundingClientRect()
      return !element.contains(document.elementFromPoint(x + 1, y + 1))
    })
    expect(covered, `at ${width}`).toBe(false)
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()
  }
})
