import { seriousFindings } from './accessibility'
import { createAgent, sideScroll, watchRequests } from './agent-steps'
import { openEditor } from './prompt-steps'
import { expect, test, unique } from './screen'
import { addVersion, shownAgent } from './version-steps'

test('a new version starts from an existing one, shows what changes, and is created', async ({ page }) => {
  const name = unique('Versions')
  await createAgent(page, name, [{ name: 'customer', required: true, defaultValue: 'you' }])
  const agentId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(`/agents/${agentId}/versions/new`)
  await expect(page.getByRole('heading', { level: 1, name: 'New version' })).toBeVisible()
  const changes = page.getByRole('region', { name: 'What changes' })
  await expect(changes).toContainText('Nothing is changed yet.')
  await expect(page.getByLabel('Variable name')).toHaveValue('customer')
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(0)

  await openEditor(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\nCall them {{customer}}.')
  await page.getByLabel('Voicemail message').fill('Call back.')
  await expect(changes.getByRole('insertion').filter({ hasText: 'Call them' })).toBeVisible()
  await expect(changes).toContainText('Voicemail message')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sideScroll(page)).toBe(0)

  const creations = watchRequests(page, 'POST', `/api/v1/agents/${agentId}`)
  await page.getByRole('button', { name: 'Create version' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(creations).toHaveLength(1)
  const sent = creations[0]?.postDataJSON()
  expect(sent.prompt.system).toMatch(/\nCall them \{\{customer\}\}\.$/)
  expect(sent).not.toHaveProperty('name')
  await expect(page.getByRole('table', { name: 'Versions' }).getByRole('row')).toHaveCount(3)
})

test('settings beyond the document are in the form and go along from version to version', async ({
  page,
}) => {
  await createAgent(page, unique('Settings'))
  const agentId = shownAgent(page)
  const settings = {
    mode: 'FLOW',
    speakFirst: false,
    backgroundAudio: 20,
    postCallVariables: [{ variableName: 'mood', type: 'string', required: true }],
    language: { languageCode: 'de-DE' },
  }
  const from = await addVersion(page, 'You are brief.', settings)
  await page.goto(`/agents/${agentId}/versions/new?from=${from}`)
  await expect(page.getByLabel('Speak first')).toHaveValue('false')
  await page.getByLabel('Voicemail message').fill('Call back.')
  await page.getByRole('button', { name: 'Create version' }).click()
  await expect(page.getByRole('table', { name: 'Versions' }).getByRole('row')).toHaveCount(4)
  const { agent } = await (await page.request.get(`/api/v1/agents/${agentId}/versions`)).json()
  expect(agent.versions[0]).toMatchObject({ version: 3, voicemailMessage: 'Call back.', ...settings })
  expect(agent.versions[2]).toMatchObject({ version: 1, mode: 'PROMPT', speakFirst: null, language: null })
})

test('where the service does not report the agent, the screen says what to do instead of a new version', async ({
  page,
}) => {
  await page.goto('/agents/made-elsewhere/versions/new')
  const instead = page
    .getByRole('status')
    .filter({ hasText: 'This service cannot create versions from here' })
  await expect(instead).toContainText('add its id on the page of the agent')
  await instead.getByRole('link', { name: 'Duplicate as new agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New agent' })).toBeVisible()
})
