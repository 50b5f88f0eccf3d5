import type { Locator, Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { watchRequests } from './agent-steps'
import { CUT, frontOf } from './front'
import { addScenario, labIdOf, runToEnd } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import type { Stack } from './stack'
import { addVersion, makeAgent, prompt } from './version-steps'

/** A run that did not pass, open where it is mended. */
async function openFailedRun(page: Page, stack: Stack, outcome?: string) {
  const made = await makeAgent(page, { name: unique('Shop'), system: 'You answer calls.' })
  const { id: agentId, versionId } = made
  const agent_id = await labIdOf(page, stack, agentId)
  const scenario = await addScenario(page, agent_id, 'Parcels', '', outcome)
  const runId = await runToEnd(page, { agent_id, scenarios: [scenario] })
  await page.goto(`/testing-lab/runs/${runId}`)
  const mending = page.getByRole('region', { name: 'Fix and run again' })
  return { agentId, versionId, agent_id, scenario, mending }
}

test('what is typed into the prompt of a run stays when somebody else makes a version, and goes into that', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { agentId, mending } = await openFailedRun(page, stack)
  const added = mending.getByLabel('Add to the prompt')
  await expect(mending).toContainText('Suggested by what failed')
  await added.fill('Help with parcels.')
  // Nobody suggested that.
  await expect(mending).not.toContainText('Suggested by what failed')

  const system = 'You answer calls of a shop. Be brief.'
  await addVersion(page, agentId, system)
  // What the service has is read again when the window gets focus, but not within some seconds of the last read.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(mending).toContainText('Version 2 is newer', { timeout: 500 })
  }).toPass()
  await expect(added).toHaveValue('Help with parcels.')
  await expect(added).toBeFocused()
  const meanwhile = mending.getByRole('status').filter({ hasText: 'Version 2 was made meanwhile' })
  await expect(meanwhile).toContainText('Your text is added to its prompt.')
  // The main action is another one now.
  await expect(mending).not.toContainText('Run what failed with it')
  await expect(mending.getByRole('region', { name: 'Change to the prompt' })).toContainText('Be brief.')
  await expect(mending.getByRole('button', { name: 'Run the failed ones' })).toBeVisible()

  const made = watchRequests(page, 'POST', `/agents/${agentId}`)
  await added.press('Control+Enter')
  await expect(mending).toContainText('Version 3 is newer')
  await expect(added).toHaveCount(0)
  expect(made.map((request) => request.postDataJSON().prompt.system)).toEqual([
    `${system}\nHelp with parcels.`,
  ])
})

test('while the version with the change is being made, the one before it cannot be run again', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { agentId, mending } = await openFailedRun(page, stack)
  const { open: release, opened: held } = gate()
  const late = await frontOf(
    stack.origin,
    () => undefined,
    ({ method, path }) => (method === 'POST' && path.endsWith(`/agents/${agentId}`) ? held : undefined),
  )
  await page.goto(late.origin + new URL(page.url()).pathname)
  const again = mending.getByRole('button', { name: 'Run the failed ones' })
  await expect(again).toBeEnabled()
  await mending.getByRole('button', { name: 'Create version 2' }).click()
  await expect(again).toBeDisabled()
  await again.dispatchEvent('click')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(mending).toContainText('Version 2 is newer')
  await expect(again).toBeEnabled()
  await late.close()
})

test('a version that may have been made is not made again without a question', async ({ page, stack }) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { agentId, mending } = await openFailedRun(page, stack)
  const front = await frontOf(stack.origin, ({ method, path }) =>
    method === 'POST' && path.endsWith(`/agents/${agentId}`) ? CUT : undefined,
  )
  await page.goto(front.origin + new URL(page.url()).pathname)
  const made = watchRequests(page, 'POST', `/agents/${agentId}`)
  const create = mending.getByRole('button', { name: 'Create version 2' })
  await create.click()
  await expect(mending.getByRole('alert')).toBeVisible()
  await create.click()
  const again = page.getByRole('dialog', { name: 'Send it again?' })
  await again.getByRole('button', { name: 'Cancel' }).click()
  expect(made).toHaveLength(1)
  await create.click()
  await again.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => made.length).toBe(2)
  await front.close()
})

test('a version with the change is not made of what a colleague changed or made meanwhile before it was seen', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'updateAgentVersion', 'readRun')
  const { agentId, versionId, mending } = await openFailedRun(page, stack)
  const added = mending.getByLabel('Add to the prompt')
  const difference = mending.getByRole('region', { name: 'Change to the prompt' })
  await added.fill('Help with parcels.')
  await expect(difference).toContainText('You answer calls.')
  const theirs = { prompt: prompt('You answer calls by day.'), voicemailMessage: 'Call back.' }
  await page.request.patch(`/api/v1/agents/${agentId}/versions/${versionId}`, { data: theirs })

  const made = watchRequests(page, 'POST', `/agents/${agentId}`)
  await mending.getByRole('button', { name: 'Create version 2' }).click()
  const refused = mending.getByRole('alert')
  await expect(refused).toContainText('This agent was changed elsewhere meanwhile')
  await expect(added).toHaveValue('Help with parcels.')
  await expect(difference).toContainText('by day.')

  await addVersion(page, agentId, 'You answer calls by night.')
  await mending.getByRole('button', { name: 'Create version 2' }).click()
  await expect(mending.getByRole('status').filter({ hasText: 'Version 2 was made meanwhile' })).toBeVisible()
  await expect(refused).toContainText('This agent was changed elsewhere meanwhile')
  await expect(difference).toContainText('by night.')
  expect(made).toHaveLength(0)

  await mending.getByRole('button', { name: 'Create version 3' }).click()
  await expect(mending).toContainText('Version 3 is newer')
  expect(made.map((request) => request.postDataJSON().prompt.system)).toEqual([
    'You answer calls by night.\nHelp with parcels.',
  ])
})

test('a run that may have started is not started again without a question, and is pointed out', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { mending } = await openFailedRun(page, stack)
  const front = await frontOf(stack.origin, ({ method, path }) =>
    method === 'POST' && path.endsWith('/scenarios/run') ? CUT : undefined,
  )
  await page.goto(front.origin + new URL(page.url()).pathname)
  const sent = watchRequests(page, 'POST', '/testing-lab/scenarios/run')
  const open = mending.getByRole('button', { name: 'Run the failed ones' })
  await open.click()
  const question = page.getByRole('dialog', { name: 'Start this run?' })
  await expect(question).not.toContainText('a short while ago')
  const run = question.getByRole('button', { name: 'Run now' })
  await expect(run).toHaveClass(/bg-accent /)
  await run.click()
  await expect(question.getByRole('alert')).toBeVisible()
  await expect(run).not.toHaveClass(/bg-accent /)
  await run.click()
  const again = page.getByRole('dialog', { name: 'Send it again?' })
  await again.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toHaveLength(1)
  await run.click()
  await again.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => sent.length).toBe(2)

  await question.getByRole('button', { name: 'Cancel' }).click()
  await open.click()
  await expect(question).toContainText('The same scenarios were run a short while ago')
  await front.close()
})

test('while something is typed, deploying the version that passes is not a second main action', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { agentId, agent_id, scenario, mending } = await openFailedRun(page, stack)
  await mending.getByLabel('Add to the prompt').fill('Say goodbye by name.')

  const agent_version_id = await addVersion(page, agentId, 'You answer calls about parcels.')
  await runToEnd(page, { agent_id, scenarios: [scenario], agent_version_id })
  const deploy = mending.getByRole('button', { name: 'Deploy version 2' })
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(deploy).toBeVisible({ timeout: 500 })
  }).toPass()
  const backgroundOf = (name: string) =>
    mending.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  const main = await backgroundOf('Create version 3')
  expect(await backgroundOf('Deploy version 2')).not.toBe(main)
  await mending.getByLabel('Add to the prompt').fill('')
  await expect(deploy).toHaveCSS('background-color', main)
})

test('what could not be judged is not said to fail again, and leads to a deployment with a reason', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  // Rules compare words, and find none here.
  const { mending } = await openFailedRun(page, stack, 'The agent says "no"')
  await mending.getByRole('button', { name: 'Run the failed ones' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await expect(mending).toContainText('Of 1 scenario, 0 passed and 1 is unclear with version 1.')
  await expect(mending.getByRole('link', { name: 'Show what is unclear' })).toBeVisible()
  // Nothing is suggested, so nothing is a new version.
  await expect(mending.getByLabel('Add to the prompt')).toHaveValue('')
  await expect(mending.getByRole('button', { name: 'Create version 2' })).toHaveCount(0)
  await expect(mending).toContainText('Evidence for version 1: 1 of 1 scenario is unclear.')
  await mending.getByRole('button', { name: 'Deploy version 1' }).click()
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible()
})

test('a sentence that the prompt holds is not suggested again, and there is a way on', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  // Nobody who asks what the agent helps with is told this.
  const sentence = 'We never sell second hand skis before noon.'
  const { mending } = await openFailedRun(page, stack, `The agent says “${sentence}”`)
  const added = mending.getByLabel('Add to the prompt')
  await expect(added).toHaveValue(sentence)
  await mending.getByRole('button', { name: 'Create version 2' }).click()
  // Before it is there, the same button runs version 1.
  await expect(mending).toContainText('Version 2 is newer')
  const again = mending.getByRole('button', { name: 'Run the failed ones' })
  await again.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await expect(mending).toContainText('failed again with version 2')

  const reason = mending.getByRole('status').filter({ hasText: 'The prompt already says this' })
  await expect(reason).toContainText(sentence)
  await expect(reason).toContainText('Write another sentence')
  await expect(added).toHaveValue('')
  await expect(mending).not.toContainText('Suggested by what failed')
  // To run the same once more is no way on.
  const colourOf = (place: Locator) => place.evaluate((each) => getComputedStyle(each).backgroundColor)
  const other = await colourOf(mending.getByRole('link', { name: 'Show what still fails' }))
  expect(await colourOf(again)).toBe(other)
  const edit = mending.getByRole('link', { name: 'Edit the whole version' })
  expect(await colourOf(edit)).not.toBe(other)
  const rightOf = async (place: Locator) => (await place.boundingBox())?.x ?? 0
  expect(await rightOf(edit)).toBeGreaterThan(await rightOf(again))

  await added.fill(sentence)
  await expect(reason).toBeVisible()
  await expect(mending.getByRole('button', { name: 'Create version 3' })).toHaveCount(0)
  await added.fill('Tell everybody about skis.')
  await expect(mending.getByRole('button', { name: 'Create version 3' })).toBeVisible()
})

test('a run of all again says what it is, what became of it, and leads on until all of it passes', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { id: agentId } = await makeAgent(page, {
    name: unique('Shop'),
    system: 'You answer calls about skis.',
  })
  const agent_id = await labIdOf(page, stack, agentId)
  const parcels = await addScenario(page, agent_id, 'Parcels')
  const skis = await addScenario(page, agent_id, 'Skis', '', 'The agent says “skis”.')
  const runId = await runToEnd(page, { agent_id, scenarios: [parcels, skis] })
  const next = await addVersion(page, agentId, 'You answer calls about parcels.')
  await runToEnd(page, { agent_id, scenarios: [parcels], agent_version_id: next })

  await page.goto(`/testing-lab/runs/${runId}`)
  const mending = page.getByRole('region', { name: 'Fix and run again' })
  await expect(mending).toContainText('What failed in this run passes with version 2.')
  await expect(mending).toContainText('1 scenario not run with version 2.')
  // What did not run is run first; deploying is possible all the same.
  await expect(mending.getByRole('button', { name: 'Run all 2 with version 2' })).toHaveClass(/bg-accent /)
  await expect(mending.getByRole('button', { name: 'Deploy version 2' })).not.toHaveClass(/bg-accent /)
  const texts = await mending.evaluateHandle((region) => {
    const seen = new Set<string>()
    new MutationObserver(() => seen.add(region.textContent ?? '')).observe(region, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    return seen
  })
  await mending.getByRole('button', { name: 'Run all 2 with version 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await expect(mending).toContainText('Of 2 scenarios, 1 passed and 1 failed with version 2.')
  await expect(mending).not.toContainText('Evidence for')
  const going = (await texts.evaluate((seen) => [...seen])).filter((text) => text.includes('Running'))
  expect(going.length).toBeGreaterThan(0)
  for (const text of going) {
    expect(text).toContain('2 scenarios again with version 2.')
    expect(text).not.toMatch(/Deploy|Run all|Passed/)
  }
  await expect(mending.getByRole('button', { name: /^Deploy|^Run all/ })).toHaveCount(0)
  await expect(mending.getByLabel('Add to the prompt')).toHaveValue(/skis/)

  await mending.getByRole('link', { name: 'Show what still fails' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/runs/${runId}`))
  await expect(page.getByRole('heading', { name: 'Skis' })).toBeVisible()
  await page.goBack()

  // What failed with version 2 is run with the next one, too.
  await addVersion(page, agentId, 'You answer calls about parcels and skis.')
  await page.reload()
  await mending.getByRole('button', { name: 'Run the failed ones' }).click()
  await expect(page.getByRole('dialog')).toContainText(/2 scenarios × 1 = 2 conversations.*Version 3/)
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await expect(mending).toContainText('All 2 scenarios of this run pass with version 3.')
  await expect(mending.getByRole('button', { name: /^Run all/ })).toHaveCount(0)
  await expect(mending.getByRole('button', { name: 'Deploy version 3' })).toBeVisible()
})

test('what still fails of a version although what failed in this run passes is one click away', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { agentId, agent_id, scenario, mending } = await openFailedRun(page, stack)
  const run = page.url()
  const other = await addScenario(page, agent_id, 'Skis', '', 'The agent says “skis”.')
  const agent_version_id = await addVersion(page, agentId, 'You answer calls about parcels.')
  const id = await runToEnd(page, { agent_id, scenarios: [other], agent_version_id })
  await runToEnd(page, { agent_id, scenarios: [scenario], agent_version_id })
  await page.goto(run)
  await expect(mending).toContainText('Evidence for version 2: 1 of 2 scenarios still fails.')
  await expect(mending.getByRole('link', { name: 'Show what still fails' })).toHaveAttribute(
    'href',
    new RegExp(`/testing-lab/runs/${id}\\?`),
  )
})

test('a variable that the text to be added uses is declared with the version', async ({ page, stack }) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { agentId, mending } = await openFailedRun(page, stack)
  const added = mending.getByLabel('Add to the prompt')
  await added.fill('Greet {{first_name}} and name {{shop}}.')
  await mending.getByRole('button', { name: 'Declare all 2' }).click()
  await expect(mending.getByText('Variables that do not fit')).toHaveCount(0)
  await expect(added).toBeFocused()
  const made = watchRequests(page, 'POST', `/agents/${agentId}`)
  await mending.getByRole('button', { name: 'Create version 2' }).click()
  await expect(mending).toContainText('Version 2 is newer')
  const [sent] = made.map((request) => request.postDataJSON().prompt)
  expect(sent.variables.map(({ name }: { name: string }) => name)).toEqual(['first_name', 'shop'])
})

test('a run whose conversations cannot be read says so, and is neither judged by hand nor compared', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'readRun')
  const { mending } = await openFailedRun(page, stack)
  const { pathname } = new URL(page.url())
  let isAway = false
  const front = await frontOf(stack.origin, ({ method, path }) =>
    isAway && method === 'GET' && /^\/api\/.*\/testing-lab\/runs\/\d+$/.test(path) ? 500 : undefined,
  )
  await page.goto(front.origin + pathname)
  await mending.getByRole('button', { name: 'Run the failed ones' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  // This browser knows which scenarios it asked for.
  await mending.getByRole('link', { name: 'Show what still fails' }).click()
  await expect(page).not.toHaveURL(front.origin + pathname)
  await expect(page.getByRole('heading', { name: 'Parcels' })).toBeVisible()

  const run = new URL(page.url()).pathname
  isAway = true
  await page.goto(front.origin + run)
  await expect(page.getByRole('alert')).toContainText('Could not load the run')
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toBeVisible()
  await expect(page.getByRole('group', { name: /^Verdict of/ })).toHaveCount(0)
  const [before, after] = [pathname, run].map((path) => path.split('/').at(-1))
  await page.goto(`${front.origin}/testing-lab/compare?runs=${before},${after}`)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('No scenario was judged')).toHaveCount(0)
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Comparison' })).toContainText('Parcels')
  await front.close()
})
