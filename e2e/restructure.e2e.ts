import { seriousFindings } from './accessibility'
import { openTab, SAMPLES, sideScroll, watchRequests } from './agent-steps'
import { drop, markdown } from './documents'
import { button, dialog, fileName, openCollection, row } from './knowledge-steps'
import { needs } from './needs'
import {
  confirmDeployment,
  DEPLOYED,
  deployMoved,
  prepare,
  startRestructure,
  step,
  TESTED,
  tick,
} from './restructure-steps'
import { expect, test, unique } from './screen'

test('a collection is restructured, with a reload in the middle of attaching, and the old one is retired', async ({
  page,
}) => {
  needs('createAgentVersion')
  const { files, old, agent } = await prepare(page)
  const fresh = unique('Returns')
  const [first = '', second = '', third = ''] = files
  const creations = watchRequests(page, 'POST', '/knowledge-base/collection')
  const removals = watchRequests(page, 'DELETE', '/remove')
  const versions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/agents\/[^/]+$/.test(request.url()))
      versions.push(request.postData() ?? '')
  })

  await openCollection(page, old)
  await page.getByRole('link', { name: 'Restructure' }).click()
  await expect(page.getByLabel('Old collection')).toContainText(old)
  await expect(page.getByRole('checkbox', { name: agent })).toBeChecked()
  // Each missing field says so itself.
  await button(page, 'Start restructure').click()
  await expect(page.getByText('Name is needed')).toBeVisible()
  await expect(page).toHaveURL(/restructure\/new/)
  await page.getByLabel('Name of the new collection').fill(fresh)
  await page.getByRole('checkbox', { name: third }).uncheck()

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
  await expect(page.getByText('Interrupted. After Continue:')).toBeVisible()
  // Screen readers hear every change of it.
  const said = await page.evaluateHandle(() => {
    const sentences = new Set<string>()
    const isIt = ({ textContent }: Element) => textContent?.includes('After Continue:')
    const status = [...document.querySelectorAll('main [role=status]')].find(isIt)
    if (!status) throw new Error('nothing says what comes next')
    new MutationObserver(() => sentences.add(status.textContent?.split('. ')[0] ?? '')).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    return sentences
  })
  await button(page, 'Continue').click()

  await expect(step(page, 'Test the answers')).toContainText('Waits for you')
  await expect(step(page, 'Attach the files')).toContainText('2 of 2 files')
  expect(await said.evaluate((sentences) => [...sentences])).toEqual([
    expect.stringMatching(/^Now: Attach the files/),
    expect.stringMatching(/^Now: Move the agent versions to it/),
    expect.stringMatching(/^What happens next: Test the answers/),
  ])
  await expect(step(page, 'Move the agent versions')).toContainText('created, not deployed')
  expect(creations).toHaveLength(1)
  expect(versions).toHaveLength(1)
  expect(JSON.parse(versions[0] ?? '')).toMatchObject({
    useKnowledgeBase: true,
    prompt: { system: 'You are brief and friendly.' },
    voiceId: SAMPLES['Voice id'],
  })
  expect(removals).toHaveLength(0)
  const moved = page.getByRole('region', { name: 'Moved versions' }).getByRole('listitem')
  await expect(moved).toContainText(/Version 2.*copy of Version 1, which is deployed/)
  expect(await seriousFindings(page)).toEqual([])
  const address = page.url()
  await page.goto('/knowledge/collections')
  await expect(page.getByText('1 restructure waits for you')).toBeVisible()
  await page.getByRole('link', { name: fresh }).click()
  await expect(page).toHaveURL(address)

  await tick(page, TESTED).check()
  await expect(step(page, 'Deploy the moved versions')).toContainText('Waits for you')
  await expect(button(page, `Retire ${old}`)).toHaveCount(0)
  // A tick is refused while the former version is deployed, because it would lose its files.
  await tick(page, DEPLOYED).click()
  await expect(page.getByText(`the former version of ${agent} is still deployed`)).toBeVisible()
  await expect(tick(page, DEPLOYED)).not.toBeChecked()
  await deployMoved(page, agent)
  await tick(page, DEPLOYED).check()
  await expect(button(page, `Retire ${old}`)).toBeVisible()
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

test('a restructure is stopped and rolled back while the old collection is retired; nothing is missing then', async ({
  page,
}) => {
  needs('createAgentVersion')
  const { files, old, agent } = await prepare(page)
  const fresh = unique('Halfway')
  await page.setViewportSize({ width: 390, height: 800 })
  await startRestructure(page, old, fresh)
  await expect(step(page, 'Test the answers')).toContainText('Waits for you')
  expect(await sideScroll(page)).toBe(0)
  await tick(page, TESTED).check()
  await button(page, 'Stop here').click()
  await expect(step(page, 'Deploy the moved versions')).toContainText('Stopped here')
  await button(page, 'Continue').click()
  await deployMoved(page, agent)
  await tick(page, DEPLOYED).check()
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
  // Not while a deployed version uses the new collection.
  await button(page, 'The former versions serve again').click()
  await expect(page.getByText(`${agent} still serves with the new collection`)).toBeVisible()
  const address = page.url()
  await page.goto('/agents')
  await page.getByRole('link', { name: agent }).click()
  await openTab(page, 'Deployments')
  await button(page, 'Redeploy previous').click()
  await confirmDeployment(page)
  await expect(page.getByRole('heading', { level: 1, name: agent })).toBeVisible()
  await page.goto(address)
  await button(page, 'The former versions serve again').click()
  await expect(page.getByText(`Rolled back. The collection ${fresh} stays`)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openCollection(page, old)
  for (const name of files) await expect(row(page, name)).toBeVisible()
  await openCollection(page, fresh)
  await expect(page.getByText('No files in this collection')).toBeVisible()
})

test('that the service did not answer is past once it does; what was begun waits for a click', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  const made = await page.request.post(`${origin}/api/v1/knowledge-base/collection`, {
    data: { name: unique('Away'), description: '' },
  })
  const reply = await made.json()
  const { id } = reply.collection ?? reply
  const file = fileName('away')
  await page.goto(`${origin}/knowledge/collections/${id}`)
  await expect(button(page, 'Upload files')).toBeVisible()
  await drop(page, [markdown(file, `# ${file}\n`)])
  await expect(row(page, file)).toContainText('INGESTED')
  await page.goto(`${origin}/knowledge/restructure/new?from=${id}`)
  await page.getByLabel('Name of the new collection').fill(unique('Back'))
  await line.down()
  await button(page, 'Start restructure').click()
  await expect(step(page, 'List the state')).toContainText('Needs attention')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await line.up()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('Interrupted, as no answer came. After Continue:')).toBeVisible()
  await button(page, 'Continue').click()
  await expect(step(page, 'Create the new collection')).toContainText('Done')
})
