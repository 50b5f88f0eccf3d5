import { mainActions } from './accessibility'
import { fillAgent } from './agent-steps'
import { frontOf } from './front'
import { serveReplies } from './other-service'
import { expect, test } from './screen'
import { CREDENTIALS } from './stack'

test('what is refused beside the fields of a form is counted, and the count leads to it; an agent that was created, but whose reply names no id, is looked for in the list, not sent again', async ({
  page,
  stack,
}) => {
  const error = (path: string) => ({ path, message: 'Not like this' })
  const service = await serveReplies({
    'POST /api/v1/agents': {
      success: false,
      status: 422,
      message: 'Some fields are wrong.',
      errors: ['name', 'description', 'tier', 'region', 'team'].map(error),
    },
  })
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, 'Front desk')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '2 fields to correct' })).toBeVisible()
  const team = page.getByRole('alert').filter({ hasText: 'Some fields' }).getByText('team', { exact: true })
  await expect(team).not.toBeInViewport()
  await page.getByRole('button', { name: 'Show 3 more' }).click()
  await expect(team).toBeInViewport()

  // What the refused form holds is given up.
  page.on('dialog', (asked) => asked.accept())
  service.answer({ 'POST /api/v1/agents': { ok: true } })
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, 'Front desk')
  const create = page.getByRole('button', { name: 'Create agent' })
  await create.click()
  const alert = page.getByRole('alert').filter({ hasText: 'The agent was created' })
  await expect(alert).toContainText('The agent was created, but the reply could not be read')
  await expect(alert).toContainText('but the reply lacks the id of the agent or of its version.')
  const form = page.getByRole('form', { name: 'New agent' })
  expect(await mainActions(page, form)).toEqual([])
  // What was sent is there, so nothing is lost by leaving.
  await alert.getByRole('link', { name: 'Show agents' }).click()
  await expect(page).toHaveURL(`${origin}/agents`)
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, 'Back desk')
  await create.click()
  await expect(alert).toBeVisible()
  expect(await mainActions(page, form)).toEqual([])
  // Another agent is another matter.
  await page.getByLabel('Name', { exact: true }).fill('Side desk')
  await expect.poll(() => mainActions(page, form)).toEqual(['Create agent'])
  await service.close()
})

test('where the collections cannot be read, the list of files says so, and one button asks for what is missing', async ({
  page,
  stack,
}) => {
  const service = await stack.sharedService()
  const refused = new Set(['files', 'collections'])
  const lists: Readonly<Record<string, unknown>> = {
    files: { files: [{ fileId: 'f-1', fileName: 'hours.md', status: 'INGESTED' }] },
    collections: { collections: [{ id: 'c-1', name: 'Hours', files: [{ fileId: 'f-1' }] }] },
  }
  const front = await frontOf(service.origin, ({ method, path }) => {
    const [, list = ''] = /\/knowledge-base\/(files|collections)$/.exec(path) ?? []
    if (method !== 'GET' || !(list in lists)) return undefined
    return refused.has(list)
      ? 401
      : { status: 200, type: 'application/json', body: JSON.stringify(lists[list]) }
  })
  const { origin } = await stack.startConsole({ SERVICE_URL: front.origin, ...CREDENTIALS })
  const row = page.getByRole('row').filter({ hasText: 'hours.md' })
  const missing = page.getByText('Collections could not be loaded.')
  const again = page.getByRole('button', { name: 'Try again' })

  await page.goto(`${origin}/knowledge/files`)
  await expect(again).toHaveCount(1)
  refused.delete('files')
  await again.click()
  await expect(row).toBeVisible()
  await expect(missing).toBeVisible()
  refused.delete('collections')
  await again.click()
  await expect(missing).toHaveCount(0)
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()

  for (const list of ['files', 'collections']) refused.add(list)
  // Both lists are refused before either is asked for again.
  await page.reload({ waitUntil: 'networkidle' })
  await expect(again).toHaveCount(1)
  refused.clear()
  await again.click()
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await front.close()
})

test('a collection that was created, but is not listed, is said not to be', async ({ page, stack }) => {
  const service = await serveReplies({
    'GET /api/v1/knowledge-base/collections': { collections: [] },
    'GET /api/v1/knowledge-base/files': { files: [] },
    'POST /api/v1/knowledge-base/collection': undefined,
  })
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${origin}/knowledge/collections?new=true`)
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByLabel('Name').fill('Opening hours')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByText('Opening hours was created')).toBeVisible()
  await expect(page.getByText('The service does not list it yet.')).toBeVisible()

  // One whose answer is lost is looked for before anybody is asked whether to send it again.
  const create = 'POST /api/v1/knowledge-base/collection'
  service.answer({ [create]: { success: false, status: 500, message: 'It broke.' } })
  await page.goto(`${origin}/knowledge/collections?new=true`)
  await dialog.getByLabel('Name').fill('Returns')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The collection may have been created')
  service.answer({ 'GET /api/v1/knowledge-base/collections': [{ id: 'late', name: 'Returns' }] })
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(page).toHaveURL(`${origin}/knowledge/collections/late`)
  await expect(page.getByText('Returns was created')).toBeVisible()
  expect(service.sent.filter(({ request }) => request === create)).toHaveLength(2)
  await service.close()
})

for (const [screen, path, name] of [
  ['/calls', '/api/v1/agent-calls', 'calls'],
  ['/threads', '/api/v1/threads', 'threads'],
] as const)
  test(`of ${name} that cannot be read the list says how many, also where none can`, async ({
    page,
    stack,
  }) => {
    const entries: unknown[] = ['no record', 7]
    const service = await serveReplies({ [`GET ${path}`]: { [name]: entries } })
    const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
    await page.goto(origin + screen)
    await expect(page.getByText('2 entries could not be read.')).toBeVisible()
    entries.push({ callId: 'one', threadId: 'one', toPhoneNumber: '+15005550110' })
    await page.reload()
    await expect(page.getByRole('row', { name: /555/ })).toBeVisible()
    await expect(page.getByText('2 entries could not be read.')).toBeVisible()
    await service.close()
  })

test('a version whose prompt is not reported says why nothing of it can be edited, and what can be done', async ({
  page,
  stack,
}) => {
  const service = await serveReplies({
    'GET /api/v1/agents': { agents: [{ agentId: 'desk', name: 'Desk' }] },
    'GET /api/v1/agents/desk/versions': { versions: [{ versionId: 'v1', versionNumber: 3 }] },
  })
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${origin}/agents/desk`)
  const notice = page.getByRole('status').filter({ hasText: 'This version cannot be edited here' })
  await expect(notice).toContainText(
    'The service does not report its prompt. Change it in the service itself.',
  )
  await expect(notice.getByRole('link', { name: 'Add version by id' })).toBeVisible()
  await expect(notice.getByRole('link', { name: 'Duplicate as new agent' })).toHaveCount(0)
  await expect(page.getByText('This service cannot create versions from here')).toHaveCount(0)
  await service.close()
})
