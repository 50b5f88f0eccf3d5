import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { createAgent, deploy, fillAgent, sideScroll, watchRequests } from './agent-steps'
import { addHere, haveCollection, haveSomeFiles, openCollection } from './knowledge-steps'
import { expect, serviceName, test, unique } from './screen'

const NUMBER = '+15005550142'

const rows = (page: Page) => page.getByRole('table', { name: 'Activity' }).getByRole('row')
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })

async function placeCall(page: Page, metadata = ''): Promise<void> {
  await page.getByRole('link', { name: 'Place call' }).click()
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill(NUMBER)
  await page.getByLabel('Metadata').fill(metadata)
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  await expect(page.getByRole('region', { name: 'The call was accepted' })).toBeVisible()
}

test('what was sent is listed with what it was about, and opens in full with its reason; it is searched and filtered by the address, without phone numbers; it fits a phone', async ({
  page,
}) => {
  await page.goto('/activity')
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()

  const name = unique('An agent with a rather long name that has to be cut')
  await createAgent(page, name)
  await deploy(page, 'It answers as it should')
  await placeCall(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).nth(1)).toContainText('Call placed')
  await expect(rows(page).nth(2)).toContainText('Version deployed')
  await expect(rows(page).nth(3)).toContainText('Agent created')
  await expect(rowOf(page, 'Agent created')).toContainText('Accepted')
  expect(await seriousFindings(page)).toEqual([])

  await rowOf(page, 'Version deployed').getByRole('cell').first().click()
  const panel = page.getByRole('dialog', { name: 'Version deployed' })
  // What happened comes first, in words; ids, request and reply are folded.
  await expect(panel.getByRole('link', { name })).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Note' })).toContainText('It answers as it should')
  await expect(panel.getByText('Agent id', { exact: true })).toBeHidden()
  await expect(panel.getByRole('region', { name: 'Reply' })).toBeHidden()
  await panel.getByText('Details', { exact: true }).click()
  await expect(panel).toContainText('PATCH /api/v1/agents/{agentId}/versions/{versionId}/deploy')
  await expect(panel.getByRole('region', { name: 'Reply' })).toBeVisible()
  // What this console itself records is shown above.
  await expect(panel.getByText('Other fields')).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.reload()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rowOf(page, 'Version deployed')).toBeFocused()

  // By keyboard: to the row above, open, copy the line of the call.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const call = page.getByRole('dialog', { name: 'Call placed' })
  await expect(call).toContainText(NUMBER)
  await call.getByText('Details', { exact: true }).click()
  await expect(call.getByRole('region', { name: 'Request' })).toContainText(NUMBER)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await call.getByRole('button', { name: 'Copy as cURL' }).press('Enter')
  await expect(call.getByText('Copied', { exact: true })).toBeVisible()
  const line = await page.evaluate(() => navigator.clipboard.readText())
  expect(line).toMatch(/^curl --request POST "\$\{SERVICE_URL:\?[^}]*\}\/api\/v1\/agent\//)
  expect(line).toMatch(/X-API-Key: \$\{SERVICE_API_KEY:\?/)
  await call.getByRole('button', { name: 'Show request' }).press('Enter')
  const request = page.getByRole('dialog', { name: 'Request' })
  await expect(request).toContainText(NUMBER)
  await request.getByRole('button', { name: 'Copy for PowerShell' }).press('Enter')
  await expect(request.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('$env:SERVICE_API_KEY')
  await page.keyboard.press('Escape')
  expect(page.url()).not.toContain('5005550142')
  await call.getByRole('link', { name: 'Call again' }).click()
  await expect(page.getByLabel('To phone number')).toHaveValue(NUMBER)
  await page.goBack()
  await call.getByRole('link', { name: 'Open call' }).click()
  await expect(page).toHaveURL(/\/calls\?call=/)

  await page.goto('/activity')
  await rowOf(page, 'Agent created').getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/activity')
  await expect(rows(page)).toHaveCount(4)
  const search = page.getByRole('searchbox', { name: 'Search activity' })
  await page.keyboard.press('/')
  await page.keyboard.type('deploy')
  await expect(search).toHaveValue('deploy')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/q=deploy/)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)

  // Seven digits together, which no id has by chance.
  await search.fill('500 5550143')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await search.fill('5005550142')
  await expect(rowOf(page, 'Call placed')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  expect(page.url()).not.toContain('5005550142')

  await search.fill('')
  const accepted = page.getByRole('group', { name: 'Outcome' }).getByRole('button', { name: 'Accepted 3' })
  await accepted.click()
  await expect(page).toHaveURL(/state=accepted/)
  await expect(page.getByRole('button', { name: 'Refused' })).toHaveCount(0)
  await page.goto('/activity?state=refused')
  await search.fill('500 5550143')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(4)
  // A press too many: what was typed, also a number that no address may hold, and what was chosen are there again (D700).
  await page.getByRole('button', { name: 'Undo: Filters cleared' }).click()
  await expect(page).toHaveURL(/state=refused/)
  await expect(search).toHaveValue('500 5550143')
  await expect(page.getByText('Nothing matches')).toBeVisible()

  // Of what went well nothing is answered, and no line is left for that.
  await page.setViewportSize({ width: 800, height: 900 })
  await page.goto('/activity')
  expect((await rowOf(page, 'Agent created').boundingBox())?.height).toBeLessThan(40)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/activity')
  // What is below the list can be read in full.
  const note = page.getByText('not of other people or programs')
  await expect(note).toBeVisible()
  expect(
    await note.evaluate(
      (said) => said.scrollHeight > said.clientHeight + 1 || said.scrollWidth > said.clientWidth + 1,
    ),
  ).toBe(false)
  await expect(rowOf(page, 'Agent created')).toContainText(name)
  expect(await sideScroll(page)).toBe(0)
  await rowOf(page, 'Agent created').getByRole('button', { name: 'Agent created' }).click()
  await expect(page.getByRole('dialog', { name: 'Agent created' })).toBeVisible()
  expect(await sideScroll(page)).toBe(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await seriousFindings(page)).toEqual([])
})

test('what others made has its name, too, in a page that was just loaded (D198)', async ({ page }) => {
  const files = await haveSomeFiles(page, 1)
  const collection = unique('Of others')
  await haveCollection(page, collection)
  await openCollection(page, collection)
  await addHere(page, collection, files)
  await page.goto('/activity')
  await expect(rows(page).nth(1)).toContainText(`${files[0]}, ${collection}`)
})

test('a write without an answer is unknown, and the rail says so until the service answers again', async ({
  page,
  stack,
}) => {
  const { line, origin } = await stack.startOnLine()
  await page.goto(`${origin}/settings`)
  const rail = page.getByRole('status').filter({ hasText: 'Connected' })
  await expect(rail.first()).toBeVisible()
  await page.getByRole('link', { name: 'Show activity' }).press('Tab')
  await page.getByLabel('Name', { exact: true }).fill(unique('Lost'))
  const swallowed = line.swallowAnswers('PATCH')
  await page.getByRole('button', { name: 'Save organization' }).click()
  await swallowed
  const asked = watchRequests(page, 'GET', '/collections')
  // Nothing answers meanwhile, because an answer that is swallowed would be waited for.
  await line.down()
  await expect(page.getByText('Does not answer').first()).toBeVisible()
  line.heal()
  await line.up()
  await expect(page.getByText('Does not answer')).toHaveCount(0)
  expect(asked.length).toBeGreaterThan(0)
  const after = asked.length

  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(`${origin}/activity`)
  await expect(rowOf(page, 'Unknown')).toContainText('Change the organization')
  await rowOf(page, 'Unknown').getByRole('cell').first().click()
  await expect(page.getByRole('dialog').getByRole('status').first()).toContainText(
    "We don't know if it was done",
  )
  // After one answer nothing asks again, but the record, once, which nothing else tells of the service.
  expect(asked.length).toBe(after + 1)
})

test('a write that could not reach the service was not sent, and nobody is said to have refused it', async ({
  page,
  stack,
}) => {
  const { line, origin } = await stack.startOnLine()
  await page.goto(`${origin}/knowledge/collections?new=true`)
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByLabel('Name').fill(unique('Nowhere'))
  await line.down()
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(dialog.getByRole('alert')).toContainText('cannot be reached')
  await line.up()

  await page.goto(`${origin}/activity`)
  await page.getByRole('button', { name: 'Not sent 1' }).click()
  await expect(rowOf(page, 'Create the collection')).toContainText('Not sent')
  await rowOf(page, 'Create the collection').getByRole('cell').first().click()
  const panel = page.getByRole('dialog', { name: 'Create the collection' })
  await expect(panel).toContainText('It was not sent; nothing was done')
  await expect(panel.getByText('Tried', { exact: true })).toBeVisible()
  await expect(panel.getByText(/Refused|refused it|Answered/)).toHaveCount(0)
  await page.goto(origin)
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText('Not sent')
})

test('who leaves a form that was sent is told that it was, and later what became of it (D792)', async ({
  page,
  stack,
}) => {
  const { line, origin } = await stack.startOnLine()
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, unique('Agent'))
  const swallowed = line.swallowAnswers('POST')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await swallowed
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calls' }).click()
  const question = page.getByRole('dialog', { name: 'Leave before the answer is here?' })
  await expect(question).toContainText('It was sent and may be done.')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/calls$/)
  line.cut()
  await expect(page.getByText("We don't know if the agent was created")).toBeVisible()
  await expect(page).toHaveURL(/\/calls$/)
})

test('twelve thousand writes are listed, searched and sorted without a wait', async ({ page }) => {
  await page.goto('/activity')
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()
  await page.evaluate(
    async (service) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('switchboard')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const transaction = database.transaction('entries', 'readwrite')
      const store = transaction.objectStore('entries')
      for (let at = 0; at < 12_000; at += 1)
        store.add({
          id: `write-${at}`,
          service,
          operation: at % 2 ? 'createCollection' : 'deleteFile',
          params: at % 2 ? {} : { fileId: `file-${at}` },
          body: at % 2 ? { name: `Collection ${at}`, description: 'x'.repeat(400) } : undefined,
          startedAt: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
          finishedAt: new Date(Date.UTC(2026, 0, 1) + at * 1_000 + 40).toISOString(),
          state: at % 10 ? 'accepted' : 'refused',
          reply: at % 2 ? { collection: { id: `collection-${at}`, name: `Collection ${at}` } } : undefined,
          tab: 'another',
        })
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      database.close()
    },
    await serviceName(page),
  )
  // The newest are there to work with while the others are read, which is said for a moment.
  // Who presses End in that moment comes to the true end.
  const older = page.waitForFunction(() => {
    const row = document.querySelector<HTMLElement>('[data-row]')
    if (!row || !document.body.textContent.includes('Loading older writes.')) return false
    row.focus()
    return row.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))
      ? 'no row took the key'
      : 'pressed'
  })
  await page.reload()
  expect(await (await older).jsonValue()).toBe('pressed')
  await expect(page.getByText('12,000 writes')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'file-0' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByText('Loading older writes.')).toHaveCount(0)
  await expect(rows(page).nth(1)).toContainText('Collection 11999')
  await expect(page.getByRole('button', { name: 'Refused 1,200' })).toBeVisible()

  const started = Date.now()
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('collection 11998')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('collection 1177')
  await expect(page.getByText(/^7 of 12,000 writes$/)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('')
  await page.getByRole('button', { name: 'Time' }).click()
  await expect(rows(page).nth(1)).toContainText('file-0')
  // A bound on four renderings of the whole list on a busy machine; if they were slow, one alone would take this long.
  expect(Date.now() - started).toBeLessThan(5_000)

  // Overview asks for none but those that it shows, neither before its paint nor after (D980).
  await page.addInitScript(() => {
    const reads: string[] = []
    Object.assign(window, { reads })
    const all = IDBIndex.prototype.getAll
    IDBIndex.prototype.getAll = function (...range) {
      if (this.objectStore.name === 'entries') reads.push(this.name)
      return all.apply(this, range)
    }
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText('Collection created')
  const reads = await page.evaluate(() => (window as unknown as { reads: string[] }).reads)
  expect(reads).toContain('by-operation')
  expect(reads).not.toContain('by-service')

  // All of them are older than a month, and go at once.
  await page.goto('/settings')
  await page.getByLabel('Keep sent writes').selectOption('30')
  // How far it is, which is there for a moment.
  const progress = page.waitForFunction(() =>
    /[\d,]+ of 12,000 older writes forgotten/.test(document.body.textContent),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Forget older' }).click()
  await progress
  await expect(page.getByText('12,000 writes forgotten')).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(page.getByLabel('Keep sent writes')).toHaveValue('30')
  await page.goto('/activity')
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()
})

test('the line of a request with values that are not stored stops before it sends their mark', async ({
  page,
}) => {
  await createAgent(page, unique('Withheld'))
  await deploy(page)
  await placeCall(page, '{"access_token": "abc", "pin": "4711", "plan": "gold"}')
  await page.goto('/activity')
  await rowOf(page, 'Call placed').first().getByRole('cell').first().click()
  const call = page.getByRole('dialog', { name: 'Call placed' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await call.getByRole('button', { name: 'Copy as cURL' }).click()
  await expect.poll(copied).toMatch(/\$\{NOT_STORED:\?[^}]+\}/)
  await call.getByRole('button', { name: 'Show request' }).click()
  const request = page.getByRole('dialog', { name: 'Request' })
  const notice = request.getByRole('status').filter({ hasText: 'not stored' })
  await expect(notice).toContainText('metadata.access_token and metadata.pin')
  await expect(notice).not.toContainText('plan')
  await request.getByRole('button', { name: 'Copy for PowerShell' }).click()
  await expect.poll(copied).toMatch(/\$env:NOT_STORED .* throw '/)
})
