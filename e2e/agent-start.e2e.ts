import { readdir, readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { addVariable, fillAgent, haveAgent, SAMPLES, watchRequests } from './agent-steps'
import { frontOf } from './front'
import { haveCollection } from './knowledge-steps'
import { openEditor, textOf } from './prompt-steps'
import { expect, test, unique } from './screen'

async function expectSamples(page: Page): Promise<void> {
  for (const [label, id] of Object.entries(SAMPLES)) await expect(page.getByLabel(label)).toHaveValue(id)
}

test('a template becomes an agent with the samples of the local service, and choosing one can be undone', async ({
  page,
  stack,
}) => {
  const name = unique('Reminder')
  await page.goto(`${await stack.local()}/agents/new`)
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Outbound reminder' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Appointment reminder')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine')
  await expect(page.getByLabel('Voicemail message')).toHaveValue('')

  await page.getByRole('button', { name: 'Outbound reminder' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await expectSamples(page)
  const creations = watchRequests(page, 'POST', '/api/v1/agents')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const sent = creations[0]?.postDataJSON()
  expect(sent.prompt.system).toContain('{{appointment_date}}')
  expect(sent.prompt.variables.map((variable: { name: string }) => variable.name)).toContain('first_name')
  expect(sent.voicemailMessage).toContain('{{callback_number}}')

  // The same samples for one that answers from a collection, and for the next one, although they were used before.
  await page.goto(`${await stack.local()}/agents/new?collection=returns`)
  await expect(page.getByLabel('Use knowledge base')).toBeChecked()
  await expectSamples(page)
  await page.goto(`${await stack.local()}/agents/new`)
  await page.getByRole('button', { name: 'Outbound reminder' }).click()
  await expectSamples(page)
})

test('an entry of the outline that is pressed before its part has arrived leads there once it has', async ({
  page,
  stack,
}) => {
  const assets = new URL('../dist/client/assets/', import.meta.url)
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(new URL(name, assets), 'utf8')))
  const fields = scripts[texts.findIndex((text) => text.includes('Add post-call variable'))]
  const { open: arrive, opened: arrived } = gate()
  const { origin, close } = await frontOf(
    stack.origin,
    () => undefined,
    ({ path }) => (path === `/assets/${fields}` ? arrived : undefined),
  )
  await page.goto(`${origin}/agents/new`)
  // What is filled in is a form, and no frame of one.
  await page.getByRole('button', { name: 'Outbound reminder' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Appointment reminder')
  await expect(page.getByLabel('System prompt')).toHaveCount(0)
  await page.getByRole('button', { name: 'Overrides', exact: true }).click()
  arrive()
  const part = page.locator('summary', { hasText: 'Overrides' })
  await expect(part).toBeFocused()
  await expect(part).toBeInViewport()
  await close()
})

test('beside the form of a new agent its summary is announced before anything is typed', async ({ page }) => {
  await page.goto('/agents/new')
  const summary = page.getByRole('region', { name: 'What will be sent' })
  await expect(summary).toContainText('Your entries in short')
  await page.getByLabel('Name', { exact: true }).fill('Front desk')
  await expect(summary).toContainText('Front desk')
})

test('undoing a template takes back only what came of it, and one template is offered back at a time', async ({
  page,
}) => {
  await page.goto('/agents/new')
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Inbound reception' }).click()
  const agentName = page.getByLabel('Name', { exact: true })
  await expect(agentName).not.toHaveValue('Mine')
  const reception = await agentName.inputValue()
  await page.getByRole('button', { name: 'Outbound reminder' }).click()
  await expect(agentName).toHaveValue('Appointment reminder')
  await page.getByLabel('Voicemail message').fill('Typed afterwards.')
  await page.getByLabel('Description').fill('Also typed.')
  await page.getByRole('button', { name: 'Undo' }).click()
  // What stood before the template: the one before it.
  await expect(agentName).toHaveValue(reception)
  await expect(page.getByLabel('Voicemail message')).toHaveValue('Typed afterwards.')
  await expect(page.getByLabel('Description')).toHaveValue('Also typed.')
  expect(await textOf(await openEditor(page))).not.toContain('{{appointment_date}}')
})

test('an agent goes into a file and comes back; a bad file leaves what is typed as it is', async ({
  page,
}) => {
  const name = unique('Filed')
  const collection = unique('Known')
  const collectionId = await haveCollection(page, collection)
  await page.goto('/agents/new')
  await fillAgent(page, name, 'Greet {{customer}}.')
  await addVariable(page, { name: 'customer', required: true, defaultValue: 'you' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export JSON' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^filed-.*\.agent\.json$/)
  const text = await readFile(await file.path(), 'utf8')

  const importing = async (fileName: string, content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import JSON' }).click()
    await (await chooser).setFiles({
      name: fileName,
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    })
  }
  await page.getByRole('button', { name: 'Blank' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await importing('again.json', text)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(page.getByLabel('Voice id')).toHaveValue(SAMPLES['Voice id'])
  await expect(page.getByLabel('Variable name')).toHaveValue('customer')
  expect(await textOf(await openEditor(page))).toBe('Greet {{customer}}.')

  await importing('broken.json', '{"name":')
  await expect(page.getByRole('alert')).toContainText('This is no JSON file.')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)

  await importing('bare.json', JSON.stringify({ name: 'Bare', speakFirst: true, pace: 'slow', voiceId: {} }))
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bare')
  await expect(page.getByLabel('Speak first')).toHaveValue('true')
  await expect(page.getByText('left out: pace')).toBeVisible()
  await expect(page.getByText('left empty: voiceId')).toBeVisible()

  const knowledgeBaseCollectionIds = ['of-another-service', collectionId]
  await importing('elsewhere.json', JSON.stringify({ name: 'Elsewhere', knowledgeBaseCollectionIds }))
  await expect(
    page.getByText('1 collection of the file is unknown to this service: of-another'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove of-anoth/ })).toBeVisible()
  await page.getByRole('button', { name: 'Leave them out' }).click()
  await expect(page.getByText('unknown to this service')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove of-anoth/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Remove ${collection}` })).toBeVisible()
})

test('an agent is duplicated by its address, with a draft of its own', async ({ page }) => {
  const name = unique('Original')
  const variables = [{ name: 'customer', required: true, defaultValue: 'you' }]
  const { agentId } = await haveAgent(page, name, { variables, deployed: false })
  await page.goto(`/agents/new?from=${agentId}`)
  await expect(page.getByText(`Begun as a duplicate of ${name}`)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name} copy`)
  await expect(page.getByLabel('Variable name')).toHaveValue('customer')
  await page.getByLabel('Description').fill('The second one')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('The second one')
  await page.goto('/agents/new')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await page.goto(`/agents/new?from=${agentId}`)
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${name} copy` })).toBeVisible()

  await page.goto('/agents/new?from=nobody-knows')
  await expect(page.getByText('Nothing to duplicate')).toBeVisible()
})
