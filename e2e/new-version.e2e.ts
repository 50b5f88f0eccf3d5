import { seriousFindings } from './accessibility'
import { haveAgent, openTab, sideScroll, watchRequests } from './agent-steps'
import { needs } from './needs'
import { openEditor } from './prompt-steps'
import { expect, test, unique } from './screen'
import { addVersion, makeAgent } from './version-steps'

test('a new version starts from an existing one, shows what changes, and is created', async ({ page }) => {
  const name = unique('Versions')
  needs('createAgentVersion', 'listAgentVersions')
  const variables = [{ name: 'customer', required: true, defaultValue: 'you' }]
  const { agentId } = await haveAgent(page, name, { variables, deployed: false })
  await page.goto(`/agents/${agentId}`)
  await expect(page.getByText('No changes')).toBeVisible()
  const changes = page.getByRole('region', { name: 'What changes' })
  await expect(page.getByLabel('Variable name')).toHaveValue('customer')
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(0)

  await openEditor(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\nCall them {{customer}}.')
  await page.getByLabel('Voicemail message').fill('Call back.')
  await expect(changes.getByRole('insertion').filter({ hasText: 'Call them' })).toBeVisible()
  await expect(changes).toContainText('Voicemail message')
  await expect(page.getByText('2 changes')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save version' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 changes')).toBeVisible()
  await page.getByRole('button', { name: 'Deploy version' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    '2 changes in the form are not saved, and not deployed.',
  )
  await page.keyboard.press('Escape')
  // Another part of the page, a reload: what was typed stays.
  await openTab(page, 'Versions')
  await expect(page.getByRole('table', { name: 'Versions' })).toBeVisible()
  await openTab(page, 'Configure')
  await expect(page.getByRole('textbox', { name: 'Voicemail message' })).toHaveValue('Call back.')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('2 changes')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sideScroll(page)).toBe(0)

  const creations = watchRequests(page, 'POST', `/api/v1/agents/${agentId}`)
  await page.getByRole('checkbox', { name: 'As a new version' }).check()
  await page.getByRole('button', { name: 'Save as new version' }).dblclick()
  await expect(page.getByRole('combobox', { name: 'Version', exact: true })).toHaveValue(/./)
  await expect(page.getByText('The version was created')).toBeVisible()
  // Where the cursor was.
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toBeFocused()
  expect(creations).toHaveLength(1)
  const sent = creations[0]?.postDataJSON()
  expect(sent.prompt.system).toMatch(/\nCall them \{\{customer\}\}\.$/)
  expect(sent).not.toHaveProperty('name')
  const shown = page.getByRole('combobox', { name: 'Version', exact: true }).locator('option:checked')
  await expect(shown).toHaveText('Version 2')
  await expect(page.getByText('No changes')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Voicemail message' })).toHaveValue('Call back.')
  await openTab(page, 'Versions')
  await expect(page.getByRole('table', { name: 'Versions' }).getByRole('row')).toHaveCount(3)
  // What is saved later was not sent at creation.
  await openTab(page, 'Configure')
  await page.getByLabel('Voicemail message').fill('Try again.')
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('The version was saved')).toBeVisible()
  await openTab(page, 'Versions')
  await expect(page.getByRole('region', { name: 'Changed since creation' })).toContainText('Try again.')
  await expect(page.getByRole('region', { name: 'Sent at creation' })).toContainText('Call back.')
  await expect(page.getByRole('region', { name: 'Sent at creation' })).not.toContainText('Try again.')
})

test('Ctrl+S saves what was typed into the form of a version, and never asks for a file', async ({
  page,
}) => {
  needs('updateAgentVersion', 'listAgentVersions')
  const { agentId, versionId } = await haveAgent(page, unique('By key'), { deployed: false })
  await page.goto(`/agents/${agentId}`)
  const changes = watchRequests(page, 'PATCH', `/versions/${versionId}`)
  await page.evaluate(() => {
    addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 's') document.title = defaultPrevented ? 'ours' : "the browser's"
    })
  })
  await expect(page.getByText('No changes')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page).toHaveTitle('ours')
  // What was typed last is saved, too, before the form shows that it heard of it.
  await openEditor(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\nBe kind.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The version was saved')).toBeVisible()
  await expect(page.getByText('No changes')).toBeVisible()
  expect(changes.map((each) => each.postDataJSON().prompt.system)).toEqual([
    expect.stringMatching(/\nBe kind\.$/),
  ])
  await page.getByLabel('Voicemail message').fill('Call back.')
  await page.getByRole('button', { name: 'Deploy version' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 change in the form is not saved')
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  expect(changes).toHaveLength(1)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Save the version in the form')
})

test('a version that is not deployed is edited: only what changed is sent, and the deployed one is not offered for it', async ({
  page,
}) => {
  const name = unique('Edited')
  needs('createAgentVersion', 'updateAgentVersion', 'listAgentVersions')
  const { agentId } = await haveAgent(page, name)
  await page.goto(`/agents/${agentId}`)
  await expect(page.getByText('This version is deployed: changes become a new version.')).toBeVisible()
  const creations = watchRequests(page, 'POST', `/api/v1/agents/${agentId}`)
  const refused = page.getByRole('status').getByText('Change something to save it')
  const save = page.getByRole('button', { name: 'Save as new version' })
  await expect(save).toBeInViewport({ ratio: 1 })
  // By the mouse itself: what Playwright presses it may scroll to.
  const { x = 0, y = 0 } = (await save.boundingBox()) ?? {}
  await page.mouse.click(x + 8, y + 8)
  await expect(refused).toBeVisible()
  // It is no error: nothing is red, and the page stays where it is.
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('button', { name: 'Save version' })).toHaveCount(0)
  const versionId = await addVersion(page, agentId, 'You are brief.', {
    backgroundAudio: 20,
    voicemailMessage: 'Call.',
  })
  await page.goto(`/agents/${agentId}?version=${versionId}`)

  const changes = watchRequests(page, 'PATCH', versionId)
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(refused).toBeVisible()
  await page.getByRole('button', { name: 'Show request' }).click()
  await expect(page.getByRole('dialog')).toContainText('there is nothing to send')
  await page.keyboard.press('Escape')
  const asNew = page.getByRole('checkbox', { name: 'As a new version' })
  await asNew.check()
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await expect(refused).toBeVisible()
  expect(creations).toHaveLength(0)
  await asNew.uncheck()
  await page.getByRole('textbox', { name: 'Voicemail message' }).fill('')
  await openEditor(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And kind.')
  await page.getByRole('button', { name: 'Save version' }).dblclick()
  await expect(page.getByText('The version was saved')).toBeVisible()
  await expect(page.getByText('No changes')).toBeVisible()
  expect(changes.map((each) => each.postDataJSON())).toEqual([
    { voicemailMessage: null, prompt: expect.objectContaining({ system: 'You are brief. And kind.' }) },
  ])
  await openTab(page, 'Versions')
  await expect(page.getByRole('region', { name: 'System prompt' })).toContainText('And kind.')
  const { agent } = await (await page.request.get(`/api/v1/agents/${agentId}/versions`)).json()
  expect(agent.versions).toHaveLength(2)
  expect(agent.versions[0]).toMatchObject({ version: 2, backgroundAudio: 20, voicemailMessage: null })

  // Another tab changed the same field meanwhile: nothing is overwritten unseen.
  await openTab(page, 'Configure')
  const colleagues = { voicemailMessage: 'Of a colleague.' }
  const saved = changes.length
  await page.request.patch(`/api/v1/agents/${agentId}/versions/${versionId}`, { data: colleagues })
  await page.getByRole('textbox', { name: 'Voicemail message' }).fill('Mine.')
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByRole('alert')).toContainText('This version was changed elsewhere meanwhile')
  expect(changes).toHaveLength(saved)
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
  expect(changes.at(-1)?.postDataJSON()).toEqual({ voicemailMessage: 'Mine.' })

  // Another tab deployed it meanwhile: the service says what to do, and what was typed stays.
  await page.getByRole('textbox', { name: 'Voicemail message' }).fill('Call back.')
  await page.request.patch(`/api/v1/agents/${agentId}/versions/${versionId}/deploy`)
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByRole('alert')).toContainText('This version is deployed')
  await expect(page.getByRole('textbox', { name: 'Voicemail message' })).toHaveValue('Call back.')
})

test('a draft that comes back over what somebody else saved says so, keeps what they changed, and is sent', async ({
  page,
}) => {
  needs('createAgentVersion', 'updateAgentVersion', 'listAgentVersions')
  const { agentId } = await haveAgent(page, unique('Restored'), { deployed: false })
  const versionId = await addVersion(page, agentId, 'You are brief.', { voicemailMessage: 'Call.' })
  await page.goto(`/agents/${agentId}?version=${versionId}`)
  const voicemail = page.getByRole('textbox', { name: 'Voicemail message' })
  await voicemail.fill('Mine.')
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()

  const theirs = { voicemailMessage: 'Of a colleague.', backgroundAudio: 30 }
  await page.request.patch(`/api/v1/agents/${agentId}/versions/${versionId}`, { data: theirs })
  page.on('dialog', (dialog) => dialog.accept())
  const changes = watchRequests(page, 'PATCH', versionId)
  // However often: the base of the draft stays.
  for (const changed of ['Voicemail message, Background audio', 'Voicemail message']) {
    await page.reload()
    await expect(voicemail).toHaveValue('Mine.')
    await expect(page.getByRole('form')).toContainText(`this version was changed elsewhere: ${changed}.`)
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    const shown = page.getByRole('region', { name: 'What changes' })
    await expect(shown.getByRole('deletion')).toContainText('Of a colleague.')
    await voicemail.fill('Mine')
    await voicemail.fill('Mine.')
  }

  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
  expect(changes.map((each) => each.postDataJSON())).toEqual([{ voicemailMessage: 'Mine.' }])
})

test('a form with changes keeps its version when another tab makes a newer one, and leads to it', async ({
  page,
  context,
}) => {
  needs('createAgentVersion', 'updateAgentVersion', 'listAgentVersions')
  const { agentId } = await haveAgent(page, unique('Two tabs'), { deployed: false })
  const [shown, voicemail] = [
    page.getByRole('combobox', { name: 'Version', exact: true }).locator('option:checked'),
    page.getByRole('textbox', { name: 'Voicemail message' }),
  ]
  await page.goto(`/agents/${agentId}`)
  await voicemail.fill('Mine.')
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()

  const tab = await context.newPage()
  await tab.goto(`/agents/${agentId}`)
  await tab.getByRole('textbox', { name: 'Voicemail message' }).fill('Theirs.')
  await tab.getByRole('checkbox', { name: 'As a new version' }).check()
  await tab.getByRole('button', { name: 'Save as new version' }).click()
  await expect(tab.getByText('The version was created')).toBeVisible()
  await tab.close()

  const parts = page.getByRole('navigation', { name: 'Parts of the agent' })
  await expect(parts.getByRole('link', { name: 'Versions' })).toContainText('2')
  await expect(shown).toHaveText('Version 1')
  await expect(voicemail).toHaveValue('Mine.')
  await page.getByRole('button', { name: 'Show version 2' }).click()
  await expect(shown).toHaveText('Version 2')
  await expect(voicemail).toHaveValue('Theirs.')
})

test('of a prompt with line ends of Windows only what is typed is a change, and it is taken back', async ({
  page,
}) => {
  needs('createAgentVersion', 'updateAgentVersion', 'listAgentVersions')
  const { id } = await makeAgent(page, { name: unique('Windows'), system: 'Be brief.\r\nBe kind.\r\nEnd.' })
  await page.goto(`/agents/${id}`)
  await openEditor(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\nThank them.')
  const changes = page.getByRole('region', { name: 'What changes' })
  await expect(changes.getByRole('insertion')).toContainText('Thank them.')
  await expect(changes.getByRole('insertion')).toHaveCount(1)
  await expect(changes.getByRole('deletion')).toHaveCount(0)
  await expect(async () => {
    await page.keyboard.press('Control+z')
    await expect(page.getByText('No changes')).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await page.getByRole('textbox', { name: 'Voicemail message' }).fill('Call back.')
  const creations = watchRequests(page, 'POST', `/api/v1/agents/${id}`)
  await page.getByRole('checkbox', { name: 'As a new version' }).check()
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await expect(page.getByText('The version was created')).toBeVisible()
  expect(creations[0]?.postDataJSON().prompt.system).toBe('Be brief.\r\nBe kind.\r\nEnd.')
})

test('a forwarding number is typed as people write it', async ({ page }) => {
  needs('updateAgentVersion', 'listAgentVersions')
  const { agentId, versionId } = await haveAgent(page, unique('Forwards'), { deployed: false })
  await page.goto(`/agents/${agentId}`)
  const number = page.getByLabel('Forwarding phone number')
  await number.fill('+1 (415) 555-0100')
  await expect(number).toHaveValue('+1 (415) 555-0100')
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('+14155550100')
  const changes = watchRequests(page, 'PATCH', versionId)
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('The version was saved')).toBeVisible()
  expect(changes.map((each) => each.postDataJSON())).toEqual([{ forwardingPhoneNumber: '+14155550100' }])
})

test('each version with a draft is named on the overview, and opened from there', async ({ page }) => {
  needs('createAgentVersion', 'updateAgentVersion', 'listAgentVersions')
  const name = unique('Several drafts')
  const { agentId, versionId: first } = await haveAgent(page, name, { deployed: false })
  const second = await addVersion(page, agentId, 'You are brief.')
  await addVersion(page, agentId, 'You are long.')
  const voicemail = page.getByRole('textbox', { name: 'Voicemail message' })
  page.on('dialog', (dialog) => dialog.accept())
  for (const [number, versionId] of [first, second].entries()) {
    await page.goto(`/agents/${agentId}?version=${versionId}`)
    await voicemail.fill(`Of version ${number + 1}.`)
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  }
  await page.goto('/')
  const lines = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  await expect(lines.filter({ hasText: `${name}: Configuration of Version` })).toHaveCount(2)
  await lines
    .filter({ hasText: `${name}: Configuration of Version 1 is not saved` })
    .getByRole('link', { name: /^Continue/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`version=${first}`))
  await expect(voicemail).toHaveValue('Of version 1.')
})

test('a new version of one that was changed elsewhere meanwhile is not made unseen, also where that one was deployed', async ({
  page,
}) => {
  needs('createAgentVersion', 'updateAgentVersion', 'listAgentVersions')
  const { agentId } = await haveAgent(page, unique('Meanwhile'), { deployed: false })
  const versionId = await addVersion(page, agentId, 'You are brief.')
  const path = `/api/v1/agents/${agentId}/versions/${versionId}`
  const colleague = (data: object) => page.request.patch(path, { data })
  await page.goto(`/agents/${agentId}?version=${versionId}`)
  await page.getByRole('textbox', { name: 'Voicemail message' }).fill('Mine.')
  await colleague({ firstMessage: 'Of a colleague.' })
  const creations = watchRequests(page, 'POST', `/api/v1/agents/${agentId}`)
  await page.getByRole('checkbox', { name: 'As a new version' }).check()
  const save = page.getByRole('button', { name: 'Save as new version' })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('This version was changed elsewhere meanwhile')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('form')).toContainText('this version was changed elsewhere: First message.')
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()

  await colleague({ backgroundAudio: 40 })
  await page.request.patch(`${path}/deploy`)
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByRole('alert')).toContainText('This version is deployed')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('This version was changed elsewhere meanwhile')
  expect(creations).toHaveLength(0)
  await save.click()
  await expect(page.getByText('The version was created')).toBeVisible()
  expect(creations.map((each) => each.postDataJSON())).toEqual([
    expect.objectContaining({ voicemailMessage: 'Mine.', firstMessage: 'Of a colleague.' }),
  ])
})

test('the order of variables is a change that the bar counts', async ({ page }) => {
  needs('createAgentVersion', 'listAgentVersions')
  const variables = ['customer', 'order', 'city'].map((name) => ({ name, required: false, defaultValue: '' }))
  const { agentId } = await haveAgent(page, unique('Ordered'), { variables, deployed: false })
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('button', { name: 'Move order up' }).click()
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('order, customer, city')
  await page.getByRole('button', { name: 'Move order down' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
})

test('settings beyond the document are in the form and go along from version to version', async ({
  page,
}) => {
  needs('createAgentVersion', 'listAgentVersions')
  const { agentId } = await haveAgent(page, unique('Settings'), { deployed: false })
  const settings = {
    mode: 'FLOW',
    speakFirst: false,
    backgroundAudio: 20,
    postCallVariables: [{ variableName: 'mood', type: 'string', required: true }],
    language: { languageCode: 'de-DE' },
  }
  const from = await addVersion(page, agentId, 'You are brief.', settings)
  await page.goto(`/agents/${agentId}?version=${from}`)
  await expect(page.getByLabel('Speak first')).toHaveValue('false')
  await page.getByLabel('Voicemail message').fill('Call back.')
  await page.getByRole('checkbox', { name: 'As a new version' }).check()
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await expect(page.getByText('The version was created')).toBeVisible()
  const { agent } = await (await page.request.get(`/api/v1/agents/${agentId}/versions`)).json()
  expect(agent.versions[0]).toMatchObject({ version: 3, voicemailMessage: 'Call back.', ...settings })
  expect(agent.versions[2]).toMatchObject({ version: 1, mode: 'PROMPT', speakFirst: null, language: null })
})
