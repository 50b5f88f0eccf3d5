import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { seriousFindings } from './accessibility'
import { sideScroll } from './agent-steps'
import { frontOf } from './front'
import { labIdOf } from './lab-steps'
import { needs, offered } from './needs'
import { expect, test, unique } from './screen'
import type { Stack } from './stack'
import { addByHand, addVersion, makeAgent } from './version-steps'

const ENGLISH = 'You answer calls of a shop. Delivery costs 4.90 euros.'

interface Added {
  readonly agentId: string
  readonly versionId: string
  readonly labId: number
}

/** An agent of the service; resolves with its integer id, too. */
async function haveLabAgent(page: Page, stack: Stack, name: string, system: string): Promise<Added> {
  const { id, versionId } = await makeAgent(page, { name, system })
  return { agentId: id, versionId, labId: await labIdOf(page, stack, id) }
}

const LAB = '/api/v1/testing-lab'

interface Made {
  readonly id: number
  readonly name: string
}

async function generate(page: Page, { labId }: Added, count: number): Promise<readonly Made[]> {
  const body = { agent_id: labId, num_scenarios: count, generate_expected_outcomes: true }
  return (await page.request.post(`${LAB}/scenarios/generate`, { data: body })).json()
}

/** Runs each scenario twice, without the browser; resolves with the run's id once it is over. */
async function runThese(
  page: Page,
  { labId }: Added,
  scenarios: readonly Made[],
  versionId?: string,
  name?: string,
): Promise<number> {
  const asked = {
    name,
    agent_id: labId,
    scenarios: scenarios.map(({ id }) => id),
    frequency: 2,
    agent_version_id: versionId,
  }
  const run = await (await page.request.post(`${LAB}/scenarios/run`, { data: asked })).json()
  await expect
    .poll(async () => (await (await page.request.get(`${LAB}/runs/${run.id}`)).json()).status)
    .toBe('completed')
  return run.id
}

const runAll = async (page: Page, agent: Added, count: number): Promise<number> =>
  runThese(page, agent, await generate(page, agent, count))

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the steps lead to the run that failed, and speak of the version that is shown', async ({
  page,
  stack,
}) => {
  needs('listAgents', 'listAgentVersions', 'createAgentVersion', 'readRun')
  const agent = await haveLabAgent(page, stack, unique('Shop'), ENGLISH)
  const made = await generate(page, agent, 5)
  const answers = made.filter(({ name }) => name.startsWith('Answers'))
  const failed = await runThese(page, agent, made)
  await runThese(page, agent, answers)
  const path = page.getByRole('navigation', { name: 'From scenarios to a deployed version' })
  await page.goto(`/agents/${agent.agentId}?tab=tests`)
  await expect(path).toContainText(/Version 1: \d of 5 scenarios still fails?/)
  await path.getByRole('link', { name: 'Fix it' }).click()
  await expect(page).toHaveURL(new RegExp(`/testing-lab/runs/${failed}\\?show=not-passed`))
  await expect(page.getByRole('heading', { name: /^Hostile/ })).toBeVisible()

  const next = await addVersion(page, agent.agentId, ENGLISH)
  await runThese(page, agent, answers, next)
  await runThese(page, agent, answers)
  await page.goto(`/agents/${agent.agentId}?tab=tests`)
  await expect(path.getByRole('link', { name: 'Deploy version 2' })).toBeVisible()
  // The page of an agent shows one version, and its steps are of that.
  await page.goto(`/agents/${agent.agentId}?tab=tests&version=${agent.versionId}`)
  await expect(path).toContainText(/Version 1: \d of 5 scenarios still fails?/)
  const untested = await addVersion(page, agent.agentId, ENGLISH)
  await page.goto(`/agents/${agent.agentId}?tab=tests`)
  await expect(path).toContainText('Version 3: Not run yet')
  await path.getByRole('link', { name: 'Run scenarios' }).click()
  await expect(page.getByLabel('Version under test')).toHaveValue(untested)
})

test('what is typed into the prompt of a run stays while the failed ones run, and leaving asks first', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const agent = await haveLabAgent(page, stack, unique('Shop'), 'You answer calls of a shop.')
  const id = await runAll(page, agent, 5)
  await page.goto(`/testing-lab/runs/${id}`)
  const mending = page.getByRole('region', { name: 'Fix and run again' })
  const added = mending.getByLabel('Add to the prompt')
  await added.fill('Say goodbye by name.')
  // Nobody suggested that.
  await expect(mending.getByRole('region', { name: 'Change to the prompt' })).toContainText(
    'With this change',
  )
  const calls = page.getByRole('link', { name: 'Calls', exact: true })
  await calls.click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(added).toHaveValue('Say goodbye by name.')
  await mending.getByRole('button', { name: 'Run the failed ones' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await expect(mending).toContainText('failed again with version 1.')
  await expect(added).toHaveValue('Say goodbye by name.')

  // Once it is a version, there is nothing to lose.
  await mending.getByRole('button', { name: 'Create version 2' }).click()
  await expect(mending).toContainText('Version 2')
  await calls.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
})

test('a run filters to what did not pass, by its address, and shows what passed in a line', async ({
  page,
  stack,
}) => {
  needs('readRun')
  const agent = await haveLabAgent(page, stack, unique('Shop'), ENGLISH)
  const id = await runAll(page, agent, 5)
  await page.goto(`/testing-lab/runs/${id}`)
  const scenarios = page.getByRole('region', { name: 'Scenarios' })
  await expect(chip(page, 'All 5')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /^Did not pass \d/ }).click()
  await expect(page).toHaveURL(/show=not-passed/)
  await expect(scenarios.getByText('Passed', { exact: true })).toHaveCount(0)
  await page.reload()
  await expect(scenarios.getByRole('heading', { name: /^Hostile/ })).toBeVisible()
  // One of two conversations that failed alike is open.
  const hostile = scenarios
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^Hostile/ }) })
  await expect(hostile.getByRole('list', { name: 'Transcript' })).toHaveCount(1)
  await page.getByRole('button', { name: /^Passed \d/ }).click()
  await expect(scenarios.getByRole('heading', { name: /^Hostile/ })).toHaveCount(0)
  const asked = scenarios
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^Answers/ }) })
  await expect(asked.getByText('Conversation 1')).toHaveCount(0)
  await asked.getByText('2 conversations').click()
  await expect(asked.getByText('Conversation 2')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('the lab counts, plots and compares one agent, and begins a scenario with its integer after a reload', async ({
  page,
  stack,
}) => {
  needs('listAgents', 'listScenarios', 'readRun')
  test.slow()
  const [shop, other] = [unique('Shop'), unique('Desk')]
  const first = await haveLabAgent(page, stack, shop, ENGLISH)
  const second = await haveLabAgent(page, stack, other, 'You answer calls.')
  const runs = [await runAll(page, first, 3), await runAll(page, first, 2)]
  await runAll(page, second, 1)
  await runAll(page, second, 1)

  await page.goto(`/agents/${first.agentId}?tab=tests`)
  const path = page.getByRole('navigation', { name: 'From scenarios to a deployed version' })
  await expect(path).toContainText('5 scenarios')
  await page.goto(`/testing-lab?agent=${first.agentId}`)
  await expect(chip(page, 'Scenarios 5')).toBeVisible()
  await expect(chip(page, 'Runs 2')).toBeVisible()
  await page.goto(`/testing-lab?tab=runs&q=${encodeURIComponent('Run of')}`)
  await expect(page.getByText(`Runs of ${other} that have a verdict`)).toBeVisible()
  // The second run left out the scenarios of the first.
  await expect(page.getByRole('img', { name: /Pass rate of 1 run: .* Hollow: 1 run/ })).toBeVisible()

  await page.goto(`/testing-lab?agent=${first.agentId}&add=write`)
  const dialog = page.getByRole('dialog', { name: 'Write a scenario' })
  await expect(dialog.getByLabel('Testing lab agent id')).toHaveValue(String(first.labId))
  await page.reload()
  await expect(dialog.getByLabel('Testing lab agent id')).toHaveValue(String(first.labId))
  // Known of the agent, so nobody is asked for it.
  await expect(dialog.getByLabel('Testing lab agent id')).toBeHidden()
  await dialog.getByText('Details').click()
  await dialog.getByLabel('Testing lab agent id').fill('')
  await dialog.getByRole('button', { name: 'Create scenario' }).click()
  await expect(dialog.getByText('Agent id is needed')).toBeVisible()
  await expect(dialog.getByText('Instructions are needed')).toBeVisible()

  // Without an agent in the address one is chosen by its name.
  await page.goto('/testing-lab?add=write')
  await dialog.getByRole('combobox', { name: 'Agent' }).fill(other)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Testing lab agent id')).toHaveValue(String(second.labId))

  await page.setViewportSize({ width: 390, height: 800 })
  // Whose it is stands on the second line.
  await page.goto('/testing-lab?tab=runs')
  await expect(page.getByRole('table', { name: 'Runs' }).locator('[data-row]').first()).toContainText(other)
  await page.goto(`/testing-lab/compare?runs=${runs.join(',')}`)
  await expect(page.getByRole('table', { name: 'Comparison' })).toContainText('Not comparable')
  await page.goto('/testing-lab/compare?runs=999998,999999')
  await expect(page.getByText('There is no run 999998 and no run 999999')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Swap sides' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Show all runs' })).toBeVisible()
  expect(await sideScroll(page)).toBe(0)
})

test('writes to the lab link back to it from Activity', async ({ page, stack }) => {
  const name = unique('Shop')
  const { agentId, labId } = await haveLabAgent(page, stack, name, ENGLISH)
  if (!offered('listAgents'))
    await addByHand(page, agentId, { Name: name, 'Testing lab agent id': `${labId}` })
  await page.goto(`/testing-lab/generate?agent=${agentId}`)
  await page.getByLabel('Number of scenarios').fill('1')
  await page.getByRole('button', { name: 'Generate scenarios' }).click()
  await page.getByRole('link', { name: 'Run these' }).click()
  await page.getByLabel('Name').fill('Nightly')
  await page.getByRole('button', { name: 'Run scenarios' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nightly' })).toBeVisible()
  await page.goto('/activity')
  await page
    .getByRole('link', { name: `Scenarios of ${name}` })
    .first()
    .click()
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(agentId)
  await page.goBack()
  await page.getByRole('link', { name: 'Run Nightly' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nightly' })).toBeVisible()
})

test('the actions of a selection are visible at once', async ({ page, stack }) => {
  needs('listAgents', 'listScenarios', 'readRun')
  const agent = await haveLabAgent(page, stack, unique('Shop'), ENGLISH)
  await runAll(page, agent, 30)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/testing-lab?agent=${agent.agentId}`)
  const rows = page.getByRole('table', { name: 'Scenarios' }).getByRole('row')
  await expect(chip(page, 'Scenarios 30')).toBeVisible()
  await expect(rows.nth(1)).toContainText('Hostile')
  await rows.nth(1).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByRole('link', { name: 'Run 2 scenarios' })).toBeInViewport({ ratio: 1 })
})

test('a run that nobody knows is said to be unknown, not to have failed to load', async ({ page }) => {
  await page.goto('/testing-lab/runs/999999999')
  await expect(
    page.getByRole('heading', { level: 1, name: /There is no run|does not know this run/ }),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the panel of a scenario names its runs', async ({ page, stack }) => {
  needs('listAgents', 'listScenarios', 'readRun')
  const agent = await haveLabAgent(page, stack, unique('Named runs'), ENGLISH)
  const [scenario] = await generate(page, agent, 1)
  if (!scenario) throw new Error('No scenario was made')
  const id = await runThese(page, agent, [scenario], undefined, 'Before the holidays')
  await page.goto(`/testing-lab?scenario=${scenario.id}`)
  const link = page.getByRole('dialog').getByRole('link', { name: 'Before the holidays', exact: true })
  await expect(link).toHaveAttribute('href', `/testing-lab/runs/${id}`)
})

test('Escape asks before it loses what was typed of a scenario', async ({ page }) => {
  await makeAgent(page, { name: unique('Written about'), system: ENGLISH })
  await page.goto('/testing-lab')
  await page.getByRole('button', { name: 'Write a scenario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a scenario' })
  const instructions = dialog.getByLabel('Instructions')
  await instructions.fill('Ask when a refund is paid.')
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay here' }).click()
  await expect(instructions).toHaveValue('Ask when a refund is paid.')
  await page.keyboard.press('Escape')
  await leaving.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(dialog).toHaveCount(0)
})

test('who leaves while a scenario is being created is told so, and the question ends with the answer', async ({
  page,
  stack,
}) => {
  const { id } = await makeAgent(page, { name: unique('Written about'), system: ENGLISH })
  const agent_id = await labIdOf(page, stack, id)
  const { open: release, opened: held } = gate()
  const late = await frontOf(
    stack.origin,
    () => undefined,
    ({ method, path }) => (method === 'POST' && path === `${LAB}/scenarios` ? held : undefined),
  )
  await page.goto(`${late.origin}/testing-lab`)
  await page.getByRole('button', { name: 'Write a scenario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a scenario' })
  await dialog.getByLabel('Testing lab agent id').fill(String(agent_id))
  await dialog.getByLabel('Name').fill('Late')
  await dialog.getByLabel('Instructions').fill('Ask when a refund is paid.')
  const asked = page.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Create scenario' }).click()
  await asked
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Leave before the answer is here?' })).toBeVisible()
  release()
  await expect(page.getByText('The scenario was created')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await late.close()
})

test('the row that is opened stays in sight when the panel beside the list makes its rows higher', async ({
  page,
  stack,
}) => {
  needs('listAgents', 'createScenario', 'listScenarios')
  const { agentId, labId } = await haveLabAgent(page, stack, unique('Rows'), ENGLISH)
  const tags = ['returns', 'parcels']
  for (let at = 0; at < 24; at += 1)
    await page.request.post(`${LAB}/scenarios`, {
      data: { agent_id: labId, name: `Asks ${10 + at}`, instructions: 'Ask what it helps with.', tags },
    })
  await page.setViewportSize({ width: 1280, height: 640 })
  await page.goto(`/testing-lab?agent=${agentId}`)
  const rows = page.getByRole('table', { name: 'Scenarios' }).locator('[data-row]')
  await expect(rows.first()).toBeVisible()
  const before = await rows.first().evaluate((row) => row.clientHeight)
  const name = await rows.evaluateAll((all) => {
    const foot = all[0]?.closest('div')?.getBoundingClientRect().bottom ?? 0
    return all
      .filter((row) => row.getBoundingClientRect().bottom <= foot)
      .at(-1)
      ?.querySelector('td, th')?.nextElementSibling?.textContent
  })
  const row = rows.filter({ hasText: name ?? '' })
  await row.click()
  await expect(page.getByRole('dialog', { name: name ?? '' })).toBeVisible()
  await expect.poll(() => rows.first().evaluate((each) => each.clientHeight)).toBeGreaterThan(before)
  await expect(row).toBeInViewport({ ratio: 1 })
})
