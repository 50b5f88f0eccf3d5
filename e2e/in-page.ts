import type { Page } from 'playwright/test'

/** Resolves when the page has nothing to do, and had nothing to do a quarter of a second before: a part that comes late is asked for when the rest is drawn. */
const idle = (page: Page) =>
  page.evaluate(async () => {
    const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    // `requestIdleCallback` may not come for minutes in a page that has nothing to do.
    const free = async () => {
      const end = performance.now() + 2_000
      for (let turns = 0; turns < 3 && performance.now() < end; ) {
        const start = performance.now()
        await after(0)
        turns = performance.now() - start < 20 ? turns + 1 : 0
      }
    }
    await free()
    await after(250)
    await free()
  })

/**
 * Opens addresses in a page that stays, as its links do, which takes a quarter of a load, and waits until each is there: everything that was asked for
 * was answered, and is drawn. `networkidle`, which waits as long, comes once in the life of a page.
 */
export function inPage(page: Page): (path: string) => Promise<void> {
  const open = new Set<unknown>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  const ended = (request: unknown) => open.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async (path) => {
    // Before a load is over nobody follows the address.
    await page.waitForLoadState('networkidle')
    await page.evaluate((address) => history.pushState(null, '', address), path)
    let waits = 0
    do {
      await idle(page)
      waits = open.size > 0 ? 0 : waits + 1
    } while (waits < 3)
  }
}
