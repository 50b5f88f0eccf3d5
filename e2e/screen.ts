import { test as base, expect, type Page } from 'playwright/test'
import { type Stack, startStack } from './stack'

/** What the browser complained of that no person would see: script errors and content-policy violations. */
function listenForComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refusal of the service is logged by the browser as a failed load; the screens show it, and that is tested.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return complaints
}

/** `test` with a running system per worker, and a page that must stay free of script errors and policy violations. */
export const test = base.extend<{ page: Page }, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern.
    async ({}, use) => {
      const stack = await startStack()
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack }, use) => use(stack.origin),
  page: async ({ page }, use) => {
    const complaints = listenForComplaints(page)
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }

/** A name that no other test of this worker uses. */
let counter = 0
export const unique = (name: string) => `${name} ${process.pid}-${++counter}`
