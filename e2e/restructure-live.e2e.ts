import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { haveAgent } from './agent-steps'
import { addToCollection, button, dialog, haveCollection, haveSomeFiles, listFiles } from './knowledge-steps'
import { needs } from './needs'
import { DEPLOYED, step, TESTED, tick } from './restructure-steps'
import { expect, test, unique } from './screen'
import { addVersion } from './version-steps'

/** The version that was created last, as the service lists it. */
async function newestVersion(page: Page, agentId: string): Promise<string> {
  const { agent } = await (await page.request.get(`/api/v1/agents/${agentId}/versions`)).json()
  const [newest] = agent.versions.toSorted(
    (one: { version: number }, other: { version: number }) => other.version - one.version,
  )
  return newest.id
}

/** Without the console, as a colleague does elsewhere. */
async function deployElsewhere(page: Page, agentId: string, versionId: string): Promise<void> {
  const deployed = await page.request.patch(`/api/v1/agents/${agentId}/versions/${versionId}/deploy`)
  expect(deployed.status()).toBeLessThan(300)
}

/** A restructure of the collection up to where the answers are tested; all of it was made without this browser. */
async function startFrom(page: Page, oldId: string, fresh: string): Promise<void> {
  await page.goto(`/knowledge/restructure/new?from=${oldId}`)
  await page.getByLabel('Name of the new collection').fill(fresh)
  await button(page, 'Start restructure').click()
  await expect(step(page, 'Test the answers')).toContainText('Waits for you')
}

test('the service says what is deployed: a tick that is not so is refused, and live agents are named before files go', async ({
  page,
}) => {
  needs('listAgents', 'listAgentVersions', 'createAgentVersion')
  const old = unique('Returns')
  const id = await haveCollection(page, old, await haveSomeFiles(page, 2))
  const moved = unique('Desk')
  const { agentId, versionId } = await haveAgent(page, moved, { collection: { id, name: old } })
  await startFrom(page, id, unique('Returns 2027'))
  const steps = page.getByRole('region', { name: 'Steps' })
  await expect(steps).toContainText(`Version 2 of ${moved} created, not deployed`)

  await tick(page, TESTED).check()
  await tick(page, DEPLOYED).click()
  await expect(page.getByText(`The former version of ${moved} is still deployed.`)).toBeVisible()
  await expect(tick(page, DEPLOYED)).not.toBeChecked()
  const newVersion = await newestVersion(page, agentId)
  await deployElsewhere(page, agentId, newVersion)
  await tick(page, DEPLOYED).check()
  // A tick shows at once, and counts when the service was asked.
  await expect(button(page, `Retire ${old}`)).toBeVisible()

  // Somebody deploys the former version again, and another agent on the old collection.
  await deployElsewhere(page, agentId, versionId)
  const other = unique('Shop')
  await haveAgent(page, other, { collection: { id, name: old } })
  await button(page, `Retire ${old}`).click()
  const question = dialog(page, `Retire ${old}?`)
  await expect(question).toContainText(`${other} and ${moved} are live and still use it`)
  const remove = question.getByRole('button', { name: 'Remove its files' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  expect(await seriousFindings(page)).toEqual([])
  await question.getByRole('textbox').fill(old)
  await remove.click()
  await expect(page.getByText(`The former version of ${moved} is still deployed.`)).toBeVisible()
  await expect(steps).not.toContainText('removed')

  await deployElsewhere(page, agentId, newVersion)
  await button(page, `Retire ${old}`).click()
  await expect(question).toContainText(`${other} is live and still uses it`)
  await question.getByRole('textbox').fill(old)
  await remove.click()
  await expect(page.getByText('The restructure is complete')).toBeVisible()
  await expect(step(page, 'Retire the old collection')).toBeFocused()
  // Requests are read where they are asked for.
  await expect(steps.getByText(/\/api\/v1/).filter({ visible: true })).toHaveCount(0)
})

test('what was added to the old collection while the question was open stays, and the end says so', async ({
  page,
}) => {
  const [first = '', second = '', late = ''] = await haveSomeFiles(page, 3)
  const old = unique('Stores')
  const id = await haveCollection(page, old, [first, second])
  await startFrom(page, id, unique('Stores 2027'))
  await tick(page, TESTED).check()
  await button(page, `Retire ${old}`).click()
  const question = dialog(page, `Retire ${old}?`)
  await expect(question).toContainText('It loses 2 files.')
  await addToCollection(page, id, [late])
  await question.getByRole('button', { name: 'Remove its files' }).click()
  const end = page.getByText('The restructure is complete')
  await expect(end).toContainText('1 file was added meanwhile and stays in it.')
  await expect(end).not.toContainText('empty')
})

/** What a colleague takes out of a collection elsewhere. */
async function takeOut(page: Page, collection: string, names: readonly string[]): Promise<void> {
  const listed = await (await page.request.get('/api/v1/knowledge-base/collections')).json()
  const id = listed.collections.find((each: { name: string }) => each.name === collection)?.id
  for (const { fileName, id: fileId } of await listFiles(page))
    if (names.includes(fileName)) {
      const removed = await page.request.delete(
        `/api/v1/knowledge-base/collection/${id}/file/${fileId}/remove`,
      )
      expect(removed.status()).toBeLessThan(300)
    }
}

test('the question names all that the new collection lost elsewhere, as it is when the question opens', async ({
  page,
}) => {
  const [first = '', second = '', third = ''] = await haveSomeFiles(page, 3)
  const old = unique('Stores')
  const fresh = unique('Stores 2027')
  const id = await haveCollection(page, old, [first, second, third])
  await startFrom(page, id, fresh)
  await tick(page, TESTED).check()
  await expect(button(page, `Retire ${old}`)).toBeVisible()
  await takeOut(page, fresh, [first, second])
  await button(page, `Retire ${old}`).click()
  const question = dialog(page, `Retire ${old}?`)
  await expect(question).toContainText('No longer in the new collection:')
  for (const gone of [first, second]) await expect(question).toContainText(gone)
  await expect(question).not.toContainText(third)
  await expect(question).toContainText('Nothing is removed before they are added again.')
  await question.getByRole('button', { name: 'Remove its files' }).click()
  await expect(page.getByText('Continue to add it again')).toBeVisible()
  await expect(step(page, 'Retire the old collection')).not.toContainText('removed')
})

test('a stop says that nothing is sent, and focus stays on the step', async ({ page }) => {
  const old = unique('Hours')
  const id = await haveCollection(page, old, await haveSomeFiles(page, 1))
  await startFrom(page, id, unique('Hours 2027'))
  for (const _ of ['once', 'again']) {
    await button(page, 'Stop here').click()
    await expect(page.getByRole('status').filter({ hasText: 'Stopped: nothing is sent.' })).toBeVisible()
    await expect(step(page, 'Test the answers')).toBeFocused()
    await button(page, 'Continue').click()
    await expect(step(page, 'Test the answers')).toContainText('Waits for you')
  }
  await tick(page, TESTED).check()
  await button(page, 'Roll back').click()
  await dialog(page).getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText('Rolled back.')).toBeVisible()
  await expect(step(page, 'Test the answers')).toContainText('Done')
  await expect(step(page, 'Retire the old collection')).toContainText('Not done')
  await expect(page.getByRole('region', { name: 'Steps' })).not.toContainText('To do')
})

test('the form begins with the files of the old collection, and of each agent with the version that serves', async ({
  page,
}) => {
  needs('listAgents', 'listAgentVersions', 'createAgentVersion')
  const [first = '', inside = ''] = await haveSomeFiles(page, 3)
  const old = unique('Delivery')
  const id = await haveCollection(page, old, [inside])
  const agent = unique('Line')
  const { agentId } = await haveAgent(page, agent, { collection: { id, name: old } })
  const uses = { useKnowledgeBase: true, knowledgeBaseCollectionIds: [id] }
  await deployElsewhere(page, agentId, await addVersion(page, agentId, 'You are quick.', uses))
  await addVersion(page, agentId, 'You are slow.', uses)
  await page.goto(`/knowledge/restructure/new?from=${id}`)
  const files = page.getByRole('group', { name: /^Files to attach/ }).getByRole('listitem')
  await expect(files.first()).toContainText(inside)
  await expect(files.first().getByRole('checkbox')).toBeChecked()
  await expect(files.filter({ hasText: first })).toHaveCount(1)
  const versions = page.getByRole('group', { name: 'Agent versions to move' }).getByRole('listitem')
  const its = versions.filter({ hasText: agent })
  await expect(its).toContainText([/Version 3/, /Version 2.*deployed/, /Version 1/])
  await expect(its.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(its.nth(1).getByRole('checkbox')).toBeChecked()
})

test('a name that is taken is told in the form; taken meanwhile, nothing is rolled back, and the form is filled again', async ({
  page,
}) => {
  const [file = '', other = ''] = await haveSomeFiles(page, 2)
  const old = unique('Returns')
  const id = await haveCollection(page, old, [file])
  const taken = unique('Delivery')
  await haveCollection(page, taken, [other])
  await page.goto(`/knowledge/restructure/new?from=${id}`)
  const name = page.getByLabel('Name of the new collection')
  await name.fill(` ${taken}`)
  await button(page, 'Start restructure').click()
  await expect(
    page.getByText(`There is already a collection named ${taken}. Choose another name.`),
  ).toBeVisible()
  await expect(name).toBeFocused()

  const meanwhile = unique('Meanwhile')
  await name.fill(meanwhile)
  await page.getByRole('checkbox', { name: other }).check()
  await haveCollection(page, meanwhile)
  await button(page, 'Start restructure').click()
  await expect(page.getByText(`There is already a collection named ${meanwhile}`)).toBeVisible()
  const address = page.url()
  await button(page, 'Roll back').click()
  await expect(dialog(page)).toContainText('Nothing was created or changed.')
  await page.keyboard.press('Escape')
  await page.goto('/')
  await expect(page.getByText(`Restructuring ${old} into ${meanwhile} is not finished`)).toBeVisible()
  await page.goto(address)
  await button(page, 'Start again').click()
  await expect(page).toHaveURL(/restructure\/new/)
  await expect(name).toHaveValue(meanwhile)
  for (const chosen of [file, other]) await expect(page.getByRole('checkbox', { name: chosen })).toBeChecked()
  await page.goto(address)
  await expect(page.getByText('Rolled back. Nothing was created.')).toBeVisible()
  await expect(step(page, 'Attach the files')).toContainText('Not done')
  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(name).toHaveValue(meanwhile)
})
