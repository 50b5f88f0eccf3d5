import { readdirSync, readFileSync } from 'node:fs'
import { drop, markdown } from './documents'
import { frontOf } from './front'
import { button, haveFiles, row, uploads } from './knowledge-steps'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'
import { openBrowser } from './team-steps'

const ASSETS = new URL('../dist/client/assets/', import.meta.url)

/** The script of the build that shows this text: names say nothing (D794). */
function scriptWith(text: string): string {
  const names = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
  const [only, ...others] = names.filter((name) => readFileSync(new URL(name, ASSETS), 'utf8').includes(text))
  if (!only || others.length > 0)
    throw new Error(`${others.length + Number(only !== undefined)} scripts show ${text}`)
  return only
}

const uploadsScript = () => scriptWith('Cancel all')

const documents = () => [1, 2].map((at) => markdown(`${unique('far')}-${at}.md`.replaceAll(' ', '-')))

test("files dropped while the console's own server is gone wait with the reason, and go up by themselves when it is back", async ({
  browser,
  stack,
}) => {
  const connected = { ...CREDENTIALS, SERVICE_URL: (await stack.sharedService()).origin }
  const console = await stack.startConsole(connected)
  const page = await (await openBrowser(browser, console.origin)).newPage()
  // A list with nothing in it says that it cannot be read, not that it could not be refreshed.
  await haveFiles(page, [markdown(`${unique('near')}.md`)])
  const chosen = documents()
  // The screen has settled.
  await page.goto('/knowledge/files', { waitUntil: 'networkidle' })
  await expect(button(page, 'Upload files').first()).toBeVisible()
  // What shows uploads comes when somebody moves.
  const part = page.waitForResponse((response) => response.url().endsWith(uploadsScript()))
  await page.mouse.move(300, 300)
  await part
  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/settings')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await console.stop()
  // A screen that takes no files refuses them, and the browser does not open them in its place.
  const isOpened = await elsewhere.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['# A'], 'a.md'))
    const event = () => new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    return document.body.dispatchEvent(event())
  })
  // What nobody prevents, the browser does.
  expect(isOpened).toBe(false)
  await expect(elsewhere.getByText('This screen takes no files')).toBeVisible()
  await elsewhere.close()
  // What is shown while files are dragged is not there yet, and does not come.
  const missing = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith(scriptWith('Drop to ')),
  )
  const dragged = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['#'], 'any.md'))
    return transfer
  })
  await page.getByRole('main').dispatchEvent('dragenter', { dataTransfer: dragged })
  await page.evaluate(async (part) => {
    await import(part).catch(() => undefined)
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  }, (await missing).url())
  await expect(button(page, 'Upload files').first()).toBeVisible()
  await drop(page, chosen)
  await expect(uploads(page)).toContainText('Uploads are paused')
  await expect(uploads(page)).toContainText("Can't reach Switchboard")
  // The reason stays with the pause, also where the list below says the same.
  const stale = page.getByText('The list could not be refreshed')
  // The list is read again when somebody comes back to it, unless that was just done.
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      return stale.isVisible()
    })
    .toBe(true)
  await expect(uploads(page)).toContainText("Can't reach Switchboard. They continue by themselves.")
  // How far they are stays in sight.
  const all = uploads(page).getByRole('progressbar', { name: 'All uploads' })
  await expect(all).toHaveAttribute('aria-valuetext', '0 of 2, paused')

  const port = new URL(console.origin).port
  await stack.startConsole({ ...connected, PORT: port })
  for (const { name } of chosen) await expect(row(page, name)).toContainText('INGESTED')
})

test('files dropped on another screen are told of where the code that takes them does not come', async ({
  page,
  stack,
}) => {
  const console = await stack.startConsole()
  await page.goto(`${console.origin}/settings`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const upload = page.getByRole('button', { name: /^Upload 1 file/ }).first()
  // What answers a drop comes with the first press.
  await page.getByRole('heading', { level: 1 }).click()
  await expect
    .poll(async () => {
      await drop(page, [markdown('one.md')])
      return upload.isVisible()
    })
    .toBe(true)
  await console.stop()
  await upload.click()
  await expect(page.getByText('Could not be loaded. Drop the files again.')).toBeVisible()
})

test('where the list of uploads does not load, the page says so, and nothing chosen is lost', async ({
  browser,
  stack,
}) => {
  // A console behind a server that does not pass on that part for a while.
  let isMissing = true
  let inFront = ''
  const front = await frontOf(
    () => inFront,
    ({ path }) => (isMissing && path.endsWith(uploadsScript()) ? 502 : undefined),
  )
  const console = await stack.startConsole({
    ...CREDENTIALS,
    SERVICE_URL: (await stack.sharedService()).origin,
    ALLOWED_HOSTS: new URL(front.origin).host,
  })
  inFront = console.origin
  const page = await (await openBrowser(browser, front.origin)).newPage()
  await haveFiles(page, [markdown(`${unique('near')}.md`)])
  const chosen = documents()
  await page.goto('/knowledge/files')
  await expect(button(page, 'Upload files').first()).toBeVisible()
  await drop(page, chosen)
  await expect(page.getByText('2 uploads cannot be shown')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(button(page, 'Try again')).toBeVisible()
  // Nor by going to another screen meanwhile.
  await page.getByRole('link', { name: 'Tools' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()
  await page.getByRole('link', { name: 'Files' }).click()
  await expect(page.getByText('2 uploads cannot be shown')).toBeVisible()
  // Nobody has to press it.
  isMissing = false
  await expect(uploads(page)).toContainText(/is INGESTED|are INGESTED/)
  for (const { name } of chosen) await expect(row(page, name)).toContainText('INGESTED')
  await front.close()
})
