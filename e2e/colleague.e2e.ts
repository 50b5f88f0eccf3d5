import type { Browser, Page } from 'playwright/test'
import { haveAgent, openDetails, openTab } from './agent-steps'
import { frontOf } from './front'
import { labIdOf } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'
import { makeAgent } from './version-steps'

const agents = (page: Page) => page.getByRole('table', { name: 'Agents' })

/** A second browser, which has stored nothing. */
async function colleagueOf(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext()
  return { page: await context.newPage(), close: () => context.close() }
}

test('a colleague sees an agent that another browser made, and uses it without adding it', async ({
  page,
  browser,
  stack,
}) => {
  needs('listAgents', 'listAgentVersions')
  const name = unique('Shared desk')
  const { agentId } = await haveAgent(page, name)

  const { page: colleague, close } = await colleagueOf(browser)
  await colleague.goto(`${stack.origin}/agents`)
  const row = agents(colleague).getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Deployed')
  await row.getByRole('link', { name }).click()
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeVisible()
  await openTab(colleague, 'Versions')
  await expect(colleague.getByRole('table', { name: 'Versions' })).toContainText('Deployed')
  // Nothing is stored of it, so nothing can be forgotten.
  await openDetails(colleague)
  await expect(colleague.getByRole('button', { name: 'Edit details' })).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Forget agent' })).toHaveCount(0)
  await colleague.goto(`${stack.origin}/calls?place=true&agent=${agentId}`)
  await expect(colleague.getByLabel('Version id')).not.toHaveValue('')
  await expect(colleague.getByText('Another version of this agent is deployed')).toHaveCount(0)

  // A label is stored with the agent, which is still listed once, by its name.
  await colleague.goto(`${stack.origin}/agents/${agentId}?add=version`)
  await colleague.getByRole('dialog').getByLabel('Version id').fill('version-next')
  await colleague.getByRole('dialog').getByRole('button', { name: 'Add version' }).click()
  await expect(colleague.getByRole('dialog')).toHaveCount(0)
  await colleague.goto(`${stack.origin}/agents`)
  await expect(row).toHaveCount(1)
  await close()
})

test('what a run showed is evidence in a browser that ran nothing', async ({ page, stack, browser }) => {
  needs('listAgents', 'listAgentVersions', 'createScenario', 'readRun')
  const { agentId, versionId } = await haveAgent(page, unique('Tested elsewhere'))
  const agent_id = await labIdOf(page, stack, agentId)
  const lab = async (part: string, data: object) => {
    const answer = await page.request.post(`/api/v1/testing-lab/scenarios${part}`, { data })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
    return await answer.json()
  }
  const { id } = await lab('', {
    agent_id,
    name: 'A discount',
    first_message: 'Do students get a discount?',
    instructions: 'Ask for a discount.',
    expected_outcome_prompt: 'The agent says “Students get 70 percent off”.',
  })
  const run = await lab('/run', { agent_id, scenarios: [id], agent_version_id: versionId })
  const read = async () =>
    (await (await page.request.get(`/api/v1/testing-lab/runs/${run.id}`)).json()).status
  await expect.poll(read, { timeout: 60_000 }).toBe('completed')

  const { page: colleague, close } = await colleagueOf(browser)
  await colleague.goto(`${stack.origin}/agents/${agentId}?tab=versions`)
  await expect(colleague.getByRole('table', { name: 'Versions' })).toContainText('Failed')
  await colleague.goto(`${stack.origin}/agents/${agentId}?tab=tests`)
  const evidence = colleague.getByRole('region', { name: 'Test evidence' })
  await expect(evidence).toContainText('0 passed, 1 failed of 1 conversation')
  await evidence.getByRole('link', { name: String(run.id) }).click()
  await expect(colleague.getByRole('region', { name: 'Result' })).toContainText(
    '0 passed, 1 failed of 1 conversation',
  )
  // A run that was seen is stored, though nobody wrote a note; Overview sees those of others, too.
  await colleague.goto(stack.origin)
  await expect(colleague.getByText(/Stored in this browser: .*\d scenarios? (and|or) runs?\./)).toBeVisible()
  await colleague.goto(`${stack.origin}/settings`)
  await expect(colleague.getByRole('region', { name: 'This browser' })).toContainText(
    /Scenarios and runs[1-9]/,
  )
  await close()
})

test('a link to an agent opens where the service lists none but answers with its versions', async ({
  page,
  browser,
  stack,
}) => {
  const service = await stack.startService(CREDENTIALS)
  const front = await frontOf(service.origin, ({ method, path }) =>
    method === 'GET' && path === '/api/v1/agents' ? 404 : undefined,
  )
  const running = await stack.startConsole({ SERVICE_URL: front.origin, ...CREDENTIALS })
  const name = unique('Linked desk')
  const { id, versionId } = await makeAgent(page, { name, origin: running.origin })

  const { page: colleague, close } = await colleagueOf(browser)
  await colleague.goto(`${running.origin}/agents/${id}`)
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(colleague.getByRole('combobox', { name: 'Version', exact: true })).toContainText('Version 1')
  await colleague.goto(`${running.origin}/agents`)
  await expect(colleague.getByText('No agents yet')).toBeVisible()

  // Added by its id, it takes the name that the service tells.
  await colleague.getByRole('button', { name: 'Add agent by id' }).click()
  await colleague.getByRole('dialog').getByLabel('Agent id', { exact: true }).fill(id)
  await colleague.getByRole('dialog').getByRole('button', { name: 'Add agent' }).click()
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeVisible()
  await colleague.goto(`${running.origin}/agents`)
  await expect(agents(colleague).getByText(name)).toBeVisible()

  const deployPath = `${running.origin}/api/v1/agents/${id}/versions/${versionId}/deploy`
  expect((await page.request.patch(deployPath)).status()).toBe(200)
  // Once a call names an agent, that agent is known to who has read nothing before.
  const dispatch = { versionId, toPhoneNumber: '+14155550100' }
  const called = await page.request.post(`${running.origin}/api/v1/agent/${id}/dispatch`, { data: dispatch })
  expect(called.status(), await called.text()).toBeLessThan(300)
  const { page: third, close: closeThird } = await colleagueOf(browser)
  await third.goto(`${running.origin}/agents`)
  await expect(agents(third).getByRole('link', { name })).toBeVisible()
  await closeThird()

  await colleague.goto(`${running.origin}/agents/agent-of-nobody`)
  await expect(colleague.getByText('There is no agent with this id')).toBeVisible()
  await close()
  await front.close()
})
