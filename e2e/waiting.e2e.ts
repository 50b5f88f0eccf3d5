import type { Page } from 'playwright/test'
import { drop, markdown } from './documents'
import { fileName, row, table, uploads } from './knowledge-steps'
import { test as base, expect, unique } from './screen'
import { type StuckService, startStuckService } from './stuck-service'

const panel = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** A console in front of a service whose ingestion is stuck; `page` is on its Files screen. */
const test = base.extend<{ stuck: StuckService; files: string }>({
  stuck: async ({ stack }, use) => {
    const service = await startStuckService(await stack.dataDirectory())
    await use(service)
    await service.stop()
  },
  files: async ({ stack, stuck }, use) => {
    const console = await stack.startConsole(stuck.environment)
    await use(`${console.origin}/knowledge/files`)
    await console.stop()
  },
})

// They have many steps, and a minute may be too short on a busy machine.
test.describe.configure({ timeout: 120_000 })

async function upload(page: Page, ...names: string[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await drop(
    page,
    names.map((name) => markdown(name)),
  )
  for (const name of names) await expect(row(page, name)).toContainText('UPLOADED')
}

test('a file that never becomes INGESTED says so, why that may be, and what can be done', async ({
  page,
  files,
  stuck,
}) => {
  const [young, kept, again] = [fileName('young'), fileName('kept'), fileName('again')]
  await page.goto(files)
  stuck.setBehind(5)
  await upload(page, young)
  await expect(row(page, young)).toContainText('for 5 min')
  await row(page, young).click()
  await expect(panel(page, young)).toContainText('UPLOADED')
  await expect(panel(page, young)).not.toContainText('Still not INGESTED')
  await page.keyboard.press('Escape')

  stuck.setBehind(12.05)
  await upload(page, kept, again)
  await expect(row(page, kept)).toContainText('still not INGESTED after 12 min')
  await row(page, kept).click()
  const open = panel(page, kept)
  await expect(open).toContainText('Still not INGESTED after 12 min')
  await expect(open).toContainText('Reading takes unusually long')

  const asked = stuck.answered('listFiles')
  await open.getByRole('button', { name: 'Check now' }).click()
  await expect.poll(() => stuck.answered('listFiles')).toBeGreaterThan(asked)
  await expect(open).toContainText('Still not INGESTED')

  const opened = page.context().waitForEvent('page')
  await open.getByRole('button', { name: 'View file' }).click()
  const view = await opened
  await expect(view.getByText('# Opening hours')).toBeVisible()
  await view.close()

  await open.getByRole('button', { name: 'Keep waiting' }).click()
  await expect(open).not.toContainText('Still not INGESTED')
  await expect(open).toContainText('This page keeps checking')
  await page.keyboard.press('Escape')
  await expect(row(page, kept)).toContainText('still not INGESTED')

  await row(page, again).click()
  const chooser = page.waitForEvent('filechooser')
  await panel(page, again).getByRole('button', { name: 'Delete and upload again' }).click()
  await (await chooser).setFiles([markdown(again, '# Mended\n')])
  const question = page.getByRole('dialog', { name: `Delete ${again}?` })
  await expect(question).toContainText(`Then ${again} is uploaded.`)
  stuck.setBehind(0)
  // The collections of a hosted service list their files, so no name has to be typed.
  await question.getByRole('button', { name: 'Delete file' }).click()
  await expect(page.getByText(`${again} was deleted`)).toBeVisible()
  await expect(row(page, again)).toHaveCount(1)
  await expect(row(page, again)).not.toContainText('still not INGESTED')

  stuck.heal()
  for (const name of [young, kept, again]) await expect(row(page, name)).toContainText('INGESTED')
  await expect(table(page)).not.toContainText('still not INGESTED')
  await row(page, kept).click()
  await expect(panel(page, kept)).not.toContainText('This page keeps checking')
})

/** Puts the only file of the service into new collections of these names. */
async function putInto(page: Page, files: string, names: readonly string[]) {
  const api = `${new URL(files).origin}/api/v1/knowledge-base`
  const [listed] = (await (await page.request.get(`${api}/files`)).json()).files
  for (const each of names) {
    const made = await page.request.post(`${api}/collection`, { data: { name: each, description: '' } })
    const reply = await made.json()
    const { id } = reply.collection ?? reply
    expect((await page.request.post(`${api}/collection/${id}/file/${listed.id}`)).ok()).toBe(true)
  }
}

test('a file that is deleted and uploaded again keeps its retrieval prompt and its collections (D958)', async ({
  page,
  files,
  stuck,
}) => {
  const [name, first, second] = [fileName('again'), unique('Returns'), unique('Prices')]
  const prompt = page.getByRole('textbox', { name: 'Retrieval prompt' })
  await page.goto(files)
  stuck.setBehind(12.05)
  await page.getByRole('button', { name: 'Retrieval prompt' }).click()
  await prompt.fill('Only for prices.')
  await upload(page, name)
  await putInto(page, files, [first, second])
  // What is typed for the files that come next is not meant for this one.
  await prompt.fill('For other files.')
  await page.reload()
  await row(page, name).click()
  const chooser = page.waitForEvent('filechooser')
  await panel(page, name).getByRole('button', { name: 'Delete and upload again' }).click()
  await (await chooser).setFiles([markdown(name)])
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expect(question).toContainText(
    `Then ${name} is uploaded. It keeps the retrieval prompt and goes into the same collections.`,
  )
  stuck.setBehind(0)
  await question.getByRole('button', { name: 'Delete file' }).click()
  await expect(page.getByText(`${name} was deleted`)).toBeVisible()
  await expect(row(page, name)).not.toContainText('still not INGESTED')
  await row(page, name).click()
  await expect(panel(page, name)).toContainText('Only for prices.')
  for (const each of [first, second])
    await expect(panel(page, name).getByRole('link', { name: each })).toBeVisible()
})

test('what was chosen to be uploaded again stays while the deletion is not finished, and goes up afterwards (D958)', async ({
  page,
  files,
  stuck,
}) => {
  const [name, first, second] = [fileName('again'), unique('Returns'), unique('Prices')]
  await page.goto(files)
  stuck.setBehind(12.05)
  await upload(page, name)
  await putInto(page, files, [first, second])
  await page.reload()
  await row(page, name).click()
  const chooser = page.waitForEvent('filechooser')
  await panel(page, name).getByRole('button', { name: 'Delete and upload again' }).click()
  await (await chooser).setFiles([markdown(name, '# Mended\n')])
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await question.getByRole('button', { name: 'First step only' }).click()
  await expect(question).toContainText('1 of 3 steps done')
  await question.getByText('Close', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(uploads(page)).toContainText(`The deletion of ${name} is not finished. Finish it, then retry.`)
  for (const each of [first, second]) await expect(uploads(page)).toContainText(each)

  await page.getByRole('button', { name: `Delete ${name}, 1 of 3 steps done` }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`${name} was deleted`)).toBeVisible()
  stuck.heal()
  await uploads(page)
    .getByRole('button', { name: `Retry ${name}` })
    .click()
  await expect(row(page, name)).toContainText('INGESTED')
  await row(page, name).click()
  for (const each of [first, second])
    await expect(panel(page, name).getByRole('link', { name: each })).toBeVisible()
})

test('what was chosen to be uploaded again goes up although the file is deleted elsewhere while it is asked, and no other file is asked about', async ({
  page,
  files,
  stuck,
}) => {
  const [name, other] = [fileName('again'), fileName('other')]
  await page.goto(files)
  stuck.setBehind(12.05)
  await upload(page, name, other)
  await row(page, name).click()
  const chooser = page.waitForEvent('filechooser')
  await panel(page, name).getByRole('button', { name: 'Delete and upload again' }).click()
  await (await chooser).setFiles([markdown(name, '# Mended\n')])
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expect(question).toContainText(`Then ${name} is uploaded.`)
  const api = `${new URL(files).origin}/api/v1/knowledge-base`
  const { files: listed } = await (await page.request.get(`${api}/files`)).json()
  const { id } = listed.find((each: { fileName: string }) => each.fileName === name)
  expect((await page.request.delete(`${api}/file/${id}`)).ok()).toBe(true)
  await expect(page.getByText('There is no file with this id')).toBeAttached()
  stuck.setBehind(0)
  await question.getByRole('button', { name: 'Delete file' }).click()
  await expect(page.getByText(`${name} was removed already`)).toBeVisible()
  await expect(row(page, name)).toHaveCount(1)

  // Nor does a question that an address asks about a file that is gone go over to the next one.
  await page.goto(`${files}?file=${id}&delete=true`)
  await expect(page.getByText('There is no file with this id')).toBeVisible()
  await row(page, other).click()
  await expect(panel(page, other)).toBeVisible()
  await expect(page).toHaveURL((url) => !url.searchParams.has('delete'))
  await expect(page.getByRole('dialog', { name: /^Delete/ })).toHaveCount(0)
})

test('one request polls all waiting files; one a minute is sent when nothing waits, and none while the tab is hidden', async ({
  page,
  files,
  stuck,
}) => {
  const names = [fileName('one'), fileName('two'), fileName('three')]
  const lists = () => stuck.answered('listFiles')
  /** The number of requests once all running ones are answered. */
  const settled = async () => {
    let last = -1
    await expect
      .poll(
        () => {
          const still = last === lists()
          last = lists()
          return still
        },
        { intervals: [300] },
      )
      .toBe(true)
    return last
  }
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)

  await page.clock.install()
  await page.goto(files)
  await upload(page, ...names)
  await page.clock.pauseAt(Date.now() + 60_000)

  // The test moves the page's time. After a minute of waiting the list is read every ten seconds, for any number of files.
  let before = await settled()
  for (let step = 0; step < 12; step++) {
    await page.clock.runFor(5_000)
    await settled()
  }
  const seen = lists() - before
  expect(seen).toBeGreaterThanOrEqual(4)
  expect(seen).toBeLessThanOrEqual(8)

  await show('hidden')
  before = await settled()
  for (let minute = 0; minute < 5; minute++) await page.clock.runFor(60_000)
  expect(await settled()).toBe(before)

  await show('visible')
  await page.clock.runFor(10_000)
  await expect.poll(lists).toBeGreaterThan(before)

  stuck.heal()
  await expect(async () => {
    await page.clock.runFor(10_000)
    for (const name of names) await expect(row(page, name)).toContainText('INGESTED', { timeout: 500 })
  }).toPass()
  before = await settled()
  // What others upload is seen.
  for (let minute = 0; minute < 5; minute++) {
    await page.clock.runFor(60_000)
    await settled()
  }
  const quiet = (await settled()) - before
  expect(quiet).toBeGreaterThanOrEqual(4)
  expect(quiet).toBeLessThanOrEqual(6)
})

test('a waiting replacement can be stopped, continued, and stopped again', async ({ page, files, stuck }) => {
  const old = fileName('old')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(files)
  await upload(page, old)
  await row(page, old).click()
  await panel(page, old).getByRole('link', { name: 'Replace file' }).click()
  const chooser = page.waitForEvent('filechooser')
  await button('Choose the new file').click()
  await (await chooser).setFiles([markdown('chosen.md', '# Mended\n')])
  await button('Start replacement').click()
  const waiting = page.getByText('Waits until the new file is INGESTED.')
  const request = page
    .getByRole('listitem')
    .filter({ hasText: 'Wait for INGESTED' })
    .getByText('On its way', { exact: true })
  for (const round of [1, 2]) {
    await expect(request).toHaveCount(1)
    await expect(button('Stop here')).not.toHaveAttribute('aria-busy')
    await button('Stop here').click()
    await expect(page.getByText('Stopped here')).toBeVisible()
    if (round === 1) await button('Continue').click()
  }
  await expect(waiting).toBeVisible()
  stuck.heal()
  await button('Continue').click()
  await expect(page.getByRole('checkbox', { name: 'I checked the new file' })).toBeVisible()
})
