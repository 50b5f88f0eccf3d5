import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { sideScroll, watchRequests } from './agent-steps'
import { inPage } from './in-page'
import { needs } from './needs'
import { serveReplies } from './other-service'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'
import { makeAgent } from './version-steps'

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Everything that this browser's ledger stores, as text. */
const storedHere = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify({ ...sessionStorage }), JSON.stringify({ ...localStorage })]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
        })
        texts.push(JSON.stringify(rows))
      }
      database.close()
    }
    return texts.join('\n')
  })

test('a cURL command becomes a tool, which is edited and duplicated; no header value is stored', async ({
  page,
}) => {
  needs('createTool')
  const name = unique('Find parcel')
  await page.goto('/tools')
  await page.getByRole('button', { name: 'New tool' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Import from cURL' }).click()
  await dialog.getByLabel('cURL command').fill('wget https://api.example.com')
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(dialog.getByRole('alert')).toContainText('no curl command')
  await dialog
    .getByLabel('cURL command')
    .fill(
      `curl -X POST 'https://api.example.com/parcels/{{parcel}}' \\\n -H 'X-Pass: hunter-two' -d '{"note": "It'\\''s {{parcel}}"}'`,
    )
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(dialog.getByLabel('URL')).toHaveValue('https://api.example.com/parcels/{{parcel}}')
  await expect(dialog.getByLabel('Method')).toHaveValue('POST')
  await expect(dialog.getByLabel('Header value')).toHaveValue('hunter-two')
  await expect(dialog.getByText('There is no description')).toBeVisible()
  // It is made from the name.
  await expect(dialog.getByText('There is no slug')).toHaveCount(0)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Description', { exact: true }).fill('Where a parcel is')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sideScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 844 })
  await dialog.getByRole('button', { name: 'Show request' }).click()
  const request = page.getByRole('dialog', { name: 'Request' })
  await expect(request).toContainText('This request may hold credentials')
  await request.getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Create tool' }).dblclick()
  await expect(dialog).toHaveAccessibleName(name)
  await expect(dialog).toContainText('https://api.example.com/parcels/')

  const changes = watchRequests(page, 'PATCH', new URL(page.url()).searchParams.get('tool') ?? '')
  await dialog.getByRole('button', { name: 'Edit tool' }).click()
  await expect(dialog).toHaveAccessibleName(`Edit ${name}`)
  await dialog.getByLabel('URL').fill('https://api.example.com/parcels/{{parcel}}?by={{who}}')
  await dialog.getByRole('button', { name: 'Declare who' }).click()
  await expect(dialog.getByLabel('Variable name')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Save tool' }).click()
  await expect(page.getByText(`${name} was saved`)).toBeVisible()
  expect(changes.map((each) => Object.keys(each.postDataJSON().structure))).toEqual([['url', 'variables']])
  await expect(dialog).toContainText('?by=')

  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(`${name} copy`)
  await dialog.getByRole('button', { name: 'Create tool' }).click()
  await expect(dialog).toHaveAccessibleName(`${name} copy`)
  const stored = await storedHere(page)
  expect(stored).toContain(name)
  expect(stored).not.toContain('hunter-two')
})

test('a slug that is taken is refused on its field', async ({ page }) => {
  needs('createTool')
  await page.goto('/tools?new=true')
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name', { exact: true }).fill(unique('Another'))
  await dialog.getByLabel('Slug').fill('find-order')
  await dialog.getByLabel('URL').fill('https://api.example.com')
  await dialog.getByRole('button', { name: 'Create tool' }).click()
  await expect(dialog.getByLabel('Slug')).toHaveAccessibleDescription(/Another tool has the slug find-order/)
})

test('an operation of an OpenAPI document fills the form', async ({ page }) => {
  needs('createTool')
  await page.goto('/tools?new=true')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Import from OpenAPI' }).click()
  const document = dialog.getByLabel('OpenAPI document')
  await document.fill('openapi: 3.0.0')
  await expect(dialog.getByRole('alert')).toContainText('YAML')
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  await document.fill(
    JSON.stringify({
      openapi: '3.0.0',
      servers: [{ url: 'https://shop.example/v1' }],
      paths: { '/orders/{id}': { get: { summary: 'Read an order', parameters }, delete: { parameters } } },
    }),
  )
  await dialog.getByLabel('Operation').selectOption('GET /orders/{id}')
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(dialog.getByLabel('URL')).toHaveValue('https://shop.example/v1/orders/{{id}}')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Read an order')
  await expect(dialog.getByLabel('Variable name')).toHaveValue('id')
})

test('from one form to another by its address, the fields are those of the other tool; what was typed is asked about', async ({
  page,
  stack,
}) => {
  const tools = ['Lookup', 'Refund'].map((name, at) => ({
    id: `t${at}`,
    name,
    slug: name.toLowerCase(),
    structure: { url: `https://${name.toLowerCase()}.example` },
  }))
  const service = await serveReplies({ 'GET /api/v1/tools': { tools }, 'GET /api/v1/tools/t0': tools[0] })
  const running = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  const open = inPage(page)
  const dialog = page.getByRole('dialog', { name: /tool|Edit/ })
  const url = dialog.getByLabel('URL')
  await page.goto(`${running.origin}/tools?edit=t0`)
  await expect(url).toHaveValue('https://lookup.example')
  await open('/tools?edit=t1')
  await expect(dialog).toHaveAccessibleName('Edit Refund')
  await expect(url).toHaveValue('https://refund.example')
  await open('/tools?copy=t1')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Refund copy')
  await url.fill('https://typed.example')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(dialog).toHaveAccessibleName('Edit Refund')
  await expect(url).toHaveValue('https://refund.example')
  await service.close()
})

test('where the service offers no changes of tools, none are shown, and no write is tried', async ({
  page,
  stack,
}) => {
  const tool = {
    id: 't1',
    name: 'Lookup',
    slug: 'lookup',
    structure: { url: 'https://a.example', timeout: 15 },
  }
  const service = await serveReplies({ 'GET /api/v1/tools': { tools: [tool] } })
  const running = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${running.origin}/tools?tool=t1`)
  const panel = dialogOf(page)
  await expect(panel).toHaveAccessibleName('Lookup')
  await expect(panel).toContainText('15 seconds')
  await expect(panel.getByRole('link', { name: 'Use in a new agent' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Edit tool' })).toHaveCount(0)
  await page.goto(`${running.origin}/tools?new=true`)
  await expect(page.getByRole('table', { name: 'Tools' })).toContainText('Lookup')
  await expect(page.getByRole('button', { name: 'New tool' })).toHaveCount(0)
  await expect(dialogOf(page)).toHaveCount(0)
  expect(service.sent.every(({ request }) => request.startsWith('GET '))).toBe(true)
  await running.stop()
  await service.close()
})

test('"used by" counts agents that only the service knows', async ({ page }) => {
  needs('listAgents', 'listAgentVersions')
  const name = unique('Elsewhere')
  const prompt = { system: 'You are brief.', variables: [], tools: ['find-order'], preBuiltTools: [] }
  await makeAgent(page, { name, prompt })
  await page.goto('/tools')
  const row = page.getByRole('table', { name: 'Tools' }).getByRole('row').filter({ hasText: 'find-order' })
  await page.goto('/tools?sort=-usedBy')
  await expect(row).toContainText(/\d agents?/)
  await page.goto('/tools?tool=tool-find-order')
  const users = dialogOf(page).getByRole('region', { name: 'Used by' })
  await expect(users.getByRole('link', { name })).toBeVisible()
  await expect(users).toContainText(/agents? of the service/)
})
