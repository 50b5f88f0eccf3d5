import { findingsAtBothWidths, findingsInBothThemes, seriousFindings } from './accessibility'
import {
  addVariable,
  createAgent,
  deploy,
  fillAgent,
  haveAgent,
  openDetails,
  openTab,
  SAMPLES,
  sideScroll,
  watchRequests,
} from './agent-steps'
import { inPage } from './in-page'
import { haveCollection } from './knowledge-steps'
import { needs, offered } from './needs'
import { expect, test, unique } from './screen'

test('an agent with every field is created, shown again, and deployed once by a double click', async ({
  page,
}) => {
  const name = unique('Returns desk')
  const collection = unique('Returns')
  await haveCollection(page, collection)

  await page.goto('/agents')
  await page.getByRole('link', { name: 'New agent' }).click()
  await expect(page).toHaveTitle('New agent · Switchboard')
  await fillAgent(page, name, 'You answer {{customer}} for {{company}} about order {{order.id}}.')
  await page.getByLabel('Description').fill('Answers what callers ask about returns')
  await page.getByLabel('Agent type').selectOption('CALL')
  await page.getByLabel('Use knowledge base').check()
  await page.getByRole('combobox', { name: 'Collections' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.getByRole('combobox', { name: 'Collections' }).fill(collection)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Tools', exact: true }).fill('find-order, book-appointment')
  await page.getByRole('button', { name: 'Add tool' }).click()
  await page.getByRole('combobox', { name: 'Built-in tools' }).fill('end-call')
  await page.getByRole('button', { name: 'Add built-in tool' }).click()
  await page.getByLabel('Voicemail message').fill('Please call us back.')
  await page.getByRole('button', { name: 'Overrides' }).click()
  await page.getByLabel('Override STT config').fill('{"language": "en"}')
  await addVariable(page, { name: 'company', required: true, defaultValue: 'Northwind' })
  await page.getByRole('button', { name: 'Declare all 2' }).click()
  const variables = page.getByRole('group', { name: 'Variables', exact: true })
  await expect(variables.getByLabel('Variable name').nth(1)).toHaveValue('customer')
  await expect(variables.getByLabel('Variable name').nth(2)).toHaveValue('order.id')

  await page.getByRole('button', { name: 'Show request' }).click()
  const request = page.getByRole('dialog', { name: 'Request' })
  await expect(request).toContainText('"overrideSTTConfig": {')
  await expect(request.getByRole('button', { name: 'Copy as cURL' })).toBeVisible()
  await page.keyboard.press('Escape')

  const creations = watchRequests(page, 'POST', '/api/v1/agents')
  await page.getByRole('button', { name: 'Create agent' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(creations).toHaveLength(1)
  expect(creations[0]?.postDataJSON()).toEqual({
    name,
    description: 'Answers what callers ask about returns',
    agentType: 'CALL',
    useKnowledgeBase: true,
    knowledgeBaseCollectionIds: [expect.any(String)],
    prompt: {
      system: 'You answer {{customer}} for {{company}} about order {{order.id}}.',
      variables: [
        { name: 'company', required: true, defaultValue: 'Northwind' },
        { name: 'customer', required: true, defaultValue: '' },
        { name: 'order.id', required: true, defaultValue: '' },
      ],
      tools: ['find-order', 'book-appointment'],
      preBuiltTools: ['end-call'],
    },
    voicemailMessage: 'Please call us back.',
    overrideSTTConfig: { language: 'en' },
    sttConfigId: SAMPLES['Speech-to-text config id'],
    ttsConfigId: SAMPLES['Text-to-speech config id'],
    llmConfigId: SAMPLES['Language-model config id'],
    voiceId: SAMPLES['Voice id'],
  })

  await openTab(page, 'Versions')
  const sent = page.getByRole('region', { name: 'Sent at creation' })
  await expect(sent).toContainText('You answer {{customer}} for {{company}}')
  await expect(sent).toContainText('Please call us back.')
  await expect(sent.getByRole('link', { name: collection })).toBeVisible()
  await expect(sent).toContainText('Find an order, Book an appointment')
  const versions = page.getByRole('table', { name: 'Versions' })
  const isReported = offered('listAgentVersions')
  await expect(versions).toContainText(isReported ? 'Not deployed' : 'Not known to be deployed')

  const deployments = watchRequests(page, 'PATCH', '/deploy')
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName(new RegExp(`^Deploy version .* of ${name}\\?$`))
  await expect(dialog.getByText('Answers from').locator('..')).toContainText(collection)
  await expect(dialog).toContainText('Find an order, Book an appointment, end-call')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog.getByText('Give a reason.')).toHaveCount(1)
  await expect(dialog.getByText('This form cannot be sent as it is.')).toHaveCount(0)
  await dialog.getByLabel('Reason').fill('First version')
  await dialog.getByRole('button', { name: 'Deploy version' }).dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(versions.getByText('Deployed', { exact: true })).toBeVisible()
  if (isReported) await expect(versions).not.toContainText('from this browser')
  expect(deployments).toHaveLength(1)

  await page.reload()
  await expect(versions.getByText('Deployed', { exact: true })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click()
  const row = page.getByRole('table', { name: 'Agents' }).getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Deployed')
})

test("the service's complaints land on the fields they are about, and nothing typed is lost", async ({
  page,
}) => {
  const name = unique('Complaints')
  await page.goto('/agents/new')
  await fillAgent(page, name)
  await page.getByLabel('Voice id').fill('voice-of-nobody')
  await page.getByRole('combobox', { name: 'Tools', exact: true }).fill('ghost')
  await page.getByRole('button', { name: 'Add tool' }).click()
  await page.getByRole('button', { name: 'Create agent' }).click()
  const voice = page.getByLabel('Voice id')
  await expect(voice).toHaveAccessibleDescription(/There is no voice with this id/)
  await expect(voice).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('ghost: There is no tool with this slug')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Could not create the agent')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)

  await voice.fill(SAMPLES['Voice id'])
  await page.getByRole('button', { name: 'Remove ghost' }).click()
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('an invalid value is refused on its field, and nothing is sent', async ({ page }) => {
  await page.goto('/agents/new')
  const creations = watchRequests(page, 'POST', '/api/v1/agents')
  await fillAgent(page, '   ')
  await page.getByRole('button', { name: 'Overrides' }).click()
  await page.getByLabel('Override STT config').fill('[1')
  await page.getByLabel('System prompt').press('Control+Enter')
  const field = page.getByLabel('Name', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Name is needed')

  await field.fill(unique('Lists'))
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByLabel('Override STT config')).toBeFocused()
  await expect(page.getByLabel('Override STT config')).toHaveAccessibleDescription(/Not valid JSON/)
  // A row that was just added is wrong only once it was left.
  await page.getByRole('button', { name: 'Add variable', exact: true }).click()
  const added = page.getByLabel('Variable name')
  await expect(added).toBeFocused()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(added).not.toHaveAttribute('aria-invalid')
  await added.press('Tab')
  await expect(added).toHaveAccessibleDescription(/is needed/)
  await page.getByRole('button', { name: 'Remove variable 1' }).click()
  await addVariable(page, { name: 'two words' })
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByText('must start with a letter or _')).toBeVisible()
  expect(creations).toHaveLength(0)
})

test('a draft survives a reload, and leaving asks first', async ({ page }) => {
  const name = unique('Draft')
  await page.goto('/agents/new')
  await fillAgent(page, name, 'For {{customer}}')
  await addVariable(page, { name: 'customer', required: true })
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Restored what you typed')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(page.getByLabel('Variable name')).toHaveValue('customer')

  await page.getByRole('navigation').getByRole('link', { name: 'Calls' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  // A second Enter keeps what was typed.
  await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)

  await page.getByRole('navigation').getByRole('link', { name: 'Calls' }).click()
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('an agent that may have been created is in doubt wherever its form is, and no unfinished draft, until the list shows it', async ({
  page,
  stack,
}) => {
  needs('listAgents')
  const { origin, line } = await stack.startOnLine()
  const name = unique('In doubt')
  const doubt = `${name} may have been created`
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, name)
  const swallowed = line.swallowAnswers('POST')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await swallowed
  // Nothing answers from now on, so that the list does not show it yet.
  await line.down()
  await expect(page.getByRole('alert')).toContainText(doubt)
  await expect(page.getByRole('alert').getByRole('link', { name: 'the list of agents' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Calls' }).click()
  const question = page.getByRole('dialog', { name: 'Leave this form?' })
  await expect(question).toContainText(`${doubt}. What you typed here will be lost.`)
  await question.getByRole('button', { name: 'Stay here' }).click()

  // The list of the service has it (D1019).
  line.heal()
  await line.up()
  await expect(page.getByText(`${name} is in the list of agents`)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(`${name} was created`)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(origin)
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText('Agent created')
  await expect(page.getByText('A new agent is not sent')).toHaveCount(0)
  await expect(page.getByText('without a known outcome')).toHaveCount(0)
  await page.goto(`${origin}/agents/new`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  const notice = page.getByRole('status').filter({ hasText: `${name} was created` })
  await expect(notice).toContainText('Restored what you typed here before.')
  await page.getByRole('button', { name: 'Create agent' }).click()
  const again = page.getByRole('dialog', { name: 'Send it again?' })
  await expect(again).toContainText(`${name} was created.`)
  await again.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Open agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goto(`${origin}/agents/new`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('what is typed into a form that was emptied after a lost answer is another agent', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  const name = unique('Emptied')
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, name)
  const swallowed = line.swallowAnswers('POST')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await swallowed
  line.cut()
  await expect(page.getByRole('alert')).toContainText(`${name} may have been created`)
  line.heal()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByLabel('Name', { exact: true }).fill(unique('Another'))
  await page.reload()
  await expect(page.getByText('Restored what you typed')).toBeVisible()
  await expect(page.getByText(/may have been created|was created/)).toHaveCount(0)
})

test('the Undo of a form that was emptied, or whose changes were discarded, goes with the form', async ({
  page,
}) => {
  const { agentId } = await haveAgent(page, unique('Left alone'), { deployed: false })
  const undo = page.getByRole('button', { name: /^Undo/ })
  const leave = async () => {
    await expect(undo).toBeVisible()
    await page.getByRole('link', { name: 'Tools', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()
    // At once: it would go by itself in a while.
    expect(await undo.count()).toBe(0)
  }
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/agents/new')
  await page.getByLabel('Name', { exact: true }).fill(unique('Begun'))
  await page.reload()
  await page.getByRole('button', { name: 'Start over' }).click()
  await leave()
  await page.goto(`/agents/${agentId}`)
  await page.getByLabel('Voicemail message').fill('Call back.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await leave()
})

test('a doubt about one agent is a line in a form that makes another, which is created without a question (D972)', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  const [name, other] = [unique('Doubted'), unique('Sure')]
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, name)
  const swallowed = line.swallowAnswers('POST')
  const create = page.getByRole('button', { name: 'Create agent' })
  await create.click()
  await swallowed
  // Nothing answers, so that no list shows it.
  await line.down()
  const doubt = page.getByText(`${name} may have been created`)
  const alert = page.getByRole('alert').filter({ has: doubt })
  await expect(alert).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(other)
  await expect(alert).toHaveCount(0)
  await expect(
    page.getByRole('paragraph').filter({ has: page.getByRole('link', { name: 'Show agents' }) }),
  ).toHaveText(`${name} may have been created. Show agents`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await expect(alert).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(other)
  await expect(alert).toHaveCount(0)

  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  const restored = page.getByRole('status').filter({ hasText: 'Restored what you typed here before.' })
  await expect(restored).toBeVisible()
  await expect(restored).not.toContainText('may have been created')
  await expect(doubt).toBeVisible()
  line.heal()
  await line.up()
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible()
})

test('closing the tab with unsent input asks first', async ({ page }) => {
  await page.goto('/agents/new')
  await page.getByLabel('Name', { exact: true }).fill('Not yet')
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Not yet')
})

test('Back and reloading ask before they lose what was typed in a dialog', async ({ page }) => {
  const { agentId } = await haveAgent(page, unique('Reasoned'), { deployed: false })
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await reason.fill('The tests are green')
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay here' }).click()
  await expect(reason).toHaveValue('The tests are green')
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await question).dismiss()
  await expect(reason).toHaveValue('The tests are green')
  await page.goBack()
  await leaving.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(reason).toHaveCount(0)
})

test('an agent made elsewhere is added by its id, and its version deployed as the service decides', async ({
  page,
}) => {
  const id = unique('agent').replaceAll(' ', '-')
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Add agent by id' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add agent by id' })
  await dialog.getByLabel('Agent id', { exact: true }).fill('not/an id')
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  await expect(dialog.getByLabel('Agent id', { exact: true })).toHaveAccessibleDescription(/letters, digits/)
  await dialog.getByLabel('Agent id', { exact: true }).fill(id)
  await dialog.getByLabel('Name').fill('Made elsewhere')
  await dialog.getByLabel('Version id').fill('version-7')
  await dialog.getByLabel('This version is deployed').check()
  await dialog.getByLabel('Testing lab agent id').fill('41')
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Made elsewhere' })).toBeVisible()
  await openDetails(page)
  await expect(page.getByText('41', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('This service does not know this agent')).toBeVisible()

  // Nothing is offered that the service cannot do; a link from elsewhere still leads to its refusal.
  await expect(page.getByRole('button', { name: /^(Try|Deploy) version/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Place call|New thread)$/ })).toHaveCount(0)
  await openTab(page, 'Versions')
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('version-7')
  await expect(page.getByRole('button', { name: 'Add version by id' })).toHaveCount(0)
  await openTab(page, 'Tests')
  await expect(page.getByRole('region', { name: 'Test evidence' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Generate|Run) scenarios$/ })).toHaveCount(0)
  await page.goto(`/agents/${id}?deploy=version-7`)
  await page.getByRole('dialog').getByLabel('Reason').fill('As agreed')
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy version' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('There is no agent with this id')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await openDetails(page)
  await page.getByRole('button', { name: 'Forget agent' }).click()
  await expect(page.getByRole('table', { name: 'Agents' }).getByText('Made elsewhere')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  const table = page.getByRole('table', { name: 'Agents' })
  await expect(table.getByText('Made elsewhere')).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Tests' })).toBeVisible()
})

test('an agent of another service is not called deployed, and can be removed or added under another id', async ({
  page,
  browser,
  stack,
}) => {
  needs('listAgents', 'listAgentVersions')
  const name = unique('Moved')
  await createAgent(page, name)
  await deploy(page, 'Agreed')
  await page.goto('/agents?transfer=true')
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const path = await (await download).path()

  const other = await (await browser.newContext()).newPage()
  await other.goto(`${await stack.untouched()}/agents?transfer=true`)
  const chooser = other.waitForEvent('filechooser')
  await other.getByRole('dialog').getByRole('button', { name: 'Choose file' }).click()
  await (await chooser).setFiles(path)
  await other.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  const row = other.getByRole('table', { name: 'Agents' }).getByRole('row', { name })
  await expect(row).toContainText('Not known to this service')
  await expect(row).not.toContainText('Deployed')
  await row.getByRole('link', { name }).click()
  const notice = other.getByRole('status').filter({ hasText: 'This service does not know this agent' })
  await expect(notice.getByRole('link', { name: 'Duplicate as new agent' })).toBeVisible()
  await expect(other.getByRole('region', { name: 'Sent at creation' })).toContainText('brief and friendly')
  await expect(other.getByText('Deployed', { exact: true })).toHaveCount(0)
  await expect(other.getByText('cannot create versions')).toHaveCount(0)
  await openTab(other, 'Deployments')
  await expect(other.getByRole('region', { name: 'Deployed version' })).toContainText(
    'No version is deployed',
  )
  await notice.getByRole('link', { name: 'Add under another id' }).click()
  await expect(other.getByRole('dialog', { name: 'Add agent by id' })).toBeVisible()
  await other.goBack()
  await notice.getByRole('button', { name: 'Remove from the list' }).click()
  await expect(other.getByText(`${name} was forgotten here`)).toBeVisible()
  await expect(row).toHaveCount(0)
  await other.context().close()
})

test('an address with an unknown agent says so and offers to add it', async ({ page }) => {
  const id = unique('stranger').replaceAll(' ', '-')
  await page.goto(`/agents/${id}`)
  const told = offered('listAgentVersions') ? 'There is no agent with this id' : 'does not know this agent'
  await expect(page.getByRole('heading', { level: 1 })).toContainText(told)
  await page.getByRole('link', { name: 'Add agent by id' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add agent by id' })
  await expect(dialog.getByLabel('Agent id', { exact: true })).toHaveValue(id)
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: id })).toBeVisible()
  if (offered('listAgentVersions'))
    await expect(page.getByText('There is nothing to configure.')).toBeVisible()
})

test('another version is added by its id, and deploying it says what it replaces', async ({ page }) => {
  const { agentId } = await haveAgent(page, unique('Two versions'))
  await page.goto(`/agents/${agentId}?tab=versions`)
  await page.getByRole('button', { name: 'Add version by id' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add version by id' })
  await dialog.getByLabel('Version id').fill('version-next')
  await dialog.getByLabel('Label').fill('spring wording')
  await dialog.getByRole('button', { name: 'Add version' }).click()
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('spring wording')

  await page.getByRole('button', { name: 'Deploy version' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByLabel('Version', { exact: true })).toHaveValue('version-next')
  await expect(question).toContainText('It replaces version')
  await question.getByLabel('Reason').fill('As agreed')
  await question.getByRole('button', { name: 'Deploy version' }).click()
  await expect(question.getByRole('alert')).toContainText('no version with this id')
  await expect(question.getByLabel('Reason')).toBeFocused()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the screens about agents are accessible in both themes, and fit 390 px', async ({ page }) => {
  const name = unique('Accessible agent with a name that is rather long for a telephone')
  const variables = [{ name: 'customer', required: true, defaultValue: 'you' }]
  const { agentId } = await haveAgent(page, name, { variables, deployed: false })
  const places = [
    ['/agents', page.getByRole('table', { name: 'Agents' }).getByText(name)],
    ['/agents?add=true', page.getByRole('dialog')],
    ['/agents/new', page.getByLabel('System prompt')],
    [
      `/agents/${agentId}`,
      page
        .getByRole('button', { name: 'Discard' })
        .or(page.getByText('No changes'))
        .or(page.getByText('This service cannot create versions')),
    ],
  ] as const
  const open = inPage(page)
  await page.goto('/')
  for (const [address, sign] of places) {
    await page.setViewportSize({ width: 1280, height: 844 })
    await open(address)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(sign.first()).toBeVisible()
      // For a frame or two after the page became narrow a table has the widths of before, and scrolls.
      await expect.poll(() => sideScroll(page), `${address} at ${width}`).toBe(0)
    }
    // The others `stillness` judges; whether they fit is asked with a long name.
    if (address === '/agents?add=true') expect(await findingsAtBothWidths(page), address).toEqual([])
  }
  // The parts of an agent of which nothing is known yet, below the same header.
  for (const tab of ['conversations', 'tests', 'deployments']) {
    await open(`/agents/${agentId}?tab=${tab}`)
    await expect(page.getByRole('region', { name: /Calls|Test evidence|Deployments/ }).first()).toBeVisible()
    await expect.poll(() => seriousFindings(page), tab).toEqual([])
  }
  await open('/agents/new')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByText('Name is needed')).toBeVisible()
  expect(await findingsInBothThemes(page)).toEqual([])
})
