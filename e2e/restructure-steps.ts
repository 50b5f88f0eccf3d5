import { expect, type Page } from 'playwright/test'
import { agentInForm } from './agent-steps'
import { button, haveCollection, haveSomeFiles, openCollection } from './knowledge-steps'
import { unique } from './screen'

export const TESTED = 'I tested the answers from the new collection'
export const DEPLOYED = 'The moved versions are deployed wherever the former ones served'

export const step = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name }).first()
export const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

/** Three files in a collection, and an agent whose deployed version answers from it. */
export async function prepare(
  page: Page,
): Promise<{ files: string[]; old: string; agent: string; agentId: string }> {
  const files = await haveSomeFiles(page, 3)
  const old = unique('Everything')
  const id = await haveCollection(page, old, files)
  const agent = unique('Desk')
  // The console moves the versions that this browser sent.
  const { agentId } = await agentInForm(page, agent, { collection: { id, name: old } })
  return { files, old, agent, agentId }
}

/** Starts from the old collection's page; ends on the procedure's. */
export async function startRestructure(page: Page, old: string, fresh: string): Promise<void> {
  await openCollection(page, old)
  await page.getByRole('link', { name: 'Restructure' }).click()
  await page.getByLabel('Name of the new collection').fill(fresh)
  await button(page, 'Start restructure').click()
  await expect(page).toHaveURL(/\/knowledge\/restructure\/[0-9a-f]+$/)
}

/** Deploys the moved version from the procedure's page, and comes back to it. */
export async function deployMoved(page: Page, agent: string): Promise<void> {
  const address = page.url()
  await page.getByRole('link', { name: `Deploy version of ${agent}` }).click()
  await confirmDeployment(page)
  await expect(page.getByRole('heading', { level: 1, name: agent })).toBeVisible()
  await page.goto(address)
}

/** Confirms the deployment. */
export async function confirmDeployment(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The answers from the new collection were tried')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toHaveCount(0)
}
