import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { closeNow, listen } from '../src/net/test-server.fixture'
import { choose, csv, numberOf } from './batch-steps'
import { expect, test } from './screen'
import { CREDENTIALS, type Stack } from './stack'

const agent = { agentId: 'agent-b', versionId: 'version-b' }
const PAGE = 100

interface Listed {
  readonly id: string
  readonly [field: string]: unknown
}

/** A service that lists calls a page at a time, newest first, whatever time is asked for. `tellsId`: its reply to a dispatch names the call. */
async function busyService(tellsId: boolean) {
  let calls: readonly Listed[] = []
  const asked: string[] = []
  const call = (id: string, toPhoneNumber: string, secondsAgo = 0): Listed => ({
    ...{ id, toPhoneNumber, agentId: agent.agentId, agentVersionId: agent.versionId, outbound: true },
    ...{ status: 'COMPLETED', callEndedReason: 'ENDED' },
    createdAt: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
  })
  const answerTo = (method: string, url: URL, body: string): unknown => {
    if (url.pathname.endsWith('/collections')) return { collections: [] }
    const versions = [{ id: agent.versionId, version: 1, deployed: true }]
    if (url.pathname === '/api/v1/agents')
      return { agents: [{ id: agent.agentId, name: 'Busy', agentType: 'CALL', versions }] }
    if (url.pathname.endsWith('/versions')) return { agent: { id: agent.agentId, name: 'Busy', versions } }
    if (method === 'POST' && url.pathname.endsWith('/dispatch')) {
      const placed = call(`call-${calls.length}`, JSON.parse(body).toPhoneNumber)
      calls = [placed, ...calls]
      return tellsId ? { id: placed.id, status: 'queued' } : { success: true }
    }
    if (url.pathname !== '/api/v1/agent-calls') return undefined
    asked.push(url.search)
    const number = url.searchParams.get('toPhoneNumber')
    const fit = calls.filter(({ toPhoneNumber }) => !number || toPhoneNumber === number)
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const nextCursor = from + PAGE < fit.length ? String(from + PAGE) : null
    return { agentCalls: fit.slice(from, from + PAGE), pagination: { nextCursor } }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const reply = answerTo(request.method ?? 'GET', new URL(request.url ?? '/', 'http://here'), body)
      response.writeHead(reply ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(reply ?? { message: 'No such address.' }))
    })
  })
  return {
    origin: await listen(server),
    asked,
    call,
    change: (changed: (now: readonly Listed[]) => readonly Listed[]) => {
      calls = changed(calls)
    },
    close: () => void closeNow(server),
  }
}

const others = (
  service: { call: (id: string, number: string, ago: number) => Listed },
  ago: number,
  count: number,
) =>
  Array.from({ length: count }, (_, at) => service.call(`other-${ago}-${at}`, numberOf(5_000 + at), ago + at))

/** A console of such a service, and a batch of these numbers that it placed. */
async function placeBatch(page: Page, stack: Stack, service: { origin: string }, numbers: readonly string[]) {
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${origin}/calls/batch/new?agent=${agent.agentId}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await choose(page, csv('list.csv', ['to', ...numbers]))
  await page.getByLabel('One call every').fill('0.05')
  await page.getByRole('button', { name: `Continue with ${numbers.length} rows` }).click()
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Place ${numbers.length} calls` })
    .click()
  await expect(page.getByText('Sending is done.')).toBeVisible()
  return origin
}

const tableRows = (page: Page, name: string) =>
  page.getByRole('table', { name }).locator('tbody').getByRole('row')

test('the results of a batch are read behind many newer calls, and what is not read says so, also in the files', async ({
  page,
  stack,
}) => {
  const service = await busyService(true)
  const numbers = [numberOf(1), numberOf(2), numberOf(3)]
  await placeBatch(page, stack, service, numbers)
  service.change((calls) => [...others(service, 0, 1_250), ...calls])
  await page.reload()
  const rows = tableRows(page, 'Rows')
  await expect(rows.filter({ hasText: 'Completed' })).toHaveCount(3)
  await expect(rows.filter({ hasText: 'queued' })).toHaveCount(0)

  service.change((calls) => calls.filter(({ toPhoneNumber }) => toPhoneNumber !== numberOf(2)))
  await page.reload()
  await expect(rows.filter({ hasText: 'Completed' })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Not read' })).toHaveCount(1)
  await expect(page.getByText('1 result not read', { exact: true })).toBeVisible()
  const save = async (name: string) => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    return (await readFile(await (await downloading).path(), 'utf8')).split('\r\n')
  }
  const lines = await save('Results as CSV')
  expect(lines.filter((line) => line.includes('COMPLETED'))).toHaveLength(2)
  expect(lines.find((line) => line.startsWith(numberOf(2)))).toContain(',Not read,')
  await expect(page.getByText('Not in the file: 1 result not read')).toBeVisible()
  service.close()
})

test('calls whose replies had no id are found together in what the list has read', async ({
  page,
  stack,
}) => {
  const service = await busyService(false)
  service.change(() => others(service, 7_200, 350))
  const numbers = Array.from({ length: 30 }, (_, at) => numberOf(at))
  const origin = await placeBatch(page, stack, service, numbers)
  await page.goto('about:blank')
  service.asked.length = 0
  await page.goto(`${origin}/calls`)
  await expect(page.getByText('30 calls found')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Calls' })).toHaveAttribute('aria-rowcount', '101')
  await page.getByRole('searchbox').fill(numberOf(7).slice(1))
  await expect(tableRows(page, 'Calls')).toHaveCount(1)
  await expect(page.getByText('Call found. Its outcome is accepted.')).toHaveCount(0)
  expect(service.asked.length).toBeLessThan(4)
  service.close()
})

test('the beginning of a number is looked for as any other text', async ({ page, stack }) => {
  const service = await busyService(true)
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  service.change(() => [...others(service, 0, 150), service.call('far', '+493012345678', 9_000)])
  await page.goto(`${origin}/calls`)
  await expect(page.getByRole('table', { name: 'Calls' })).toBeVisible()
  const search = page.getByRole('searchbox')
  // By its country's plan it is none, and by that of another it might be one.
  for (const beginning of ['+14156003', '+49301234567']) {
    await search.fill(beginning)
    await expect(page.getByText('Searched the 100 loaded so far.')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('Searched the 100 loaded so far.')).toBeVisible()
  }
  await search.fill('+49 30 12345678')
  await expect(tableRows(page, 'Calls')).toHaveCount(1)
  service.close()
})
