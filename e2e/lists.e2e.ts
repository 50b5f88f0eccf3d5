import type { Page } from 'playwright/test'
import { expect, serviceName, test } from './screen'

/** Puts an agent, a call and a thread into the ledger of this browser. */
const fillRecord = async (page: Page) =>
  page.evaluate(
    async (service) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('switchboard')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const transaction = database.transaction(['entries', 'agents'], 'readwrite')
      const sent = { service, params: {}, state: 'accepted', tab: 'another' }
      // Newer than what other journeys left at the service, which may be more than a screen shows.
      const at = new Date().toISOString()
      transaction.objectStore('entries').add({
        ...sent,
        id: 'a-call',
        operation: 'dispatchCall',
        params: { agentId: 'an-agent' },
        body: { versionId: 'v', outboundPhoneNumberId: 'p', toPhoneNumber: '+15005550100' },
        startedAt: at,
      })
      transaction.objectStore('entries').add({
        ...sent,
        id: 'a-thread',
        operation: 'createSmsThread',
        body: { agentId: 'an-agent', toPhoneNumber: '+15005550101' },
        startedAt: at,
      })
      transaction.objectStore('agents').add({
        service,
        agentId: 'an-agent',
        name: 'Returns desk',
        source: 'added',
        versions: [],
        addedAt: at,
      })
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      database.close()
    },
    await serviceName(page),
  )

for (const [address, search] of [
  ['/agents', 'Search agents'],
  ['/calls', 'Search calls'],
  ['/threads', 'Search threads'],
  ['/activity', 'Search activity'],
] as const)
  test(`${address}: after a refresh that failed, a search without a match says so`, async ({ page }) => {
    await page.goto(address)
    // The service may have agents, calls and threads of other journeys.
    await expect(
      page.getByText(/^(No|Nothing) .*(yet)$|^\d+ (agents?|calls?|threads?)\b/).first(),
    ).toBeVisible()
    await fillRecord(page)
    await page.reload()
    const rows = page.getByRole('row')
    // Rows that stand for what is still being read are rows, too.
    await expect(rows.filter({ hasText: /Returns desk|5005550/ }).first()).toBeVisible()
    await expect(page.getByRole('searchbox', { name: search })).toBeVisible()

    await page.evaluate(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('The disk is gone', 'UnknownError')
      }
    })
    // A list is read again when the window gets focus, but not within some seconds of the last read.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByText('could not be refreshed')).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(rows.nth(1)).toBeVisible()

    await page.getByRole('searchbox', { name: search }).fill('zzz')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await expect(page.getByText('could not be refreshed')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows.nth(1)).toBeVisible()
  })
