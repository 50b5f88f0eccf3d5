import { gate } from '../src/net/gate.fixture'
import { findingsAtBothWidths } from './accessibility'
import { haveAgent } from './agent-steps'
import { frontOf } from './front'
import { serveReplies } from './other-service'
import { expect, test, unique } from './screen'
import { CREDENTIALS, lineTo } from './stack'
import { haveTextAgent } from './thread-steps'

test('when the service stops, the screen says so, keeps its rows, and recovers when it is back', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  const name = unique('Opening hours')

  await page.goto(`${origin}/knowledge/collections`)
  await page.getByRole('button', { name: 'New collection' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByLabel('Description').fill('When we can be reached')

  await line.down()
  await page.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('service')
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue(name)

  await line.up()
  await page.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a list that cannot be read says why and stays so while it is read again, with the focus on its button, until the service is back', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  await line.down()
  await page.goto(`${origin}/knowledge/collections`)
  await expect(page.getByText('Could not load the collections')).toBeVisible()
  await expect(page.getByText('Does not answer').first()).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.focus()
  const gone = await page.evaluateHandle(() => {
    const seen = { times: 0 }
    new MutationObserver(() => {
      if (!document.querySelector('main [role=alert]')?.textContent) seen.times += 1
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return seen
  })
  // By hand, and then by itself.
  for (const press of [true, false]) {
    const asked = page.waitForRequest(/knowledge-base/)
    if (press) await again.press('Enter')
    await asked
  }
  await expect(page.getByRole('button', { name: 'Trying again' })).toHaveCount(0)
  await expect(again).toBeFocused()
  expect(await gone.evaluate(({ times }) => times)).toBe(0)
  await line.up()
  await expect(page.getByText('Could not load the collections')).toHaveCount(0)
  await expect(page.getByText('Does not answer')).toHaveCount(0)
})

test('the rail says that it is connected once the service has answered, and not before', async ({
  page,
  stack,
}) => {
  const { open: release, opened: held } = gate()
  const service = await stack.sharedService()
  const late = await frontOf(
    service.origin,
    () => undefined,
    () => held,
  )
  const { origin } = await stack.startConsole({ ...CREDENTIALS, SERVICE_URL: late.origin })
  await page.goto(`${origin}/knowledge/collections`)
  const rail = page.getByRole('status').filter({ hasText: late.origin.replace('http://', '') })
  await expect(rail).toHaveText(/Connecting$/)
  release()
  await expect(rail).toHaveText(/Connected$/)
  await late.close()
})

test('a call, a thread and a deployment that never left were not sent, wherever they stand', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  const to = '+14155550987'
  const { agentId, versionId } = await haveAgent(page, unique('Caller'), {}, origin)
  const texter = await haveTextAgent(page, unique('Texter'), origin)
  await page.goto(`${origin}/calls?place=true&agent=${agentId}`)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill(to)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await line.down()
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not place the call')
  await line.up()

  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(`${origin}/threads/new?channel=sms&agent=${texter}`)
  await page.getByLabel('customer').fill('Ada')
  await page.getByLabel('To phone number').fill(to)
  await page.getByLabel('From phone number id').fill('number-main')
  await page.getByLabel('Initial message').fill('Hello')
  await expect(page.getByLabel('Agent version id')).not.toHaveValue('')
  await page.getByLabel('From phone number', { exact: true }).fill('+15005550101')
  await line.down()
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not start the SMS thread')
  await line.up()
  await page.goto(`${origin}/agents/${agentId}?deploy=${versionId}`)
  const deploy = page.getByRole('dialog').getByRole('button', { name: 'Deploy version' })
  await page.getByRole('dialog').getByLabel('Reason').fill('A trial')
  await line.down()
  await deploy.click()
  await expect(page.getByRole('alert')).toContainText('Could not deploy')
  await line.up()

  const untrue = page.getByText(/Refused|Answered|Dispatch refused/)
  for (const name of ['Calls', 'Threads']) {
    await page.goto(`${origin}/${name.toLowerCase()}`)
    const row = page.getByRole('table', { name }).getByRole('row').filter({ hasText: to })
    await expect(row).toContainText('Not sent')
    await expect(untrue).toHaveCount(0)
    await row.getByRole('link').or(row.getByRole('cell')).first().click()
    await page.getByText('Details', { exact: true }).click()
    for (const words of ['Not sent', 'Tried', 'Given up'])
      await expect(page.getByText(words, { exact: true }).last()).toBeVisible()
    await expect(untrue).toHaveCount(0)
  }
  await page.goto(origin)
  for (const name of ['Recent calls', 'Recent threads'])
    await expect(page.getByRole('region', { name })).toContainText('Not sent')
  await expect(page.getByText(/1 not sent/)).toBeVisible()
  await expect(untrue).toHaveCount(0)
  await page.goto(`${origin}/agents/${agentId}?tab=conversations`)
  await expect(page.getByRole('table', { name: 'Calls' })).toContainText('Not sent')
  await page.getByRole('link', { name: 'Deployments' }).click()
  await expect(page.getByRole('region', { name: 'Deployments' })).toContainText('Not sent')
  await expect(page.getByText('Tried although')).toBeVisible()
})

test('what could not be read is never shown as if nothing were there, and a new batch says why', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  // Many screens are looked at, each of which asks again before it gives up.
  test.slow()
  await line.down()
  for (const [path, failed, untrue] of [
    [
      '/',
      ['Could not load the files', 'Recent threads', 'Recent changes'],
      /No (call|thread) yet\.|In figures/,
    ],
    ['/agents', ['Could not load the agents'], 'No agents yet'],
    ['/agents/new?from=an-agent', ['Could not load the versions'], 'Nothing to duplicate'],
    ['/knowledge/files?file=a-file', ['Could not load the files'], 'There is no file with this id'],
    ['/calls?totals=true', ['Could not load the calls'], 'Totals of 0 calls'],
    ['/calls?call=a-call', ['Could not load the call'], /There is no call|does not know this call/],
    ['/tools?tool=a-tool', ['Could not load the tools'], 'There is no tool'],
    ['/threads/a-thread', ['Could not load the thread'], 'There is no thread'],
    ['/testing-lab/runs/1', ['Could not load the run'], /There is no run|does not know this run/],
    ['/testing-lab/compare?runs=1,2', ['Could not load the run'], 'There is no run'],
  ] as const) {
    await page.goto(origin + path)
    for (const words of failed) await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.getByText(untrue)).toHaveCount(0)
    // Nothing was.
    await expect(page.getByText('What you typed')).toHaveCount(0)
    // One cause is said once; elsewhere it is only not known.
    if (path === '/') {
      await expect(page.getByText(/could not (be )?load/i)).toHaveCount(1)
      await expect(page.getByText('Unknown.', { exact: true })).toHaveCount(2)
    }
    // A panel that does not come takes no room from the list.
    if (path.startsWith('/tools'))
      expect((await page.getByRole('table', { name: 'Tools' }).boundingBox())?.width).toBeGreaterThan(900)
    // One part says it everywhere: within a screen, in a panel, and instead of a page.
    if (['/', '/calls?call=a-call', '/testing-lab/runs/1'].includes(path))
      expect(await findingsAtBothWidths(page), path).toEqual([])
  }
  // The last of them can be read again by hand.
  const asked = page.waitForRequest(/testing-lab\/runs\/1$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
  // What asks the service nothing.
  for (const path of ['/calls/batch/new', '/calls/batch/zzz', '/knowledge/restructure/zzz']) {
    await page.goto(origin + path)
    await expect(page.getByText('Does not answer'), path).toBeVisible()
  }
})

test('a service that has nothing at its address is not one without anything, also once it is gone (D900)', async ({
  page,
  stack,
}) => {
  const line = await lineTo((await stack.sharedService()).origin)
  const { origin } = await stack.startConsole({ SERVICE_URL: `${line.origin}/elsewhere`, ...CREDENTIALS })
  for (const [path, failed, untrue] of [
    ['/agents', 'Could not load the agents', 'No agents yet'],
    ['/calls', 'Could not load the calls', 'No calls'],
    ['/knowledge/files', 'Could not load the files', 'Check the id'],
  ] as const) {
    await page.goto(origin + path)
    await expect(page.getByText(failed).first()).toBeVisible()
    await expect(page.getByText('Check SERVICE_URL').first()).toBeVisible()
    await expect(page.getByText('Something else answers')).toBeVisible()
    await expect(page.getByText(untrue)).toHaveCount(0)
  }
  await line.down()
  await page.goto(`${origin}/agents`)
  await expect(page.getByText('Could not load the agents')).toBeVisible()
  await expect(page.getByText('Does not answer')).toBeVisible()
})

test('a service that lists little, and then stops, is not taken for one that answers', async ({
  page,
  stack,
}) => {
  const service = await serveReplies({ 'GET /api/v1/knowledge-base/files': { files: [] } })
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${origin}/agents`)
  await expect(page.getByText('No agents yet')).toBeVisible()
  await page.goto(`${origin}/calls?call=nobody`)
  await expect(page.getByText('This browser does not know this call')).toBeVisible()
  await page.goto(origin)
  await expect(page.getByText('Connected')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await service.close()
  await page.goto(`${origin}/agents`)
  await expect(page.getByText('Does not answer')).toBeVisible()
  await page.goto(origin)
  await expect(page.getByText('Could not load the files')).toBeVisible()
  for (const untrue of ['In figures', 'No call yet.', 'No thread yet.'])
    await expect(page.getByText(untrue)).toHaveCount(0)
})

test('nothing is said to be in order, and no service to be connected, by what was read before it stopped', async ({
  page,
  stack,
}) => {
  const service = await serveReplies({
    'GET /api/v1/knowledge-base/files': { files: [{ fileId: 'f-1', status: 'INGESTED' }] },
    'GET /api/v1/agents': { agents: [] },
    'GET /api/v1/testing-lab/runs': { runs: [] },
    'GET /api/v1/tools': { tools: [] },
  })
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  const open = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
  await page.goto(`${origin}/tools`)
  await expect(page.getByText('No tools', { exact: true })).toBeVisible()
  await open('Overview')
  await page.getByRole('button', { name: 'Hide' }).click()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention).toContainText('are in order')
  await service.close()
  // What was read a moment ago is not read again.
  for (const name of ['Tools', 'Overview'])
    await expect(async () => {
      await open('Files')
      await open(name)
      await expect(page.getByText('Does not answer').first()).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 15_000 })
  await expect(page.getByText('Overview could not be refreshed and may be out of date.')).toBeVisible()
  await expect(attention).toHaveCount(0)
  // By hand, all that failed is read again.
  const asked = page.waitForRequest(/testing-lab\/runs/, { timeout: 1_000 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
})

test('a form of the testing lab stays while it reads again, says what it could not read, and reads it again by hand', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  await line.down()
  let failed = 0
  page.on('response', (response) => {
    if (response.url().includes('/scenarios')) failed += 1
  })
  await page.goto(`${origin}/testing-lab/run?from=1`)
  await expect(page.getByText('The service does not answer. It is asked again.')).toBeVisible()
  failed = 0
  await page.goto(`${origin}/testing-lab/run`)
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeVisible()
  await expect(page.getByLabel('Version under test')).toHaveAccessibleDescription(
    /The service may test another version/,
  )
  // It did not wait until the lists were given up.
  expect(failed).toBeLessThan(3)
  await name.fill('After the price list')
  await page.waitForResponse((response) => response.url().includes('/scenarios'), { timeout: 20_000 })
  await expect(name).toHaveValue('After the price list')
  for (const [path, failed] of [
    ['/testing-lab/run', 'Could not load the agents and the scenarios'],
    ['/testing-lab/generate', 'Could not load the agents'],
  ] as const) {
    // The form of a run is open.
    if (!path.endsWith('run')) await page.goto(origin + path)
    await page.getByLabel('Testing lab agent id').fill('7')
    // The cause is said once.
    await expect(page.getByRole('alert').filter({ hasText: failed })).toHaveCount(1)
    await expect(page.getByRole('alert').filter({ hasText: 'Try again' })).toHaveCount(1)
    for (const none of ['This agent has no scenarios yet.', 'No agents yet'])
      await expect(page.getByText(none)).toHaveCount(0)
    // The same notice in the same kind of form.
    if (path.endsWith('run')) expect(await findingsAtBothWidths(page), path).toEqual([])
  }
  await line.up()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Could not load the agents')).toHaveCount(0)
  await expect(page.getByLabel('Testing lab agent id')).toHaveValue('7')
})

test('a missing key is named, and a wrong one is reported as such, and not shown', async ({
  page,
  stack,
}) => {
  const service = await stack.sharedService()
  const without = await stack.startConsole({ SERVICE_URL: service.origin })
  await page.goto(`${without.origin}/knowledge/files`)
  await expect(page.getByRole('alert').first()).toContainText('SERVICE_API_KEY')
  const wrong = await stack.startConsole({
    SERVICE_URL: service.origin,
    SERVICE_API_KEY: 'not-the-right-key',
  })
  await page.goto(`${wrong.origin}/knowledge/files`)
  await expect(page.getByRole('alert').first()).toContainText('refused')
  await expect(page.getByText('not-the-right-key')).toHaveCount(0)
})
