import { expect, type Page } from 'playwright/test'

/** The fields of every version of these journeys besides its prompt; ids of the local service's samples. */
export const CONTENT = {
  useKnowledgeBase: false,
  voicemailMessage: null,
  overrideSTTConfig: null,
  sttConfigId: 'stt-general-en',
  ttsConfigId: 'tts-natural',
  llmConfigId: 'llm-balanced',
  voiceId: 'voice-clara',
}

export const prompt = (system: string) => ({ system, variables: [], tools: [], preBuiltTools: [] })

/** Id of the agent whose page is shown. */
export const shownAgent = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Creates another version without the browser, as a colleague would; resolves with its id. */
export async function addVersion(
  page: Page,
  agentId: string,
  system: string,
  more: object = {},
): Promise<string> {
  const answer = await page.request.post(`/api/v1/agents/${agentId}`, {
    data: { ...CONTENT, prompt: prompt(system), ...more },
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return (await answer.json()).version.id
}

/** Creates an agent without the browser; resolves with the ids of it and its version. */
export async function makeAgent(
  page: Page,
  fields: { name: string; system?: string; origin?: string } & Record<string, unknown>,
): Promise<{ id: string; versionId: string }> {
  const { name, system = 'You are brief.', origin = '', ...more } = fields
  const answer = await page.request.post(`${origin}/api/v1/agents`, {
    data: { ...CONTENT, name, description: '', agentType: 'CALL', prompt: prompt(system), ...more },
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  const { agent } = await answer.json()
  return { id: agent.id, versionId: agent.version.id }
}

/** Adds an agent by its id and what else of it is entered by hand; ends on its page. */
export async function addByHand(
  page: Page,
  agentId: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto('/agents?add=true')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Agent id', { exact: true }).fill(agentId)
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: fields.Name })).toBeVisible()
}

/** Creates an agent without the browser, adds it by its id, and opens it. */
export async function addAgent(page: Page, name: string, system: string, more: object = {}): Promise<string> {
  const { id, versionId } = await makeAgent(page, { name, system, ...more })
  await addByHand(page, id, { Name: name })
  return versionId
}

/** Enters a test result in the dialog that is open. */
export async function enterResult(page: Page, verdict: string, run: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter test result' })
  await dialog.getByLabel('Verdict').selectOption({ label: verdict })
  await dialog.getByLabel('Run name').fill(run)
  await dialog.getByRole('button', { name: 'Save result' }).click()
  await expect(dialog).toHaveCount(0)
}
