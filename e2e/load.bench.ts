import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { makePdf } from '../src/service/ingestion/make-pdf'
import { idle, pound, printTimes, share, workBeside } from './load'
import { median, print, residentMemory, spread } from './measure'
import { addDocument, enter, MODES, type Mode, placeAt, startIn, test } from './safety-steps'

// How a console bears many at once (D552): `LOAD_SECONDS` changes the length, `LOAD_PDFS` names a directory of real documents.

const SECONDS = Number(process.env.LOAD_SECONDS ?? 30)
const DOCUMENTS = 300

test.use({ withHosted: false })

test('fifty connections and a thousand idle ones, while somebody works', async ({ directory }) => {
  const running = await startIn('signed in', { DATA_DIR: await directory() })
  const headers = await enter(running.origin)
  const alone = workBeside(running.origin, headers)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  printTimes('somebody at work, alone', await alone.stop())
  const silent = await idle(running.origin, 1_000)
  const worker = workBeside(running.origin, headers)
  printTimes(
    'fifty connections, mixed',
    await pound(running.origin, headers, { connections: 50, ms: SECONDS * 1000 }),
  )
  const times = await worker.stop()
  printTimes(`somebody at work beside them and ${silent.open()} idle connections`, times)
  print(`  goal: p99 below 300 ms: ${share(times, 99) < 300 ? 'met' : 'MISSED'}`)
  silent.close()
  await running.stop()
})

test('lists while three hundred documents are read', async ({ directory }) => {
  const running = await startIn('open', { DATA_DIR: await directory() })
  const place = await placeAt(running, 'open')
  const given = process.env.LOAD_PDFS
  const real = given ? readdirSync(given).filter((name) => name.endsWith('.pdf')) : []
  const contentOf = (at: number) => {
    const name = real[at % Math.max(real.length, 1)]
    if (given && name) return Buffer.concat([readFileSync(join(given, name)), Buffer.from(`\n%${at}\n`)])
    return makePdf({
      pages: Array.from({ length: 5 }, (_, page) => [`Document ${at}, page ${page}: parcels leave at nine.`]),
    })
  }
  const begun = performance.now()
  const lists = workBeside(running.origin, {}, [
    { path: '/api/v1/knowledge-base/files' },
    { path: '/api/v1/knowledge-base/collections' },
    { path: '/api/v1/agents' },
  ])
  for (let at = 0; at < DOCUMENTS; at += 3)
    await Promise.all(
      [at, at + 1, at + 2].map((each) => addDocument(place, `d-${each}.pdf`, contentOf(each))),
    )
  for (;;) {
    const { files } = await place.read('/api/v1/knowledge-base/files')
    if (files.every(({ status }: { status: string }) => /INGESTED|FAILED/.test(status))) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const times = await lists.stop()
  print(
    `${DOCUMENTS} documents${given ? '' : ' (made)'} read in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  )
  printTimes('lists meanwhile', times)
  print(`  goal: p99 below 200 ms: ${share(times, 99) < 200 ? 'met' : 'MISSED'}`)
  await running.stop()
})

test('memory over five rounds', async ({ directory }) => {
  const running = await startIn('signed in', { DATA_DIR: await directory() })
  const headers = await enter(running.origin)
  const after: number[] = []
  for (let round = 0; round < 5; round += 1) {
    await pound(running.origin, headers, { connections: 50, ms: (SECONDS * 1000) / 3 })
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    after.push(residentMemory(running.pid))
  }
  print(`resident memory after each of five rounds: ${after.map((each) => each.toFixed(0)).join(', ')} MB`)
  await running.stop()
})

/** Opens the files screen anew; milliseconds to its heading, and requests. */
async function firstLoad(page: Page, mode: Mode, origin: string, who: Readonly<Record<string, string>>) {
  const context = (await page.context().browser()?.newContext()) ?? page.context()
  const [name = '', value = ''] = who.cookie?.split('=') ?? []
  if (mode === 'signed in') await context.addCookies([{ name, value, url: origin }])
  const fresh = await context.newPage()
  let requests = 0
  fresh.on('request', () => {
    requests += 1
  })
  const begun = performance.now()
  await fresh.goto(`${origin}/knowledge/files`)
  await fresh.getByText('No files yet').waitFor()
  const ms = performance.now() - begun
  await fresh.waitForLoadState('networkidle')
  await context.close()
  return { ms, requests }
}

test('what sign-in adds to a first load', async ({ page, systems }) => {
  const loads: Record<Mode, { ms: number; requests: number }[]> = { open: [], 'signed in': [] }
  for (let run = 0; run < 7; run += 1)
    for (const mode of MODES) {
      const { origin, who } = systems[mode].local
      loads[mode].push(await firstLoad(page, mode, origin, who))
    }
  for (const mode of MODES)
    print(
      `files, first load, ${mode}: ${spread(loads[mode].map(({ ms }) => ms))} ms, ${median(loads[mode].map(({ requests }) => requests))} requests`,
    )
})
