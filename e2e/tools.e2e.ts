import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { closeNow, listen } from '../src/net/test-server.fixture'
import { seriousFindings } from './accessibility'
import { frontOf } from './front'
import { expect, test } from './screen'
import { CREDENTIALS } from './stack'

const rows = (page: Page) => page.getByRole('table', { name: 'Tools' }).getByRole('row')
const footer = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

interface ToolService {
  readonly origin: string
  /** The requests it got: query and CREDENTIALS. */
  readonly asked: { query: string; bearer?: string; key?: string }[]
  close(): Promise<void>
}

/** A service with many tools: pages of at most 40, and a last cursor that leads back when `repeats`. */
async function serveTools(count: number, { repeats = false } = {}): Promise<ToolService> {
  const asked: ToolService['asked'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service')
    if (url.pathname !== '/api/v1/tools') return void response.writeHead(404).end('{}')
    const { authorization, 'x-api-key': key } = request.headers
    asked.push({ query: url.search, bearer: authorization, key: key?.toString() })
    const start = Number(url.searchParams.get('cursor') ?? 0)
    const end = Math.min(start + Math.min(Number(url.searchParams.get('limit') ?? 10), 40), count)
    const tools = Array.from({ length: end - start }, (_, at) => ({
      id: `tool-${start + at}`,
      name: `Lookup ${start + at}`,
      description: 'Looks something up.',
      slug: `lookup-${start + at}`,
      speech: '',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
      structure: {
        url: 'https://api.example.com/things/{{thing}}',
        method: 'GET',
        headers: {},
        body: {},
        timeout: 30,
        variables: [{ name: 'thing', type: 'str', description: 'What is looked up', required: true }],
      },
    }))
    const last = end < count ? String(end) : repeats ? '40' : null
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ tools, pagination: { limit: 40, nextCursor: last } }))
  })
  return {
    origin: await listen(server),
    asked,
    close: () => closeNow(server),
  }
}

test('the tools of the local service, their checks, and one of them in the panel', async ({ page }) => {
  await page.goto('/tools')
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()
  const row = rows(page).filter({ hasText: 'Find an order' })
  await expect(row).toContainText('find-order')
  await expect(row).toContainText('No findings')
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('appointment')
  await expect(rows(page)).toHaveCount(2)
  await rows(page).filter({ hasText: 'Book an appointment' }).click()
  const panel = page.getByRole('dialog', { name: 'Book an appointment' })
  await expect(panel).toContainText('https://api.example.com/appointments')
  await expect(panel.locator('mark').filter({ hasText: '{{date}}' })).toBeVisible()
  const copySlug = panel.getByRole('button', { name: 'Copy slug' })
  await expect(copySlug).toBeHidden()
  await panel.getByText('Details', { exact: true }).click()
  await expect(copySlug).toBeVisible()
  await expect(panel.getByRole('table', { name: 'Variables' }).getByRole('row')).toHaveCount(4)
  await expect(page).toHaveURL(/q=appointment.*tool=|tool=.*q=appointment/)
  expect(await seriousFindings(page)).toEqual([])

  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rows(page).filter({ hasText: 'Book an appointment' })).toBeFocused()
})

test('a thousand tools are read page by page, with the bearer token and never the key; a repeated cursor ends them', async ({
  page,
  stack,
}) => {
  const service = await serveTools(1_000, { repeats: true })
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}/tools`)
  await expect(footer(page, '40 so far; the service has more.')).toBeVisible()
  expect(service.asked).toHaveLength(1)

  // Scrolling to the end of the list reads the next page.
  await rows(page).filter({ hasText: 'Lookup 0' }).first().focus()
  await page.keyboard.press('End')
  await expect(footer(page, '80 so far')).toBeVisible()
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(footer(page, '1,000 tools')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load all' })).toHaveCount(0)
  await expect(page.getByText('The service repeated a page, so the list may be incomplete.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('Lookup 999')
  await expect(rows(page)).toHaveCount(2)

  expect(service.asked).toHaveLength(25)
  expect(new Set(service.asked.map(({ bearer }) => bearer))).toEqual(
    new Set([`Bearer ${CREDENTIALS.SERVICE_ACCESS_TOKEN}`]),
  )
  expect(service.asked.filter(({ key }) => key !== undefined)).toEqual([])
  await service.close()
})

test('without a token the screen names the variable, and nothing is asked', async ({ page, stack }) => {
  const service = await serveTools(10)
  const console = await stack.startConsole({
    SERVICE_URL: service.origin,
    SERVICE_API_KEY: CREDENTIALS.SERVICE_API_KEY,
  })
  await page.goto(`${console.origin}/tools`)
  await expect(page.getByText('The tool list needs an access token')).toBeVisible()
  await expect(page.getByText('Set SERVICE_ACCESS_TOKEN')).toBeVisible()
  expect(service.asked).toEqual([])
  await service.close()
})

test('a page that fails keeps what was loaded, and is tried again by hand', async ({ page, stack }) => {
  const service = await serveTools(1_000)
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}/tools`)
  await expect(footer(page, '40 so far')).toBeVisible()
  await service.close()
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(page.getByRole('alert')).toContainText('The next page could not be loaded')
  await expect(rows(page).filter({ hasText: 'Lookup 3' }).first()).toBeVisible()
})

test('a search that finds nothing among what is loaded leads to the rest, and so does a link to a tool', async ({
  page,
  stack,
}) => {
  const service = await serveTools(200)
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}/tools?q=${encodeURIComponent('Lookup 199')}`)
  await expect(page.getByText('Searched the 40 tools loaded so far.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(rows(page)).toHaveCount(2)

  await page.goto(`${console.origin}/tools?tool=tool-150`)
  const panel = page.getByRole('dialog')
  await expect(panel).toHaveAccessibleName('This tool is not among those loaded')
  await panel.getByRole('button', { name: 'Load all' }).click()
  await expect(panel).toHaveAccessibleName('Lookup 150')
  await page.goto(`${console.origin}/tools?tool=nowhere`)
  await panel.getByRole('button', { name: 'Load all' }).click()
  await expect(panel).toHaveAccessibleName('There is no tool with this id')
  await service.close()
})

test('who leaves while all tools are loaded has no more of them read', async ({ page, stack }) => {
  const service = await serveTools(1_000)
  const { open: release, opened: held } = gate()
  let pages = 0
  const front = await frontOf(
    service.origin,
    () => undefined,
    ({ path }) => (path === '/api/v1/tools' && ++pages > 2 ? held : undefined),
  )
  const console = await stack.startConsole({ SERVICE_URL: front.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}/tools`)
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(footer(page, 'Loading all, 80 so far')).toBeVisible()
  await expect.poll(() => pages).toBe(3)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  release()
  await page.getByRole('link', { name: 'Calls' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  expect(pages).toBe(3)
  await front.close()
  await service.close()
})
