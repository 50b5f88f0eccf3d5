import type { Browser, CDPSession, Page } from 'playwright/test'
import { markdown } from './documents'
import { serveFloor } from './floor'
import { haveFiles } from './knowledge-steps'
import { median, print } from './measure'
import { findModules, medians, profile } from './profile'
import { test } from './screen'

const RUNS = 5
/** Slow 4G as Lighthouse emulates it, on a processor that is four times slower. */
const SLOW = { offline: false, latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 }
const SCREENS = ['/', '/agents', '/agents/new', '/calls', '/threads', '/tools', '/testing-lab', '/settings']
const RAIL = ['Agents', 'Calls', 'Threads', 'Tools', 'Testing lab', 'Files', 'Overview']

/** What is noted in a page from its beginning. */
interface Noted {
  long: number[]
  rows?: number
}

interface Load {
  readonly paint: number
  readonly rows: number
  readonly blocking: number
  readonly bytes: number
  readonly scripts: number
}

/** The bytes, headers included, and the number of the scripts that are loaded from now on. */
async function countScripts(session: CDPSession): Promise<() => Pick<Load, 'bytes' | 'scripts'>> {
  await session.send('Network.enable')
  const ids = new Set<string>()
  let bytes = 0
  session.on(
    'Network.responseReceived',
    ({ requestId, type }) => void (type === 'Script' && ids.add(requestId)),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ids.has(requestId)) bytes += encodedDataLength
  })
  return () => ({ bytes, scripts: ids.size })
}

/** Opens an address in a browser window that knows nothing of it. `ready`: what stands for its content. */
async function load(browser: Browser, url: string, ready: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const counted = await countScripts(session)
  await session.send('Network.emulateNetworkConditions', SLOW)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript((selector) => {
    const noted: Noted = { long: [] }
    Object.assign(window, { noted })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.long.push(duration)
    }).observe({ type: 'longtask', buffered: true })
    const look = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      look.disconnect()
      requestAnimationFrame(() =>
        setTimeout(() => {
          noted.rows = performance.now()
        }),
      )
    })
    look.observe(document, { childList: true, subtree: true })
  }, ready)
  await page.goto(url)
  await page.locator(ready).first().waitFor({ state: 'attached' })
  const atRows = counted()
  await page.waitForTimeout(2_500)
  const noted = await page.evaluate(() => ({
    ...(window as unknown as { noted: Noted }).noted,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  await context.close()
  const blocking = noted.long.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0)
  return { paint: noted.paint, rows: noted.rows ?? 0, blocking, ...atRows }
}

const of = (loads: readonly Load[], name: keyof Load) => median(loads.map((each) => each[name]))

/** Milliseconds from pressing a link of the rail to the painted content of its screen. */
async function navigate(page: Page, name: string): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  await link.hover()
  await page.waitForTimeout(1_000)
  return link.evaluate(
    (element, title) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        const look = () => {
          const isThere = document.querySelector('h1')?.textContent === title
          if (!isThere || document.querySelector('main [role=status] .sr-only')?.textContent === 'Loading')
            return requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
        }
        ;(element as HTMLElement).click()
        look()
      }),
    name,
  )
}

test('first loads beside their floors, and ways between screens', async ({ browser, page, stack }) => {
  const origin = await stack.local()
  await page.goto(`${origin}/knowledge/files`)
  await haveFiles(
    page,
    Array.from({ length: 50 }, (_, at) => markdown(`guide-${at}.md`)),
  )
  const floor = await serveFloor(`${origin}/api/v1/knowledge-base/files`)
  const apps = [
    ['page without scripts', `${floor.origin}/static`, 'h1'],
    ['floor', `${floor.origin}/`, '[data-row]'],
    ['Files', `${origin}/knowledge/files`, '[data-row]'],
  ] as const
  const loads = new Map<string, Load[]>(apps.map(([name]) => [name, []]))
  for (let run = 0; run < RUNS; run += 1)
    for (const [name, url, ready] of apps) loads.get(name)?.push(await load(browser, url, ready))
  floor.close()
  print('first load, slow 4G, processor at a quarter: first paint, rows, blocking, JavaScript before rows')
  const floors = loads.get('floor') ?? []
  for (const [name, each] of loads) {
    const [rows, blocking] = [of(each, 'rows'), of(each, 'blocking')]
    print(
      `${name}: ${of(each, 'paint').toFixed()} ms, ${rows.toFixed()} ms (${(rows / of(floors, 'rows')).toFixed(2)} x floor), ${blocking.toFixed()} ms (${(blocking / of(floors, 'blocking')).toFixed(1)} x), ${(of(each, 'bytes') / 1000).toFixed(1)} kB in ${of(each, 'scripts')}`,
    )
  }
  for (const path of SCREENS) {
    const context = await browser.newContext()
    const fresh = await context.newPage()
    const counted = await countScripts(await context.newCDPSession(fresh))
    await fresh.goto(origin + path, { waitUntil: 'networkidle' })
    const { bytes, scripts } = counted()
    print(`all JavaScript of ${path}: ${(bytes / 1000).toFixed(1)} kB in ${scripts}`)
    await context.close()
  }
  for (const rate of [1, 4]) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    for (const name of RAIL) await navigate(page, name)
    const times: string[] = []
    for (const name of RAIL) times.push(`${name} ${(await navigate(page, name)).toFixed()}`)
    print(`from screen to screen, processor at 1/${rate}, in ms: ${times.join(', ')}`)
  }
})

test('what a first load of Files spends its time with, by module', async ({ browser, page, stack }) => {
  const origin = await stack.local()
  await page.goto(`${origin}/knowledge/files`)
  await haveFiles(
    page,
    Array.from({ length: 50 }, (_, at) => markdown(`profiled-${at}.md`)),
  )
  const moduleAt = await findModules()
  const loads: Awaited<ReturnType<typeof profile>>[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
    const fresh = await context.newPage()
    const session = await context.newCDPSession(fresh)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    loads.push(
      await profile(session, moduleAt, async () => {
        await fresh.goto(`${origin}/knowledge/files`)
        await fresh.locator('[data-row]').first().waitFor({ state: 'attached' })
        await fresh.waitForTimeout(1_000)
      }),
    )
    await context.close()
  }
  print('first load of Files, processor at a quarter, ms of own code by module')
  for (const [module, ms] of medians(loads).slice(0, 25)) print(`${ms.toFixed().padStart(6)}  ${module}`)
})
