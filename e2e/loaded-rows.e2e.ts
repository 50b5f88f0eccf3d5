import type { Locator } from 'playwright/test'
import { haveAgent } from './agent-steps'
import { drop, markdown } from './documents'
import { needs } from './needs'
import { serveReplies } from './other-service'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

const pagination = { nextCursor: 'more' }

test('what is found among the rows that are loaded is counted as such, and the newest calls are named only beside their column', async ({
  page,
  stack,
}) => {
  const service = await serveReplies()
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  const createdAt = { createdAt: '2026-05-01T10:00:00Z' }
  service.answer({
    'GET /api/v1/agent-calls': {
      agentCalls: [
        { id: 'c1', agentId: 'a1', toPhoneNumber: '+15005550142', status: 'COMPLETED', ...createdAt },
        { id: 'c2', agentId: 'a1', toPhoneNumber: '+15005550143', status: 'COMPLETED', ...createdAt },
      ],
      pagination,
    },
    'GET /api/v1/threads': {
      // So many that the end is not in sight, where the list would read on.
      threads: Array.from({ length: 60 }, (_, at) => ({
        ...{ id: `t${at}`, agentId: 'a1', isActive: true, ...createdAt },
        toEmail: `person-${at}@example.com`,
      })),
      pagination,
    },
    'GET /api/v1/testing-lab/runs': { runs: [], pagination: { nextCursor: null } },
    'GET /api/v1/agents': { agents: [{ id: 'a1', name: 'Desk' }], pagination: { nextCursor: null } },
  })
  for (const [noun, searched, loaded] of [
    ['calls', '550142', 2],
    ['threads', 'person-7@', 60],
  ] as const) {
    await page.goto(`${origin}/${noun}`)
    const count = page.getByRole('status').filter({ hasText: noun })
    await expect(count).toHaveText(`${loaded} ${noun}`)
    await page.getByRole('searchbox').fill(searched)
    await expect(count).toHaveText(`1 of ${loaded} loaded ${noun}`)
  }
  const note = page.getByText('Last calls are looked for among the newest.')
  await page.goto(`${origin}/agents`)
  await expect(note).toBeVisible()
  await page.setViewportSize({ width: 390, height: 860 })
  await expect(page.getByRole('columnheader', { name: 'Last call' })).toHaveCount(0)
  await expect(note).toHaveCount(0)
  await service.close()
})

test('a request that is shown leaves out what is empty, as what is sent does', async ({ page }) => {
  await page.goto('/calls?place=true')
  await page.getByLabel('To phone number').fill('+15005550142')
  await page.getByRole('button', { name: 'Show request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request' })
  await expect(dialog).toContainText('"toPhoneNumber": "+15005550142"')
  await expect(dialog).not.toContainText('versionId')
})

test('on a phone a thread says why it was closed, and the words are not cut', async ({ page }) => {
  const { agentId, versionId } = await haveAgent(page, unique('Ender'), { agentType: 'TEXT' })
  const start = async () => {
    const data = { agentVersionId: versionId, toPhoneNumber: '+15005550110', initialMessage: 'Hello' }
    return (await (await page.request.post('/api/v1/threads', { data })).json()).thread.id
  }
  const path = `/api/v1/threads/${await start()}/close`
  const closed = await page.request.patch(path, { data: { reason: 'OPTED_OUT' } })
  expect(closed.ok(), await closed.text()).toBe(true)
  // Columns are as wide as the first rows need.
  for (let more = 0; more < 40; more += 1) await start()
  await page.setViewportSize({ width: 390, height: 860 })
  await page.goto(`/threads?agent=${agentId}`)
  const table = page.getByRole('table', { name: 'Threads' })
  const words = table.getByText('Closed: opted out')
  await expect(table.getByText('Active').first()).toBeVisible()
  await table.getByRole('row').nth(1).press('End')
  await expect(words).toBeVisible()
  expect(await words.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
})

test('a file that is dropped beside a dialog is refused above it', async ({ page }) => {
  await page.goto('/agents?add=true')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await drop(page, [markdown('late.md', '# Late\n')])
  await expect(page.getByText('This screen takes no files')).toBeVisible()
  // A press reaches it, and closes no dialog.
  await page.getByRole('button', { name: 'Dismiss: This screen takes no files' }).click()
  await expect(page.getByText('This screen takes no files')).toBeHidden()
  await expect(dialog).toBeVisible()
})

test('beside the panel of a call search and filters take two lines', async ({ page }) => {
  needs('listCalls')
  const { agentId, versionId } = await haveAgent(page, unique('Two lines'))
  const data = { versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15005550111' }
  const { id } = await (await page.request.post(`/api/v1/agent/${agentId}/dispatch`, { data })).json()
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto(`/calls?call=${id}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  const bar = page.locator('search + *')
  await expect(bar.getByRole('button', { name: 'Totals' })).toBeVisible()
  const search = page.getByRole('searchbox')
  await search.click()
  const topOf = (part: Locator) => part.evaluate((each) => each.getBoundingClientRect().top)
  const inBar = await bar
    .locator('select, button')
    .evaluateAll((each) => each.map((one) => one.getBoundingClientRect()))
  const tops = new Set([await topOf(search), ...inBar.map(({ top }) => top)].map(Math.round))
  expect(tops.size).toBeLessThanOrEqual(2)
  expect((await topOf(page.getByRole('table', { name: 'Calls' }))) - (await topOf(search))).toBeLessThan(100)
  const { x = 0, width = 0 } = (await search.boundingBox()) ?? {}
  expect(inBar.filter(({ top, left }) => top < 1 + Math.min(...tops) && left < x + width)).toEqual([])
})
