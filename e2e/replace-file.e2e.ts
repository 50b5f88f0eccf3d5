import type { Page } from 'playwright/test'
import { makePdf } from '../src/service/ingestion/make-pdf'
import { seriousFindings } from './accessibility'
import { agentInForm, sideScroll, watchRequests } from './agent-steps'
import { markdown, pdf, type TestDocument } from './documents'
import { frontOf, gate } from './front'
import {
  button,
  chooseFiles,
  fileName,
  haveCollection,
  haveFiles,
  openCollection,
  row,
} from './knowledge-steps'
import { expect, test, unique } from './screen'

const step = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name }).first()
/** `guide-1.md` as the form proposes it today. */
async function dated(page: Page, name: string): Promise<string> {
  const day = await page.evaluate(() => {
    const now = new Date()
    const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    return parts.map((part) => String(part).padStart(2, '0')).join('-')
  })
  return name.replace(/(\.\w+)$/, `-${day}$1`)
}

/** What the collection's page lists. */
async function expectHeld(page: Page, collection: string, held: string[], not: string[]): Promise<void> {
  await openCollection(page, collection)
  for (const name of held) await expect(row(page, name)).toBeVisible()
  for (const name of not) await expect(row(page, name)).toHaveCount(0)
}

/** Opens the form of a file in the list, and chooses what replaces it. */
async function chooseNew(page: Page, old: string, document: TestDocument): Promise<void> {
  await row(page, old).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Replace file' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Replace ${old}` })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose the new file').click()
  await (await chooser).setFiles([document])
}

async function startReplacement(page: Page, old: string, document: TestDocument): Promise<string> {
  await page.goto('/knowledge/files')
  await chooseNew(page, old, document)
  const proposed = await page.getByLabel('File name').inputValue()
  await button(page, 'Start replacement').click()
  await expect(page).toHaveURL(/\/knowledge\/replace\/[0-9a-f]+$/)
  return proposed
}

test('a file held by two collections is replaced, with a reload after the record and a stop after validation', async ({
  page,
}) => {
  // It waits until many pages are read.
  test.slow()
  const old = fileName('guide', '.pdf')
  await haveFiles(page, [pdf(old)])
  const [returns, prices] = [unique('Returns'), unique('Prices')]
  const id = await haveCollection(page, returns, [old])
  await haveCollection(page, prices, [old])
  const agent = unique('Desk')
  await agentInForm(page, agent, { collection: { id, name: returns }, deployed: false })

  const removals = watchRequests(page, 'DELETE', '/remove')
  const records = watchRequests(page, 'POST', '/knowledge-base/file')
  // Takes the service long enough that the page is reloaded meanwhile.
  const pages = Array.from({ length: 1_500 }, (_, at) => [`Chapter ${at}`, 'Parcels take two to four days.'])
  const slow = { name: 'chosen.pdf', mimeType: 'application/pdf', buffer: Buffer.from(makePdf({ pages })) }
  const fresh = await startReplacement(page, old, slow)
  expect(fresh).toBe(await dated(page, old))
  await expect(step(page, 'Create the file record')).toContainText('Record created')
  await page.reload()
  await expect(step(page, 'Create the file record')).toContainText('Done')
  await expect(step(page, 'Wait for INGESTED')).not.toContainText('Done')
  // It waits again by itself.

  // Many pages, which a busy machine reads slowly.
  await expect(step(page, 'Validate with the affected agents')).toContainText('Waits for you', {
    timeout: 80_000,
  })
  expect(records).toHaveLength(1)
  expect(removals).toHaveLength(0)
  await expect(page.getByRole('link', { name: agent, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: `Place call with ${agent}` })).toHaveAttribute(
    'href',
    /place=true/,
  )
  await expect(button(page, 'Continue')).toHaveCount(0)
  await expect(button(page, 'Remove old file')).toHaveAttribute('aria-disabled', 'true')
  expect(await seriousFindings(page)).toEqual([])
  const address = page.url()
  await page.goto('/knowledge/files')
  await expect(page.getByText('1 replacement waits for validation')).toBeVisible()
  for (const each of [returns, prices]) await expectHeld(page, each, [old, fresh], [])

  await page.goto(address)
  await page.getByRole('checkbox', { name: 'I validated the answers with the new file' }).check()
  await expect(step(page, 'Validate with the affected agents')).toContainText('Done')
  // A tick interrupts nothing.
  const next = page.getByRole('status').filter({ hasText: 'The old file is removed from the collections.' })
  await expect(next).toHaveText(/^What happens next:/)
  await button(page, 'Stop here').click()
  await expect(page.getByText('Stopped here')).toBeVisible()
  await page.goto('/knowledge/files')
  await expect(page.getByText('1 replacement is not finished')).toBeVisible()
  for (const each of [returns, prices]) await expectHeld(page, each, [old, fresh], [])
  expect(removals).toHaveLength(0)

  await page.goto(address)
  await button(page, 'Continue').click()
  await expect(step(page, 'Delete the old record')).toContainText('Waits for you')
  expect(removals).toHaveLength(2)
  await button(page, 'Delete old record').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete old record' }).click()
  await expect(step(page, 'Delete the old record')).toBeFocused()
  await expect(page.getByText(`The replacement is complete. ${fresh} serves now.`)).toBeVisible()
  for (const each of [returns, prices]) await expectHeld(page, each, [fresh], [old])
  await page.goto('/knowledge/files')
  await expect(row(page, fresh)).toContainText('INGESTED')
  await expect(row(page, old)).toHaveCount(0)
  await expect(page.getByText(/^1 replacement/)).toHaveCount(0)
})

test('a replacement is rolled back after the old file was removed', async ({ page }) => {
  const old = fileName('prices')
  await haveFiles(page, [markdown(old)])
  const collection = unique('Prices')
  await haveCollection(page, collection, [old])
  const fresh = await startReplacement(page, old, markdown('chosen.md', '# Prices\n\nTen euros.\n'))
  const address = page.url()
  await page.getByRole('checkbox', { name: 'I validated the answers with the new file' }).check()
  await button(page, 'Remove old file').click()
  await expect(step(page, 'Delete the old record')).toContainText('Waits for you')
  await expectHeld(page, collection, [fresh], [])

  await page.goto(address)
  await button(page, 'Roll back').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText(`Rolled back. ${old} serves as before.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Rolled back. ${old} serves as before.`)).toBeVisible()
  await expectHeld(page, collection, [old], [fresh])
  await page.goto('/knowledge/files')
  await expect(row(page, old)).toContainText('INGESTED')
  await expect(row(page, fresh)).toHaveCount(0)
})

test('after a reload before the upload, the same content has to be chosen again', async ({ page, stack }) => {
  const old = fileName('hours')
  await page.goto('/knowledge/files')
  // By the page, which then has loaded all that it needs to work offline.
  await chooseFiles(page, [markdown(old)])
  await expect(row(page, old)).toContainText('INGESTED')
  await page.setViewportSize({ width: 390, height: 800 })
  await row(page, old).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Replace file' }).click()
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose the new file').click()
  const chosen = markdown('chosen.md', '# Hours\n\nWe open at ten.\n')
  await (await chooser).setFiles([chosen])
  const name = page.getByLabel('File name')
  const proposed = await name.inputValue()
  await name.fill(old.toUpperCase().replace(/MD$/, 'md'))
  await expect(page.getByText('A file of this name exists')).toBeVisible()
  await name.fill(proposed)
  await page.context().setOffline(true)
  await button(page, 'Start replacement').click()
  await expect(page).toHaveURL(/\/knowledge\/replace\/[0-9a-f]+$/)
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.context().setOffline(false)
  await page.goto(`${stack.origin}${new URL(page.url()).pathname}`)
  await button(page, 'Continue').click()
  const again = async (document: TestDocument) => {
    const next = page.waitForEvent('filechooser')
    await button(page, 'Choose the file again').click()
    await (await next).setFiles([document])
  }
  await again(markdown('chosen.md', '# Something else altogether\n'))
  await expect(page.getByText('This is another file')).toBeVisible()
  await again(chosen)
  await expect(step(page, 'Validate with the affected agents')).toContainText('Waits for you')
  expect(await sideScroll(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
})

test('a file that no collection holds is not said to serve, and what was done is said in words', async ({
  page,
}) => {
  const old = fileName('loose')
  await haveFiles(page, [markdown(old)])
  const fresh = await startReplacement(page, old, markdown('chosen.md', `# ${old}\n`))
  const tick = page.getByLabel('I checked the new file')
  await expect(tick).toBeVisible()
  await expect(page.getByText('Check the new file, then tick the box.')).toBeVisible()
  await expect(page.getByText(`${old} is in no collection, so no agent answers from it.`)).toBeVisible()
  await expect(page.getByText('uses these collections')).toHaveCount(0)
  await expect(page.getByText('serve')).toHaveCount(0)
  await expect(step(page, 'Add the new file to the collections')).toContainText('The old file was in none')
  const upload = step(page, 'Request an upload address')
  await expect(upload).toContainText('Upload address given')
  await expect(upload.getByText('/generate-presigned-url')).toBeHidden()
  await upload.locator('summary').first().click()
  await upload.getByText('Show request').click()
  await expect(upload.getByText('POST /generate-presigned-url')).toBeVisible()
  await tick.check()
  await button(page, 'Delete old record').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete old record' }).click()
  await expect(page.getByText(`The replacement is complete. ${fresh} is in no collection yet.`)).toBeVisible()
})

test('a replacement under way is said in another window, refused there a second time, and followed there', async ({
  page,
  context,
  stack,
}) => {
  const old = fileName('twice')
  await haveFiles(page, [markdown(old)])
  const form = await context.newPage()
  await form.goto(`${stack.origin}/knowledge/files`)
  await chooseNew(form, old, markdown('theirs.md', `# ${old} theirs\n`))
  const fresh = await startReplacement(page, old, markdown('ours.md', `# ${old} ours\n`))
  const tick = 'I checked the new file'
  const [here, there] = [page.getByLabel(tick), form.getByLabel(tick)]
  await expect(here).toBeVisible()
  // The window without the focus says so, keeps what was chosen, and does not start it.
  await expect(form.getByText('This file is being replaced already')).toBeVisible()
  await expect(form.getByText('theirs.md')).toBeVisible()
  await form.getByLabel('File name').fill(fileName('theirs'))
  await button(form, 'Start replacement').click()
  await expect(form.getByRole('alert')).toContainText('This file is being replaced already')
  await form.reload()
  await expect(form.getByText('This file is being replaced already')).toBeVisible()
  await expect(button(form, 'Choose the new file')).toHaveCount(0)
  await form.getByRole('link', { name: 'Open replacement' }).click()
  await expect(form).toHaveURL(page.url())
  await expect(there).not.toBeChecked()
  await here.check()
  await expect(there).toBeChecked()
  await button(page, 'Delete old record').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete old record' }).click()
  for (const each of [page, form])
    await expect(
      each.getByText(`The replacement is complete. ${fresh} is in no collection yet.`),
    ).toBeVisible()
  // What has ended is not taken back.
  await expect(here).toHaveCount(0)
  await expect(there).toHaveCount(0)
})

test('leaving the form asks before the chosen file and what was typed are lost', async ({ page }) => {
  const old = fileName('kept')
  await haveFiles(page, [markdown(old)])
  await page.goto('/knowledge/files')
  await chooseNew(page, old, markdown('chosen.md', `# ${old}\n`))
  // One button leads on, and nothing is taken over where there was nothing.
  await expect(page.locator('main .bg-accent').filter({ visible: true })).toHaveText(['Start replacement'])
  await expect(page.getByText('The old file has none.')).toBeVisible()
  await page.getByLabel('Retrieval prompt').fill('Only for prices.')
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByText('chosen.md')).toBeVisible()
  await expect(page.getByLabel('Retrieval prompt')).toHaveValue('Only for prices.')
  await button(page, 'Start replacement').click()
  await expect(page).toHaveURL(/\/knowledge\/replace\/[0-9a-f]+$/)
})

test('while a replacement is being started no other file can be chosen or dropped', async ({
  page,
  stack,
}) => {
  const old = fileName('held')
  await haveFiles(page, [markdown(old)])
  const { open, opened } = gate()
  let isHeld = false
  const front = await frontOf(
    stack.origin,
    () => undefined,
    ({ path }) => (isHeld && path.endsWith('.js') ? opened : undefined),
  )
  await page.goto(`${front.origin}/knowledge/files`)
  await chooseNew(page, old, markdown('chosen.md', `# ${old}\n`))
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose another file').click()
  // The part that looks into the file comes late.
  isHeld = true
  await button(page, 'Start replacement').click()
  await expect(button(page, 'Start replacement')).toBeDisabled()
  await (await chooser).setFiles([markdown('other.md', '# Other\n')])
  await expect(button(page, 'Choose another file')).toBeDisabled()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['# Dropped'], 'dropped.md'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('chosen.md,')).toBeVisible()
  await expect(button(page, 'Start replacement')).toBeDisabled()
  open()
  await expect(page).toHaveURL(/\/knowledge\/replace\/[0-9a-f]+$/)
  await front.close()
})

test('that the old file was deleted elsewhere is seen before anything is continued', async ({ page }) => {
  const old = fileName('gone')
  await haveFiles(page, [markdown(old)])
  const collection = await haveCollection(page, unique('Gone'), [old])
  await startReplacement(page, old, markdown('chosen.md', `# ${old}\n`))
  await expect(page.getByText(`${old} still serves`)).toBeVisible()
  await expect(page.getByLabel('I validated the answers with the new file')).toBeVisible()
  await page.evaluate(
    async ([name, held]) => {
      const { files } = await (await fetch('/api/v1/knowledge-base/files')).json()
      const { fileId } = files.find((file: { fileName: string }) => file.fileName === name)
      const base = '/api/v1/knowledge-base'
      await fetch(`${base}/collection/${held}/file/${fileId}/remove`, { method: 'DELETE' })
      await fetch(`${base}/file/${fileId}`, { method: 'DELETE' })
    },
    [old, collection],
  )
  await page.reload()
  await expect(page.getByText(`${old} was deleted and no longer serves`)).toBeVisible()
  await expect(page.getByText(`${old} still serves`)).toHaveCount(0)
  // What comes next is said, and done, without the old file.
  await page.getByLabel('I validated the answers with the new file').check()
  await expect(page.getByText('Nothing is left to do. Continue ends it.')).toBeVisible()
  await button(page, 'Continue').click()
  await expect(page.getByText('The replacement is complete.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('of an upload that a reload cut off nothing is on its way', async ({ page }) => {
  const old = fileName('cut')
  await haveFiles(page, [markdown(old)])
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = { offline: false, latency: 0, downloadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 40_000 })
  await startReplacement(
    page,
    old,
    markdown('chosen.md', `# Slow\n\n${'Word after word. '.repeat(100_000)}\n`),
  )
  await expect(step(page, 'Upload the content')).toContainText('On its way')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(step(page, 'Request an upload address')).toContainText('Waits for you')
  await expect(step(page, 'Upload the content')).toContainText('Interrupted')
  await expect(step(page, 'Upload the content')).not.toContainText('On its way')
})
