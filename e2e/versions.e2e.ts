import { findingsAtBothWidths } from './accessibility'
import {
  createAgent,
  deploy,
  haveAgent,
  openDetails,
  openTab,
  sideScroll,
  watchRequests,
} from './agent-steps'
import { markdown, pdf } from './documents'
import { addToCollection, fileName, haveCollection, haveFiles } from './knowledge-steps'
import { addForeignAgent } from './lab-steps'
import { needs, offered } from './needs'
import { serveReplies } from './other-service'
import { expect, serviceName, test, unique } from './screen'
import { CREDENTIALS, lineTo } from './stack'
import { addAgent, addVersion, enterResult, shownAgent } from './version-steps'

const dialogOf = (page: import('playwright/test').Page) =>
  page.getByRole('dialog', { name: /^Deploy version/ })

/** Whether the upper and the lower edge of an element are what one sees there. */
const isUncovered = (element: Element) => {
  const { left, top, bottom } = element.getBoundingClientRect()
  return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint(left + 4, y)))
}

test('a version is deployed with a reason, compared with the next one, replaced by it, and deployed again', async ({
  page,
}) => {
  needs('createAgentVersion', 'listAgentVersions')
  const name = unique('Renewals')
  const { agentId } = await haveAgent(page, name, { deployed: false })
  await page.goto(`/agents/${agentId}`)
  const deployments = watchRequests(page, 'PATCH', '/deploy')
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('You are brief and friendly.')
  await expect(dialog).toContainText('No inbound number yet')
  await expect(dialog).toContainText('This version has no test result yet.')
  await expect(dialog).toContainText('Variables of prompt and messages fit together.')
  // A missing test run needs a reason, and nothing is sent without one.
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Give a reason/)
  expect(deployments).toHaveLength(0)
  await dialog.getByLabel('Reason').fill('Tried it with two colleagues')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Deployed', { exact: true })).toBeVisible()
  await openTab(page, 'Deployments')
  const deployed = page.getByRole('region', { name: 'Deployed version' })
  await expect(deployed).toContainText('Deployed from here')
  const history = page.getByRole('region', { name: 'Deployments' })
  await expect(history.getByRole('listitem').first()).toContainText('Tried it with two colleagues')
  await expect(history.getByRole('listitem').first()).toContainText('although it has no test result')

  // A colleague creates another version, and the service lists it.
  await addVersion(page, agentId, 'You are brief and polite.\nAsk for the order number.', {
    voiceId: 'voice-daniel',
  })
  await page.reload()
  await openTab(page, 'Versions')
  const versions = page.getByRole('table', { name: 'Versions' })
  await expect(versions.getByRole('row')).toHaveCount(3)
  await expect(versions.getByRole('row').nth(1)).toContainText('Version 2')
  await expect(versions.getByRole('row').nth(2)).toContainText('Deployed')
  for (const row of [1, 2]) await versions.getByRole('row').nth(row).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Compare the two' }).click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison).toContainText('2 fields differ')
  const change = comparison.getByRole('group', { name: 'Change 1 of 1' })
  await expect(change.getByRole('deletion')).toContainText('friendly')
  await expect(change.getByRole('insertion').first()).toContainText('polite')
  await expect(comparison).toContainText('voice-daniel')
  await expect(page).toHaveURL(/compare=/)
  await page.reload()
  await expect(comparison).toContainText('2 fields differ')

  // A good test result needs no reason.
  await openTab(page, 'Tests')
  const detail = page.getByRole('region', { name: 'Test evidence' })
  await detail.getByRole('button', { name: 'Enter test result' }).click()
  await enterResult(page, 'Passed', 'Nightly')
  await expect(detail).toContainText('Nightly')
  await page.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toContainText('2 fields differ: System prompt, Voice id.')
  await dialog.getByText('Show the differences').click()
  await expect(dialog.getByRole('deletion').first()).toContainText('friendly')
  await expect(dialog.getByLabel('Reason')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toHaveCount(0)
  await openTab(page, 'Deployments')
  await expect(deployed).toContainText('It replaced version 1.')
  await expect(history.getByRole('listitem').first()).toContainText('last test passed')

  // The way back is prefilled, and survives a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Redeploy previous' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Back from version 2.')
  // What is said below the title is not covered by it: the title stays when the rest is scrolled.
  expect(await dialog.getByText('It replaces version 2.').evaluate(isUncovered)).toBe(true)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/tab=deployments/)
  // A reason that nobody typed goes with the version that it was for.
  await page.getByRole('button', { name: 'Redeploy previous' }).click()
  const chosen = dialog.getByLabel('Version', { exact: true })
  const previous = await chosen.inputValue()
  await chosen.selectOption({ index: 0 })
  await expect(dialog).toContainText('This version is deployed already.')
  await chosen.selectOption(previous)
  await expect(dialog.getByLabel('Reason')).toHaveValue('')
  await dialog.getByLabel('Reason').fill('The new wording was worse')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await openTab(page, 'Versions')
  await expect(versions.getByRole('row').nth(2)).toContainText('Deployed')
  // The reason stays here.
  expect(deployments.map((request) => request.postData())).toEqual([null, null, null])
})

test('a version with wrong variables, a failed test and files that are not ready says so before it goes live', async ({
  page,
}) => {
  needs('listAgentVersions')
  const broken = fileName('broken', '.pdf')
  await haveFiles(page, [{ ...pdf(broken), buffer: Buffer.from('%PDF-1.4 nothing of use') }])
  const handbook = unique('Handbook')
  const collectionId = await haveCollection(page, handbook, [broken])

  await addAgent(page, unique('Hasty'), 'Hello {{custmer}}.', {
    prompt: {
      system: 'Hello {{custmer}}.',
      variables: [{ name: 'customer', required: false, defaultValue: 'you' }],
      tools: [],
      preBuiltTools: [],
    },
    useKnowledgeBase: true,
    knowledgeBaseCollectionIds: [collectionId],
  })
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText(
    '{{custmer}} in the system prompt is not declared. Did you mean {{customer}}?',
  )
  await expect(dialog).toContainText(broken)
  await expect(dialog).toContainText('is not INGESTED')
  await dialog.getByRole('button', { name: 'Enter test result' }).click()
  await enterResult(page, 'Failed', 'First try')
  await expect(dialog).toContainText(
    'although not all of its tests pass, variables in it are wrong and files of its collections are missing or not INGESTED',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // What was tested is not what is answered from by now.
  const added = fileName('added')
  await haveFiles(page, [markdown(added)])
  await openTab(page, 'Tests')
  await expect(page.getByText('ran before the documents')).toHaveCount(0)
  await addToCollection(page, collectionId, [added])
  await page.reload()
  const before = `Its last test ran before the documents of ${handbook} changed. Run the scenarios again.`
  await expect(page.getByText(before)).toBeVisible()
  await page.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toContainText(before)
})

test("texts of the attached tools are held against the version's variables before it goes live", async ({
  page,
  stack,
}) => {
  const tool = (slug: string, order: string) => ({
    id: slug,
    name: slug,
    slug,
    structure: {
      url: `https://api.example.com/{{${order}}}`,
      method: 'GET',
      variables: [{ name: 'order', type: 'str', required: true }],
    },
  })
  const version = {
    id: 'version-a',
    prompt: {
      system: 'Hello {{customer}}.',
      variables: [{ name: 'customer', required: false, defaultValue: 'you' }],
      tools: ['find-order', 'refund', 'gone'],
      preBuiltTools: [],
    },
  }
  const service = await serveReplies({
    'GET /api/v1/tools': { tools: [tool('find-order', 'order'), tool('refund', 'custmer')], pagination: {} },
    'GET /api/v1/agents/agent-a/versions': { agent: { id: 'agent-a', versions: [version] } },
  })
  const { SERVICE_API_KEY } = CREDENTIALS
  for (const token of [CREDENTIALS, { SERVICE_API_KEY }]) {
    const console = await stack.startConsole({ SERVICE_URL: service.origin, ...token })
    await addForeignAgent(page, console.origin, {
      agentId: 'agent-a',
      versionId: version.id,
      labId: 1,
      name: 'Orders',
    })
    await page.getByRole('button', { name: 'Deploy version' }).click()
    const dialog = dialogOf(page)
    if (token === CREDENTIALS) {
      await expect(dialog).toContainText(
        '{{custmer}} in the URL of the tool refund is not declared. Did you mean {{customer}}?',
      )
      await expect(dialog).toContainText('The service lists no tool gone, which the version calls.')
      await expect(dialog).toContainText(
        'variables in it are wrong and tools that it calls are not in the tool list',
      )
    } else
      await expect(dialog).toContainText(
        'access token that this console does not have, so the variables in find-order, refund, gone were not checked',
      )
  }
  await service.close()
})

test('a colleague imports agents, and first sees what will be added', async ({ page, browser, stack }) => {
  const name = unique('Handed over')
  await createAgent(page, name)
  await deploy(page, 'Agreed on the phone with +15005550142')
  const id = shownAgent(page)
  await openTab(page, 'Versions')
  await page.getByRole('button', { name: 'Edit label and note' }).click()
  await page.getByRole('dialog').getByLabel('Label', { exact: true }).fill('spring wording')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('spring wording')

  await page.goto('/agents')
  await page.getByRole('button', { name: 'Export or import' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const path = await (await download).path()

  const other = await browser.newContext()
  const colleague = await other.newPage()
  await colleague.goto(`${stack.origin}/agents?transfer=true`)
  const dialog = colleague.getByRole('dialog')
  const choose = async (file: Parameters<import('playwright/test').FileChooser['setFiles']>[0]) => {
    const chooser = colleague.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: /^Choose/ }).click()
    await (await chooser).setFiles(file)
  }
  const broken = (text: string) => ({
    name: 'known.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await choose(broken('{"format": "switchboard-ag'))
  await expect(dialog.getByRole('alert')).toContainText('This file is not JSON, or was cut off')
  await choose(broken('{"entries": []}'))
  await expect(dialog.getByRole('alert')).toContainText('not a file of known agents')
  await choose(path)
  const will = dialog.getByRole('region', { name: 'What the import will do' })
  await expect(will.getByRole('listitem').filter({ hasText: name })).toContainText('1 version, 1 deployment')
  // The service lists the agent; what this browser's colleague noted of it comes with the file.
  const behind = colleague.getByRole('table', { name: 'Agents', includeHidden: true })
  await expect(behind.getByText(name)).toHaveCount(offered('listAgents') ? 1 : 0)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await colleague.getByRole('table', { name: 'Agents' }).getByRole('link', { name }).click()
  await openTab(colleague, 'Versions')
  await expect(colleague.getByRole('table', { name: 'Versions' })).toContainText('spring wording')
  await expect(colleague.getByRole('region', { name: 'Sent at creation' })).toContainText(
    'brief and friendly',
  )
  await openTab(colleague, 'Deployments')
  const history = colleague.getByRole('region', { name: 'Deployments' })
  await expect(history).toContainText('Agreed on the phone with +1********42')
  await expect(history).toContainText('from an imported file')
  expect(shownAgent(colleague)).toBe(id)

  await colleague.goto(`${stack.origin}/agents?transfer=true`)
  await choose(path)
  await expect(dialog).toContainText('Everything in this file is known here already.')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
  await other.close()
})

test('500 agents are listed, searched and sorted', async ({ page }) => {
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  const agents = Array.from({ length: 500 }, (_, index) => ({
    agentId: `agent-${index}`,
    name: `Branch ${String(index).padStart(3, '0')}`,
    source: 'created',
    addedAt: at(index),
    versions: Array.from({ length: 1 + (index % 7) }, (_, version) => ({
      versionId: `v-${index}-${version}`,
    })),
    deployments: [],
  }))
  const file = {
    format: 'switchboard-agents',
    version: 1,
    service: await serviceName(page),
    exportedAt: at(0),
    agents,
    evidence: [],
  }
  await page.goto('/agents?transfer=true')
  const dialog = page.getByRole('dialog')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose file' }).click()
  const buffer = Buffer.from(JSON.stringify(file))
  await (await chooser).setFiles({ name: 'known.json', mimeType: 'application/json', buffer })
  await expect(dialog).toContainText('500 agents are new.')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  // Those that the service lists are among them.
  await expect(page.getByText(/^5\d\d agents$/)).toBeVisible()
  const table = page.getByRole('table', { name: 'Agents' })
  await table.getByRole('button', { name: 'Versions' }).click()
  await expect(table.getByRole('row').nth(1)).toContainText('7')
  await page.getByLabel('Search agents').fill('branch 499')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row').nth(1)).toContainText('Branch 499')
})

test('a deployment without an answer is unknown, and the service is asked for its result', async ({
  page,
  stack,
}) => {
  const { line, origin } = await stack.startOnLine()
  const { agentId } = await haveAgent(page, unique('Far away'), { deployed: false }, origin)
  await page.goto(`${origin}/agents/${agentId}`)
  await expect(page.getByRole('combobox', { name: 'Version', exact: true })).toContainText('Version 1')
  const deployments = watchRequests(page, 'PATCH', '/deploy')
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Reason').fill('Over a bad line')
  const answered = line.swallowAnswers('PATCH')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await answered
  line.heal()
  line.cut()
  await expect(dialog.getByRole('alert')).toContainText("We don't know if the version was deployed")
  await dialog.getByLabel('Reason').press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave this form?' })
  await expect(question).toContainText("We don't know if the version was deployed. What you typed")
  await question.getByRole('button', { name: 'Stay here' }).click()
  await dialog.getByRole('button', { name: 'Ask the service' }).click()
  await expect(dialog).toContainText('This version is deployed. The deployment went through.')
  expect(deployments).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await openTab(page, 'Deployments')
  const entry = page.getByRole('region', { name: 'Deployments' }).getByRole('listitem').first()
  await expect(entry).toContainText('Unknown')
  await expect(entry).toContainText('Over a bad line')
})

test('where no list says what is deployed, a version whose deployment has no answer may be, wherever it is named', async ({
  page,
  stack,
}) => {
  const service = await serveReplies({ 'PATCH /api/v1/agents/agent-d/versions/version-d/deploy': {} })
  const line = await lineTo(service.origin)
  const { origin } = await stack.startConsole({ ...CREDENTIALS, SERVICE_URL: line.origin })
  await addForeignAgent(page, origin, { agentId: 'agent-d', versionId: 'version-d', labId: 1, name: 'Far' })
  await page.getByRole('button', { name: 'Deploy version' }).click()
  await dialogOf(page).getByLabel('Reason').fill('Over a bad line')
  const answered = line.swallowAnswers('PATCH')
  await dialogOf(page).getByRole('button', { name: 'Deploy version' }).click()
  await answered
  line.heal()
  line.cut()
  await expect(dialogOf(page).getByRole('alert')).toContainText("We don't know")
  await page.goto(`${origin}/agents/agent-d`)
  const shown = page.getByRole('combobox', { name: 'Version', exact: true }).locator('option:checked')
  await expect(shown).toContainText('may be deployed')
  await expect(page.getByText('A deployment may have been made')).toBeVisible()
  await page.goto(`${origin}/`)
  await expect(page.getByRole('list', { name: 'Agents by state' })).toHaveText('1 not known to be deployed')
  await service.close()
})

test('a save that the end of the server cuts off is unknown, and soon', async ({ browser, stack }) => {
  needs('updateAgentVersion')
  const line = await lineTo((await stack.sharedService()).origin)
  const { origin, stop } = await stack.startConsole({ ...CREDENTIALS, SERVICE_URL: line.origin })
  // A page of its own, because the browser logs the lost connections that this test is about.
  const page = await browser.newPage()
  const { agentId } = await haveAgent(page, unique('Cut off'), { deployed: false }, origin)
  await page.goto(`${origin}/agents/${agentId}`)
  await page.getByLabel('Voicemail message').fill('Call back.')
  const answered = line.swallowAnswers('PATCH')
  await page.getByRole('button', { name: 'Save version' }).click()
  await answered
  await stop('SIGKILL')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The version may have been changed', { timeout: 10_000 })
  await expect(page.getByText('could not be loaded')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save version' })).toBeEnabled()
  await line.close()
  await page.close()
})

test('a test result is removed and put back, and details are changed here and at the service', async ({
  page,
}) => {
  needs('updateAgent')
  const name = unique('Old name')
  const { agentId } = await haveAgent(page, name, { deployed: false })
  await page.goto(`/agents/${agentId}?tab=tests`)
  const evidence = page.getByRole('region', { name: 'Test evidence' })
  await evidence.getByRole('button', { name: 'Enter test result' }).click()
  await enterResult(page, 'Unclear', 'Trial')
  await expect(evidence).toContainText('Unclear')
  await evidence.getByRole('button', { name: 'Remove the result of Trial' }).click()
  await expect(evidence).toContainText('This version has no test result yet.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(evidence).toContainText('Trial')

  const changes = watchRequests(page, 'PATCH', `/api/v1/agents/${agentId}`)
  await openDetails(page)
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(`${name} renamed`)
  await page.getByRole('dialog').getByLabel('Description').fill('Sells nothing')
  await page.getByRole('dialog').getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${name} renamed` })).toBeVisible()
  await expect(page.getByText('Sells nothing').first()).toBeVisible()
  // What is left alone keeps what another tab made of it since the dialog was opened.
  // What is left alone keeps what another tab made of it since the dialog was opened.
  await openDetails(page)
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.request.patch(`/api/v1/agents/${agentId}`, { data: { description: 'From another tab' } })
  await page.getByRole('dialog').getByLabel('Name').fill(`${name} renamed again`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByText('From another tab').first()).toBeVisible()
  expect(changes.map((request) => request.postDataJSON())).toEqual([
    { name: `${name} renamed`, description: 'Sells nothing' },
    { name: `${name} renamed again` },
  ])
  await page.goto('/agents')
  const row = page
    .getByRole('table', { name: 'Agents' })
    .getByRole('row')
    .filter({ hasText: `${name} renamed` })
  await expect(row).toContainText('Unclear')
})

test('a version is compared with the deployed one by a click, and exporting is accessible in both themes and fits 390 px', async ({
  page,
}) => {
  needs('createAgentVersion', 'listAgentVersions')
  const { agentId } = await haveAgent(page, unique('Accessible'))
  await addVersion(page, agentId, 'You are brief and polite.')
  await page.goto(`/agents/${agentId}?tab=versions`)
  const rows = page.getByRole('table', { name: 'Versions' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Compare with the deployed version' }).click()
  await expect(page).toHaveURL(/compare=/)
  await expect(page.getByRole('deletion').first()).toBeVisible()
  await page.goto('/agents?transfer=true')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findingsAtBothWidths(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await sideScroll(page)).toBe(0)
})
