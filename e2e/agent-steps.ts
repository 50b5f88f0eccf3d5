import { expect, type Page, type Request } from 'playwright/test'
import { offered } from './needs'
import { makeAgent } from './version-steps'

/** Ids of the local service's samples. */
export const SAMPLES = {
  'Speech-to-text config id': 'stt-general-en',
  'Text-to-speech config id': 'tts-natural',
  'Language-model config id': 'llm-balanced',
  'Voice id': 'voice-clara',
} as const

const SYSTEM = 'You are brief and friendly.'

/** Fills the required fields of an agent. */
export async function fillAgent(page: Page, name: string, system = SYSTEM): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('System prompt').fill(system)
  for (const [label, id] of Object.entries(SAMPLES)) await page.getByLabel(label).fill(id)
}

/** Adds a row to the variables of the prompt and fills it. */
export async function addVariable(
  page: Page,
  variable: { name: string; required?: boolean; defaultValue?: string },
): Promise<void> {
  const row = page.getByRole('group', { name: 'Variables', exact: true }).getByRole('listitem')
  const before = await row.count()
  await page.getByRole('button', { name: 'Add variable', exact: true }).click()
  await expect(row).toHaveCount(before + 1)
  await row.last().getByLabel('Variable name').fill(variable.name)
  await row
    .last()
    .getByLabel('Default value')
    .fill(variable.defaultValue ?? '')
  await row
    .last()
    .getByLabel('Required')
    .setChecked(variable.required ?? false)
}

export type Variable = Parameters<typeof addVariable>[1]

/** What an agent has besides its name. */
export interface AgentHas {
  readonly system?: string
  readonly variables?: readonly Variable[]
  readonly agentType?: 'CALL' | 'TEXT'
  readonly collection?: { readonly id: string; readonly name: string }
}

/** Creates an agent in the form and ends on its page. */
export async function createAgent(
  page: Page,
  name: string,
  { system, variables = [], agentType, collection }: AgentHas = {},
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, name, system)
  if (agentType) await page.getByLabel('Agent type').selectOption(agentType)
  if (collection) {
    await page.getByRole('checkbox', { name: 'Use knowledge base' }).check()
    await page.getByRole('combobox', { name: 'Collections' }).click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.getByRole('combobox', { name: 'Collections' }).fill(collection.name)
    await page.keyboard.press('Enter')
  }
  for (const variable of variables) await addVariable(page, variable)
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/**
 * An agent that is there before the journey begins, deployed unless `deployed` is false. It is made without the
 * screens; where the service reports no agents it is made in the form, or the page would know nothing of it.
 */
export async function haveAgent(
  page: Page,
  name: string,
  has: AgentHas & { deployed?: boolean } = {},
  origin = '',
): Promise<{ agentId: string; versionId: string }> {
  const { system = SYSTEM, variables = [], agentType = 'CALL', collection, deployed = true } = has
  if (offered('listAgents', 'listAgentVersions') || origin) {
    const all = variables.map((each) => ({ required: false, defaultValue: '', ...each }))
    const { id, versionId } = await makeAgent(page, {
      name,
      origin,
      agentType,
      prompt: { system, variables: all, tools: [], preBuiltTools: [] },
      ...(collection && { useKnowledgeBase: true, knowledgeBaseCollectionIds: [collection.id] }),
    })
    if (deployed) {
      const deploying = `${origin}/api/v1/agents/${id}/versions/${versionId}/deploy`
      expect((await page.request.patch(deploying)).status()).toBeLessThan(300)
    }
    return { agentId: id, versionId }
  }
  return agentInForm(page, name, has)
}

/** The same made in the form, for services that report no agents; ends on the agent's page. */
export async function agentInForm(
  page: Page,
  name: string,
  has: AgentHas & { deployed?: boolean } = {},
): Promise<{ agentId: string; versionId: string }> {
  const made = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && new URL(reply.url()).pathname === '/api/v1/agents',
  )
  await createAgent(page, name, has)
  const { agent } = await (await made).json()
  if (has.deployed ?? true) await deploy(page)
  return { agentId: agent.id, versionId: agent.version.id }
}

/** Deploys the newest version, which has no test, on the page of an agent. */
export async function deploy(page: Page, reason = 'Tried by hand'): Promise<void> {
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Deployed', { exact: true })).toBeVisible()
}

/** Shows a part of the page of an agent. */
export const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Parts of the agent' }).getByRole('link', { name }).click()

/** Opens what is rarely wanted of an agent: its ids, and what can be done with it. */
export const openDetails = (page: Page): Promise<void> => page.getByText('Details', { exact: true }).click()

/** Every request of the page with this method to an address with this end. Only watched, never changed. */
export function watchRequests(page: Page, method: string, end: string): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname.endsWith(end)) seen.push(request)
  })
  return seen
}

/** How far the page can be scrolled below its content, in pixels. */
export const blankBelow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const end = (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) + scrollY
    return Math.max(0, document.documentElement.scrollHeight - Math.max(innerHeight, Math.ceil(end)))
  })

/** How far the page can be scrolled to the side. */
export const sideScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
