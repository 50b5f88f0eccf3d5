import { expect, type Page } from 'playwright/test'
import type { Stack } from './stack'

/** The integer id that the service gives an agent, as it recorded it. */
export async function labIdOf(page: Page, { records }: Stack, agentId: string): Promise<number> {
  const { url, headers } = records
  const reply = await page.request.get(`${url}/api/v1/agents/${agentId}/versions`, { headers })
  return (await reply.json()).agent.cekuraAgentId
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
