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
  page: async ({ page, stack }, use) => {
    const complaints = listenForComplaints(page)
    await use(page)
    expect(complaints).toEqual([])
    await stack.endStarted()
  },
})

export { expect }

/** What this browser's data of the connection is stored under. */
export const serviceName = async (page: Page): Promise<string> =>
  (await (await page.request.get('/console/info')).json()).serviceName

/** A name that no other test of this worker uses. */
let counter = 0
export const unique = (name: string) => `${name} ${process.pid}-${++counter}`
