import type { CDPSession, Locator, Page } from 'playwright/test'
import { median, print, spread } from './measure'
import { serveReplies } from './other-service'
import { test } from './screen'
import { CREDENTIALS } from './stack'

const TIMES = 5
const FILES_PATH = 'GET /api/v1/knowledge-base/files'

const filesOf = (count: number) => ({
  files: Array.from({ length: count }, (_, at) => ({
    fileId: `file-${at}`,
    fileName: `guide ${(at * 7919) % count} of the ${['billing', 'returns', 'shipping'][at % 3]} desk.pdf`,
    status: 'INGESTED',
    createdAt: new Date(1_760_000_000_000 + ((at * 104_729) % count) * 60_000).toISOString(),
    updatedAt: new Date(1_770_000_000_000 + at * 60_000).toISOString(),
  })),
})

/** Milliseconds from an action to the painted page in which `isDone` holds; both in words of the page. */
async function untilPainted(session: CDPSession, act: string, isDone: string): Promise<number> {
  const expression = `new Promise((resolve) => {
    const began = performance.now()
    const look = () =>
      ${isDone}
        ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
        : requestAnimationFrame(look)
    ${act}
    look()
  })`
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  return Number(result.value)
}

const FIRST_NAME = `document.querySelector('[data-row]')?.textContent`
const ALL_NAMES = `document.querySelectorAll('[data-row]').length > 5`

/** Heap in MB after a collection. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

/** Frames in ms while the list is scrolled by 120 pixels a frame for two seconds. */
const scroll = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        let box: Element | null = document.querySelector('[data-row]')
        while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
        const scrolled = box ?? document.documentElement
        const frames: number[] = []
        const began = performance.now()
        let last = began
        const step = (now: number) => {
          frames.push(now - last)
          last = now
          scrolled.scrollTop += 120
          if (now - began < 2_000) requestAnimationFrame(step)
          else resolve(frames.slice(2))
        }
        requestAnimationFrame(step)
      }),
  )

/** Notes what is pressed next, so that looking for it is not measured. */
const aim = (target: Locator) => target.evaluate((element) => Object.assign(window, { aimed: element }))
const PRESS = 'window.aimed.click()'

async function openFiles(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/knowledge/files`)
  await page.locator('[data-row]').first().waitFor({ timeout: 120_000 })
}

test('long lists of files', async ({ browser, stack }) => {
  const service = await serveReplies()
  const { origin } = await stack.startConsole({ ...CREDENTIALS, SERVICE_URL: service.origin })
  for (const count of [5_000, 100_000]) {
    service.answer({ [FILES_PATH]: filesOf(0) })
    const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await page.goto(`${origin}/knowledge/files`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const empty = await heapOf(session)
    service.answer({ [FILES_PATH]: filesOf(count) })
    await openFiles(page, origin)
    const full = await heapOf(session)
    const link = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
    for (const rate of [1, 4]) {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      const shown: number[] = []
      for (let run = 0; run < TIMES; run += 1) {
        await aim(link('Agents'))
        await untilPainted(session, PRESS, `document.querySelector('h1')?.textContent === 'Agents'`)
        await page.waitForTimeout(500)
        await aim(link('Files'))
        shown.push(
          await untilPainted(
            session,
            PRESS,
            `document.querySelector('h1')?.textContent === 'Files' && ${ALL_NAMES}`,
          ),
        )
        await page.waitForTimeout(500)
      }
      const search = page.getByRole('searchbox', { name: 'Search files' })
      const keys: number[] = []
      for (const text of ['b', 'bi', 'bil', 'bill', 'r']) {
        await search.focus()
        keys.push(
          await untilPainted(
            session,
            `;(() => { const field = document.activeElement; Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${text}'); field.dispatchEvent(new Event('input', { bubbles: true })) })()`,
            `document.activeElement.value === '${text}'`,
          ),
        )
        await page.waitForTimeout(700)
      }
      await search.fill('')
      await page.waitForTimeout(1_000)
      const sorts: number[] = []
      for (let run = 0; run < 4; run += 1) {
        const before = await page.locator('[data-row]').first().textContent()
        await aim(page.getByRole('columnheader', { name: /^Name/ }).getByRole('button'))
        sorts.push(await untilPainted(session, PRESS, `${FIRST_NAME} !== ${JSON.stringify(before)}`))
        await page.waitForTimeout(700)
      }
      const frames = await scroll(page)
      const late = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0
      print(
        `${count} files, processor at 1/${rate}: from a link to painted rows ${spread(shown)} ms, a key ${spread(keys)} ms, sorted by name ${spread(sorts)} ms, a scrolled frame ${median(frames).toFixed(1)} ms (95 of 100 within ${late.toFixed(1)})`,
      )
    }
    print(`${count} files: heap ${(full - empty).toFixed(1)} MB more than without`)
    await context.close()
  }
  await service.close()
})
