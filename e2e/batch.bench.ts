import type { Page } from 'playwright/test'
import { createAgent, deploy } from './agent-steps'
import { test } from './screen'

const ROWS = 50_000
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Records from now on how long the page was blocked, as the browser reports it. */
const watchBlocks = (page: Page) =>
  page.evaluate(() => {
    const scope = window as unknown as { blocks: number[] }
    scope.blocks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) scope.blocks.push(duration)
    }).observe({ type: 'longtask' })
  })
const longestBlock = async (page: Page) => {
  const blocks = await page.evaluate(() => (window as unknown as { blocks: number[] }).blocks.splice(0))
  return `${Math.max(0, ...blocks).toFixed(0)} ms (${blocks.length} above 50 ms)`
}

test('50,000 rows', async ({ page }) => {
  await createAgent(page, 'Bench', { variables: [{ name: 'customer', required: true }] })
  await deploy(page)
  const agentId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(`/calls/batch/new?agent=${agentId}`)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  const lines = Array.from({ length: ROWS }, (_, row) =>
    row % 100 === 0 ? `4.47E+11,Damaged ${row}` : `+1415${String(2_000_000 + row)},Person ${row}`,
  )
  await watchBlocks(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose CSV file' }).click()
  const file = await chooser
  const started = performance.now()
  const buffer = Buffer.from(['phone,customer', ...lines].join('\n'))
  await file.setFiles({ name: 'many.csv', mimeType: 'text/csv', buffer })
  await page.getByText('49,500 of 50,000 rows are ready').waitFor({ timeout: 120_000 })
  print(
    `50,000 rows, from choosing the file to all judged: ${((performance.now() - started) / 1000).toFixed(2)} s`,
  )
  print(`longest time the page could not answer meanwhile: ${await longestBlock(page)}`)

  await page.getByRole('button', { name: 'Wrong 500', exact: true }).click()
  await page.getByRole('searchbox').fill('Damaged 49')
  await page
    .getByRole('table', { name: 'Rows' })
    .getByRole('row', { name: /Damaged 4900/ })
    .first()
    .waitFor()
  print(`the same while filtering and searching them: ${await longestBlock(page)}`)

  await page.getByLabel('One call every').fill('0.05')
  const keeping = performance.now()
  await page.getByRole('button', { name: 'Continue with 49,500 rows' }).click()
  await page.getByRole('button', { name: 'Start batch' }).waitFor({ timeout: 120_000 })
  print(`keeping them and opening the batch: ${((performance.now() - keeping) / 1000).toFixed(2)} s`)
  print(`the same meanwhile: ${await longestBlock(page)}`)
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place 49,500 calls' }).click()
  await page.getByRole('button', { name: /^Accepted (?:[5-9]\d|\d{3,})$/ }).waitFor({ timeout: 120_000 })
  print(`the same while the first fifty are sent: ${await longestBlock(page)}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
})

test('20,000 launches', async ({ page }) => {
  await createAgent(page, 'Bench')
  await page.goto('/calls')
  await page.getByRole('link', { name: 'Place call' }).waitFor()
  await page.evaluate(async () => {
    const opening = indexedDB.open('switchboard')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const transaction = database.transaction('entries', 'readwrite')
    for (let row = 0; row < 20_000; row += 1)
      transaction.objectStore('entries').put({
        id: `bench-${row}`,
        service: 'local',
        operation: 'dispatchCall',
        params: { agentId: `agent-${row % 7}` },
        body: {
          versionId: 'v',
          outboundPhoneNumberId: 'n',
          toPhoneNumber: `+1415${String(2_000_000 + row)}`,
          variables: { customer: `Person ${row}` },
        },
        startedAt: new Date(1_700_000_000_000 + row).toISOString(),
        finishedAt: new Date(1_700_000_000_500 + row).toISOString(),
        state: row % 10 ? 'accepted' : 'refused',
        reply: { id: `call-${row}`, status: 'queued' },
        tab: '',
      })
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    database.close()
  })
  await page.addInitScript(() => {
    const scope = window as unknown as { blocks: number[] }
    scope.blocks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) scope.blocks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  const started = performance.now()
  await page.reload()
  await page.getByText('20,000 calls').waitFor()
  print(`20,000 launches, from reloading to the list: ${((performance.now() - started) / 1000).toFixed(2)} s`)
  print(`longest time the page could not answer meanwhile: ${await longestBlock(page)}`)
  await page.getByRole('searchbox').fill('+14152019999')
  await page.getByText('1 of 20,000 calls').waitFor()
  print(`the same while searching them: ${await longestBlock(page)}`)
})
