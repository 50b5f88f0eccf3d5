import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { makePdf } from '../src/service/ingestion/make-pdf'
import { median, print, residentMemory, spread } from './measure'
import { test } from './screen'
import type { Stack } from './stack'

/** A PDF with this many pages of some 2,000 characters each, another one in each run: what is there already is not uploaded again. */
const manual = (pages: number, run: number) =>
  makePdf({
    pages: Array.from({ length: pages }, (_, page) =>
      Array.from(
        { length: 28 },
        (_, line) =>
          `Manual ${run}, page ${page + 1}, line ${line + 1}: parcels are sent on the day they are ordered.`,
      ),
    ),
  })

async function secondsToIngested(page: Page, origin: string, pages: number, run: number): Promise<number> {
  const name = `manual-${run}.pdf`
  await page.goto(`${origin}/knowledge/files`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).first().click()
  const started = performance.now()
  await (await chooser).setFiles({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(manual(pages, run)),
  })
  await page
    .getByRole('table', { name: 'Files' })
    .getByRole('row')
    .filter({ hasText: name })
    .filter({ hasText: 'INGESTED' })
    .waitFor({ timeout: 120_000 })
  return (performance.now() - started) / 1000
}

/** What reading the text of a PDF takes by itself, without service, process or screen. */
async function secondsToRead(pages: number, run: number): Promise<number> {
  const content = new Uint8Array(manual(pages, run))
  const started = performance.now()
  await extractText(await getDocumentProxy(content))
  return (performance.now() - started) / 1000
}

async function secondsToReady(stack: Stack, env: Record<string, string>): Promise<number> {
  const started = performance.now()
  const running = await stack.startConsole(env)
  const seconds = (performance.now() - started) / 1000
  await running.stop()
  return seconds
}

test('figures', async ({ page, stack }) => {
  // A directory of its own, because the stack's starts with a database.
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'switchboard-'))
  print(`server to ready, empty data directory: ${(await secondsToReady(stack, { DATA_DIR })).toFixed(2)} s`)
  const later: number[] = []
  for (let run = 0; run < 5; run++) later.push(await secondsToReady(stack, { DATA_DIR }))
  await rm(DATA_DIR, { recursive: true })
  print(`server to ready, later starts: ${spread(later, 2)} s`)

  const running = await stack.startConsole()
  print(`resident memory after the start: ${residentMemory(running.pid).toFixed(0)} MB`)
  const seconds: number[] = []
  const bare: number[] = []
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMemory(running.pid))
  }, 50)
  for (let run = 0; run < 5; run++) {
    bare.push(await secondsToRead(200, run))
    seconds.push(await secondsToIngested(page, running.origin, 200, run))
  }
  clearInterval(watch)
  print(
    `200-page PDF, from choosing it to INGESTED on the screen: ${spread(seconds, 2)} s (${(median(seconds) / median(bare)).toFixed(2)} x reading its text, ${spread(bare, 2)} s)`,
  )
  print(`resident memory at most while ingesting, with the reading process: ${peak.toFixed(0)} MB`)
})
