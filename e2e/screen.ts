import { test as base, expect, type Page } from 'playwright/test'
import { type Stack, startStack } from './stack'

/** Script errors and content-policy violations, which a person does not see. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser logs every refusal as a failed load. The screens show refusals, and that is tested.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return complaints
}

interface Fixtures {
  page: Page
  /** Set for journeys about the local service itself, such as its samples and its test numbers. */
  local: boolean
  /** Closes every window, and ends what was started, once the journey and what belongs to it have ended. */
  ending: undefined
}

/** `test` with a running system per worker, and a page that must stay free of script errors and policy violations. */
export const test = base.extend<Fixtures, { stack: Stack }>({
  local: [false, { option: true }],
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern.
    async ({}, use) => {
      const stack = await startStack()
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack, local }, use) => use(local ? await stack.local() : stack.origin),
  page: async ({ page }, use) => {
    const complaints = listenForComplaints(page)
    await use(page)
    expect(complaints).toEqual([])
  },
  // A window that is left open goes on asking its console, and takes the processor from the journeys after it.
  ending: [
    async ({ browser, stack }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((each) => each.close()))
      await stack.endStarted()
    },
    { auto: true },
  ],
})

export { expect }

/** What this browser's data of the connection is stored under. */
export const serviceName = async (page: Page): Promise<string> =>
  (await (await page.request.get('/console/info')).json()).serviceName

/** A name that no other test of this worker uses. */
let counter = 0
export const unique = (name: string) => `${name} ${process.pid}-${++counter}`
