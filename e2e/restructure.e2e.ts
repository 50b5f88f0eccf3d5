import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { fillAgent, sideScroll, watchRequests } from './agent-steps'
import { addFiles, addHere, button, createCollection, dialog, openCollection, row } from './knowledge-steps'
import { expect, test, unique } from './screen'

const step = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name }).first()
const check = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true }).check()
const TESTED = 'I tested the answers from the new collection'
const DEPLOYED = 'The moved versions are deployed wherever the former ones served'

/** Two files in a collection, and an agent whose deployed version answers from it. */
async function prepare(page: Page): Promise<{ files: string[]; old: string; agent: string }> {
  const files = await addFiles(page, 3)
  const old = unique('Everything')
  await createCollection(page, old)
  await addHere(page, old, files)
  const agent = unique('Desk')
  await page.goto('/agents/new')
  await fillAgent(page, agent)
  await page.getByRole('combobox', { name: 'Collections' }).fill(old)
  await page.getByRole('option', { name: old }).click()
  await button(page, 'Create agent').click()
  await expect(page.getByRole('heading', { level: 1, name: agent })).toBeVisible()
  await button(page, 'Deploy version').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy version' }).click()
  await expect(page.getByText('Deployed', { exact: true }).first()).toBeVisible()
  return { files, old, agent }
}

/** Starts from the old collection's page; ends on the procedure's. */
async function startRestructure(
  page: Page,
  old: string,
  fresh: string,
  without: string[] = [],
): Promise<void> {
  await openCollection(page, old)
  await page.getByRole('link', { name: 'Restructure' }).click()
  await page.getByLabel('Name of the new collection').fill(fresh)
  for (const name of without) await page.getByRole('checkbox', { name }).uncheck()
  await button(page, 'Start restructure').click()
  await expect(page).toHaveURL(/\/knowledge\/restructure\/[0-9a-f]+$/)
}

test('a collection is restructured, with a reload in the middle of attaching, and the old one is retired', async ({
  page,
}) => {
  const { files, old, agent } = await prepare(page)
  const fresh = unique('Returns')
  const [first = '', second = '', third = ''] = files
  const creations = watchRequests(page, 'POST', '/knowledge-base/collection')
  const removals = watchRequests(page, 'DELETE', '/remove')

  await openCollection(page, old)
  await page.getByRole('link', { name: 'Restructure' }).click()
  await expect(page.getByLabel('Old collection')).toContainText(old)
  await expect(page.getByRole('checkbox', { name: agent })).toBeChecked()
  // What is missing is said where it is missing.
  await button(page, 'Start restructure').click()
  await expect(page.getByText('Name is needed')).toBeVisible()
  await expect(page).toHaveURL(/restructure\/new/)
  await page.getByLabel('Name of the new collection').fill(fresh)
  await page.getByRole('checkbox', { name: third }).uncheck()
  expect(await seriousFindings(page)).toEqual([])

  // The line is slow, so that the page is reloaded while the files are attached.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 700 })
  await button(page, 'Start restructure').click()
  await expect(step(page, 'Attach the files')).toContainText('Working')
  await page.reload()
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 0 })
  await expect(step(page, 'Create the new collection')).toContainText('Done')
  await expect(step(page, 'Move the agent versions')).toContainText('To do')
  await button(page, 'Continue').click()

  await moveByHand(page)
  await expect(step(page, 'Test the answers')).toContainText('Waits for you')
  expect(creations).toHaveLength(1)
  expect(removals).toHaveLength(0)
  expect(await seriousFindings(page)).toEqual([])
  const address = page.url()
  await page.goto('/knowledge/collections')
  await expect(page.getByText('1 restructure waits for you')).toBeVisible()
  await page.getByRole('link', { name: fresh }).click()
  await expect(page).toHaveURL(address)

  await check(page, TESTED)
  await expect(step(page, 'Deploy the moved versions')).toContainText('Waits for you')
  await expect(button(page, `Retire ${old}`)).toHaveCount(0)
  await check(page, DEPLOYED)
  await page.reload()
  await button(page, `Retire ${old}`).click()
  const question = dialog(page, `Retire ${old}?`)
  await expect(question).toContainText('It loses 3 files')
  await expect(question).toContainText(`Not in the new collection: ${third}.`)
  await expect(question).toContainText('The empty collection stays')
  await question.getByRole('button', { name: 'Remove its files' }).click()
  await expect(page.getByText(`the empty ${old} stays, as the interface cannot delete it`)).toBeVisible()
  expect(removals).toHaveLength(3)

  await openCollection(page, fresh)
  for (const name of [first, second]) await expect(row(page, name)).toBeVisible()
  await openCollection(page, old)
  await expect(page.getByText('No files in this collection')).toBeVisible()
  await page.goto('/knowledge/collections')
  await expect(row(page, fresh, 'Collections')).toBeVisible()
  await expect(page.getByText('1 restructure')).toHaveCount(0)
})

/** What a person does in the service, noted here without the id of the new version. */
async function moveByHand(page: Page): Promise<void> {
  await expect(step(page, 'Move the agent versions')).toContainText('Waits for you')
  await expect(page.getByText('knowledgeBaseCollectionIds')).toBeVisible()
  await button(page, 'Note as moved').click()
}

test('a restructure is stopped and rolled back while the old collection is retired; nothing is missing then', async ({
  page,
}) => {
  const { files, old } = await prepare(page)
  const fresh = unique('Halfway')
  await page.setViewportSize({ width: 390, height: 800 })
  await startRestructure(page, old, fresh)
  await moveByHand(page)
  expect(await sideScroll(page)).toBe(0)
  await check(page, TESTED)
  await button(page, 'Stop here').click()
  await expect(step(page, 'Deploy the moved versions')).toContainText('Stopped here')
  await button(page, 'Continue').click()
  await check(page, DEPLOYED)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await button(page, `Retire ${old}`).click()
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 700 })
  await dialog(page).getByRole('button', { name: 'Remove its files' }).click()
  await expect(step(page, 'Retire the old collection')).toContainText('removed')
  await button(page, 'Stop here').click()
  await expect(step(page, 'Retire the old collection')).toContainText('Stopped here')
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 0 })
  expect(await seriousFindings(page)).toEqual([])

  await button(page, 'Roll back').click()
  await dialog(page).getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText('Deploy the former versions again.')).toBeVisible()
  await button(page, 'The former versions serve again').click()
  await expect(page.getByText(`Rolled back. The collection ${fresh} stays`)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openCollection(page, old)
  for (const name of files) await expect(row(page, name)).toBeVisible()
  await openCollection(page, fresh)
  await expect(page.getByText('No files in this collection')).toBeVisible()
})
