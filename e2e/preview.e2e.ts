import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { closeNow, listen } from '../src/net/test-server.fixture'
import { makePdf } from '../src/service/ingestion/make-pdf'
import { seriousFindings } from './accessibility'
import { drop, markdown, pdf, type TestDocument } from './documents'
import { addDocuments, FILES, fileName, row } from './knowledge-steps'
import { expect, test } from './screen'

const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Has a document, opens its panel and opens the preview. */
async function preview(page: Page, document: TestDocument, status = 'INGESTED') {
  await addDocuments(page, [document], status)
  await row(page, document.name).click()
  await panel(page, document.name).getByRole('button', { name: 'Show preview' }).click()
  return panel(page, document.name)
}

const longPdf = (name: string, pages: number): TestDocument => ({
  ...pdf(name),
  buffer: Buffer.from(
    makePdf({ pages: Array.from({ length: pages }, (_, page) => [`Words of page ${page + 1}.`]) }),
  ),
})

test('Markdown is set out as text: no markup of its own, no picture, links that say where they lead', async ({
  page,
}) => {
  const text = [
    '# Prices <b>bold</b>',
    '',
    '| Plan | Price |\n|---|---|\n| Basic | 10 |',
    '',
    '- [x] agreed',
    '',
    '[Terms](https://terms.example.com/a?b=1) and [bad](javascript:alert(1))',
    '',
    '![A chart](https://pictures.example.com/chart.png)',
    '',
    '<script>document.title = "run"</script>',
    '',
    '<img src=x onerror="document.title = \'run\'">',
  ].join('\n')
  const open = await preview(page, markdown(fileName('prices', '.md'), text))
  const shown = open.getByRole('document', { name: 'Markdown preview' })
  await expect(shown.getByRole('heading', { name: 'Prices' })).toBeVisible()
  await expect(shown.getByRole('table').getByRole('cell', { name: 'Basic' })).toBeVisible()
  await expect(shown).toContainText('[Image: A chart]')
  await expect(shown).toContainText('<script>document.title = "run"</script>')
  const link = shown.getByRole('link')
  await expect(link).toHaveCount(1)
  await expect(link).toHaveAttribute('href', 'https://terms.example.com/a?b=1')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(shown).toContainText('(terms.example.com)')
  await expect(shown.locator('img, script, b')).toHaveCount(0)
  await expect(page).toHaveTitle('Files · Switchboard')
  expect(await seriousFindings(page)).toEqual([])
})

test('Markdown that would hold the page up is shown as it was written', async ({ page }) => {
  const open = await preview(page, markdown(fileName('deep', '.md'), `${'> '.repeat(500)}at the bottom\n`))
  await expect(open).toContainText('too complex to format')
  await expect(open).toContainText('at the bottom')
})

test('a PDF is leafed through by keyboard, and only what is near is drawn', async ({ page }) => {
  const open = await preview(page, longPdf(fileName('manual', '.pdf'), 40))
  const shown = open.getByRole('document', { name: 'PDF preview' })
  await expect(shown.getByText('Words of page 1.')).toBeVisible()
  const drawn = shown.locator('canvas')
  expect(await drawn.count()).toBeLessThan(6)
  // It has ink: a page that is not drawn is white or transparent all over.
  const ink = () =>
    drawn.first().evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] === 255 && (data[at] ?? 255) < 100) return true
      return false
    })
  await expect.poll(ink).toBe(true)

  await shown.focus()
  await page.keyboard.press('End')
  await expect(open.getByLabel('Page', { exact: true })).toHaveValue('40')
  await expect(shown.getByText('Words of page 40.')).toBeVisible()
  expect(await drawn.count()).toBeLessThan(6)

  await open.getByLabel('Page', { exact: true }).fill('17')
  await page.keyboard.press('Enter')
  await expect(shown.getByText('Words of page 17.')).toBeInViewport()
  await open.getByRole('button', { name: 'Next page' }).press('Enter')
  await expect(shown.getByText('Words of page 18.')).toBeInViewport()
  await expect(open.getByLabel('Page', { exact: true })).toHaveValue('18')

  const width = async () => (await shown.locator('[data-page="18"]').boundingBox())?.width ?? 0
  const fit = await width()
  await open.getByRole('button', { name: 'Larger' }).click()
  await expect.poll(width).toBeGreaterThan(fit * 1.2)
  await open.getByRole('button', { name: 'Fit width' }).click()
  await expect.poll(width).toBe(fit)
  expect(await seriousFindings(page)).toEqual([])

  await open.getByRole('button', { name: 'Hide preview' }).click()
  await expect(shown).toHaveCount(0)
})

test('a PDF whose pages have several shapes is opened at the page that was asked for', async ({ page }) => {
  const name = fileName('shapes', '.pdf')
  const { buffer, ...document } = longPdf(name, 60)
  // The first page lies on its side.
  const turned = Buffer.from(buffer.toString('latin1').replace('0 0 595 842', '0 0 842 595'), 'latin1')
  const open = await preview(page, { ...document, buffer: turned })
  const shown = open.getByRole('document', { name: 'PDF preview' })
  const field = open.getByRole('textbox', { name: 'Page', exact: true })
  await expect(shown.getByRole('region', { name: 'Page 1 of 60' }).locator('canvas')).toBeAttached()
  for (const number of [42, 12]) {
    await field.fill(String(number))
    await field.press('Enter')
    // Those that stand before it are drawn, and have their own height.
    for (const near of [number - 1, number, number + 1])
      await expect(shown.getByRole('region', { name: `Page ${near} of 60` }).locator('canvas')).toBeAttached()
    await expect
      .poll(() =>
        shown.evaluate((frame, wanted) => {
          const place = frame.querySelector(`[data-page="${wanted}"]`)?.getBoundingClientRect()
          return Math.round((place?.top ?? Number.NaN) - frame.getBoundingClientRect().top)
        }, number),
      )
      .toBe(9)
    await expect(field).toHaveValue(String(number))
  }
})

test('a PDF that cannot be shown says why and is opened instead', async ({ page }) => {
  const secret = {
    ...pdf(fileName('secret', '.pdf')),
    buffer: Buffer.from(makePdf({ pages: [['x']], encrypted: true })),
  }
  const locked = await preview(page, secret, 'FAILED')
  await expect(locked).toContainText('protected by a password, so it cannot be shown here')
  await expect(locked.getByRole('link', { name: 'Open file' })).toHaveAttribute('rel', 'noopener noreferrer')

  const broken = {
    ...pdf(fileName('broken', '.pdf')),
    buffer: Buffer.from('%PDF-1.7\nnothing of the kind\n'),
  }
  const damaged = await preview(page, broken, 'FAILED')
  await expect(damaged).toContainText('This PDF is damaged')
  await expect(damaged.getByRole('link', { name: 'Open file' })).toBeVisible()
})

test('a file is opened in a tab that learns nothing of the page', async ({ page }) => {
  await page.goto(FILES)
  const name = fileName('open', '.md')
  await drop(page, [markdown(name, '# From outside\n')])
  await expect(row(page, name)).toContainText('INGESTED')
  await row(page, name).click()
  const opened = page.context().waitForEvent('page')
  await panel(page, name).getByRole('button', { name: 'View file' }).click()
  const view = await opened
  await expect(view.getByText('# From outside')).toBeVisible()
  expect(new URL(view.url()).protocol).toBe('http:')
  expect(await view.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
})

test('a view address that is no address is neither opened nor read', async ({ page, stack }) => {
  // A service with the few operations of this test, which answers like a broken or hostile one.
  const reply = { viewUrl: 'javascript:document.title="run"' }
  const service = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/view')) response.end(JSON.stringify(reply))
    else if (request.url?.endsWith('/files'))
      response.end(JSON.stringify({ files: [{ id: 'f-1', fileName: 'trap.md', status: 'INGESTED' }] }))
    else if (request.method === 'GET') response.end('{"collections":[]}')
    else response.writeHead(404).end('{}')
  })
  try {
    const console = await stack.startConsole({
      SERVICE_URL: await listen(service),
      SERVICE_API_KEY: 'a-key-of-the-tests',
    })
    await page.goto(console.origin + FILES)
    await row(page, 'trap.md').click()
    const open = panel(page, 'trap.md')
    await open.getByRole('button', { name: 'View file' }).click()
    await expect(open.getByRole('alert')).toContainText('the view address is not a web address')
    expect(page.context().pages()).toHaveLength(1)
    await expect(open.getByRole('link', { name: /open/i })).toHaveCount(0)
    await open.getByRole('button', { name: 'Show preview' }).click()
    await expect(open.getByRole('alert').filter({ hasText: 'There is no preview' })).toContainText(
      'not a web address',
    )

    // A private address: it may be opened, but the console may not read it.
    reply.viewUrl = 'https://192.168.7.7/trap.md'
    await open.getByRole('button', { name: 'Try again' }).click()
    await expect(open).toContainText('is private or not https')
    await expect(open.getByRole('link', { name: 'Open file' })).toHaveAttribute('href', reply.viewUrl)
    await expect(page).toHaveTitle('Files · Switchboard')
  } finally {
    await closeNow(service)
  }
})
