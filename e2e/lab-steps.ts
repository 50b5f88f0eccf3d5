import { expect, type Page } from 'playwright/test'
import type { Stack } from './stack'

/** The integer id that the service gives an agent, as it recorded it. */
export async function labIdOf(page: Page, { records }: Stack, agentId: string): Promise<number> {
  const { url, headers } = records
  const reply = await page.request.get(`${url}/api/v1/agents/${agentId}/versions`, { headers })
  return (await reply.json()).agent.cekuraAgentId
}

async function postToLab(page: Page, path: string, data: object, origin = ''): Promise<{ id: number }> {
  const reply = await page.request.post(`${origin}/api/v1/testing-lab/scenarios${path}`, { data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

/** Adds a scenario without the browser that an agent passes which helps with parcels, or with another outcome; resolves with its id. */
export async function addScenario(
  page: Page,
  agent_id: number,
  name: string,
  origin?: string,
  outcome = 'The agent says “parcels”.',
): Promise<number> {
  const scenario = {
    agent_id,
    name,
    instructions: 'Ask what it helps with.',
    first_message: 'What do you help with?',
    expected_outcome_prompt: outcome,
  }
  return (await postToLab(page, '', scenario, origin)).id
}

/** Runs scenarios without the browser, as `runScenarios` takes it; resolves with its id when the run is over. */
export async function runToEnd(page: Page, run: object): Promise<number> {
  const { id } = await postToLab(page, '/run', run)
  await expect
    .poll(async () => (await page.request.get(`/api/v1/testing-lab/runs/${id}`)).json())
    .toMatchObject({ status: 'completed' })
  return id
}

/** Adds an agent that another service has, by its ids, and ends on its page. */
export async function addForeignAgent(
  page: Page,
  origin: string,
  { agentId, versionId, labId, name }: { agentId: string; versionId: string; labId: number; name: string },
): Promise<void> {
  await page.goto(`${origin}/agents/${agentId}?add=agent`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Version id').fill(versionId)
  await dialog.getByLabel('Testing lab agent id').fill(String(labId))
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The two documented operations of the testing lab, in the form that `serveReplies` takes. */
export const labReplies = ({ generate, run }: { generate?: unknown; run?: unknown }) => ({
  'POST /api/v1/testing-lab/scenarios/generate': generate,
  'POST /api/v1/testing-lab/scenarios/run': run,
})
