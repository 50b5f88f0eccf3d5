import { drop, markdown, protectedPdf } from './documents'
import { frontOf } from './front'
import { button, chip, upload, uploads } from './knowledge-steps'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

test('60 files dropped at once, the service away at first, some bad: all wait, the page is reloaded in the middle, and each ends up once', async ({
  page,
  stack,
}) => {
  test.setTimeout(150_000)
  const directory = await stack.dataDirectory()
  const service = await stack.startService({ ...CREDENTIALS, DATA_DIR: directory })
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  const batch = unique('sixty').replaceAll(' ', '-')
  const good = Array.from({ length: 56 }, (_, at) =>
    markdown(`${batch}-good-${at}.md`, `# Document ${at}\n\nText number ${at}.\n`),
  )
  const empty = { name: `${batch}-empty.md`, mimeType: 'text/markdown', buffer: Buffer.alloc(0) }
  const text = { name: `${batch}-text.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('Just words.') }
  const locked = [0, 1].map((at) => protectedPdf(`${batch}-locked-${at}.pdf`))
  const all = [empty, ...good, text, ...locked]
  await page.goto(`${console.origin}/knowledge/files`)
  await expect(page.getByText('No files yet')).toBeVisible()
  await service.stop()
  await drop(page, all)
  // Said once for all; only what is wrong with a document itself is said of it.
  await expect(uploads(page)).toContainText('Uploads are paused')
  // The reason stands where the list says it, too.
  await expect(page.getByText('cannot be reached').first()).toBeVisible()
  await expect(upload(page, empty.name)).toContainText('The file is empty')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Paused')).toBeVisible()
  // Slow enough that the reload comes in the middle. It asks first if bytes are moving at that moment.
  page.on('dialog', (question) => void question.accept())
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 150 })
  await stack.startService({
    ...CREDENTIALS,
    DATA_DIR: directory,
    SERVICE_PORT: new URL(service.origin).port,
  })
  // Nobody clicks.
  await expect(chip(page, 'INGESTED')).toBeVisible()
  await page.reload()
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 0 })

  const waiting = uploads(page).getByRole('listitem').filter({ hasText: 'Choose the file again' })
  await waiting.locator('summary').click()
  await expect(upload(page, empty.name)).toContainText('The file is empty')
  const interrupted = await waiting.getByRole('listitem').allInnerTexts()
  // Some of the 56 were uploaded, some were not.
  expect(interrupted.length).toBeGreaterThan(2)
  expect(interrupted.length).toBeLessThan(58)
  // Those that lost the page between upload and record. The page may already see that one has its record.
  const finish = uploads(page).getByRole('button', { name: /^Finish / })
  await expect(async () => {
    if ((await finish.count()) > 0) await finish.first().click({ timeout: 1_000 })
    expect(await finish.count()).toBe(0)
  }).toPass()
  const again = all.filter(({ name }) => interrupted.some((shown) => shown.includes(name)))
  expect(again).toHaveLength(interrupted.length)
  await drop(page, again)
  await expect(chip(page, 'INGESTED')).toContainText('56', { timeout: 60_000 })
  await expect(chip(page, 'FAILED')).toContainText('2')
  await expect(chip(page, 'All')).toContainText('58')
  // Unusable files still say why.
  await expect(upload(page, empty.name)).toContainText('The file is empty')
  await expect(upload(page, text.name)).toContainText('the content is plain text')
  // Equal failures are one line (D873).
  await expect(
    uploads(page).getByRole('listitem').filter({ hasText: 'protected by a password' }),
  ).toHaveCount(1)

  // Dropped again, what is here is skipped by its content, whatever it is called.
  const renamed = good.map((each, at) => ({ ...each, name: `${batch}-renamed-${at}.md` }))
  await drop(page, renamed)
  await expect(uploads(page)).toContainText('56 already here, skipped')
  await expect(chip(page, 'All')).toContainText('58')
  await button(page, 'Dismiss 56 files').click()
  await expect(uploads(page)).not.toContainText('already here')
  await page.getByRole('button', { name: /^Undo: 56 uploads/ }).click()
  await expect(uploads(page)).toContainText('56 already here, skipped')
})

test('a folder is dropped again after the page was left between uploads and records: each document has one row and goes up once', async ({
  page,
  stack,
}) => {
  const service = await stack.sharedService()
  let [asked, held] = [0, 0]
  let isLeft = false
  const front = await frontOf(service.origin, ({ method, path }) => {
    if (path.endsWith('/generate-presigned-url')) asked += 1
    if (method !== 'POST' || !path.endsWith('/knowledge-base/file') || isLeft) return undefined
    held += 1
    // The page is left before it hears of it.
    return new Promise(() => undefined)
  })
  const connected = { ...CREDENTIALS, SERVICE_URL: front.origin, UPLOAD_ORIGINS: service.origin }
  const { origin } = await stack.startConsole(connected)
  const batch = unique('left').replaceAll(' ', '-')
  const folder = Array.from({ length: 8 }, (_, at) => markdown(`${batch}-${at}.md`))
  await page.goto(`${origin}/knowledge/files`)
  await drop(page, folder)
  await expect.poll(() => held).toBe(3)
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  isLeft = true
  await expect(uploads(page)).toContainText('8 interrupted')
  await drop(page, folder)
  await expect(uploads(page)).toContainText('8 uploaded: 8 ready')
  await expect(uploads(page)).not.toContainText(/interrupted|not finished|already here/)
  expect(asked).toBe(8)
  // The three that the page before sent are no longer in doubt (D936).
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'In figures' })).toBeVisible()
  await expect(page.getByText('without a known outcome')).toHaveCount(0)
  await front.close()
})
