import { expect, type Page, type Request } from 'playwright/test'

/** Ids of the local service's samples. */
export const SAMPLES = {
  'Speech-to-text config id': 'stt-general-en',
  'Text-to-speech config id': 'tts-natural',
  'Language-model config id': 'llm-balanced',
  'Voice id': 'voice-clara',
} as const

/** Fills the required fields of an agent. */
export async function fillAgent(
  page: Page,
  name: string,
  system = 'You are brief and friendly.',
): Promise<void> {
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

/** Creates an agent and ends on its page. */
export async function createAgent(
  page: Page,
  name: string,
  variables: Parameters<typeof addVariable>[1][] = [],
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, name)
  for (const variable of variables) await addVariable(page, variable)
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Deploys the newest version, which has no test, on the page of an agent. */
export async function deploy(page: Page, reason = 'Tried by hand'): Promise<void> {
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByRole('table', { name: 'Versions' }).getByText('Deployed', { exact: true }),
  ).toBeVisible()
}

/** Every request of the page with this method to an address with this end. Only watched, never changed. */
export function watchRequests(page: Page, method: string, end: string): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname.endsWith(end)) seen.push(request)
  })
  return seen
}

/** How far the page can be scrolled to the side. */
export const sideScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
