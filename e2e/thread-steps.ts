import type { Page } from 'playwright/test'
import { haveAgent } from './agent-steps'
import { expect } from './screen'

/** A deployed text agent with one required variable; resolves with its id. */
export async function haveTextAgent(page: Page, name: string, origin = ''): Promise<string> {
  const variables = [{ name: 'customer', required: true }]
  return (await haveAgent(page, name, { agentType: 'TEXT', variables }, origin)).agentId
}

/** Creates a web chat in the form; returns its id. */
export async function createChat(page: Page, agentId: string): Promise<string> {
  await page.goto(`/threads/new?channel=chat&agent=${agentId}`)
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/chat/threads'))
  await page.getByRole('button', { name: 'Create web chat' }).click()
  const { threadId } = (await (await answered).json()) as { threadId: string }
  await expect(page.getByRole('region', { name: 'The web chat was created' })).toBeVisible()
  return threadId
}

/** Everything that this origin stores in the browser, as text: its databases and its storage. */
export const keptInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const rowsOf = (name: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const open = indexedDB.open(name)
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const stores = Array.from(open.result.objectStoreNames)
          const reads = stores.map(
            (store) =>
              new Promise<unknown>((read) => {
                const all = open.result.transaction(store).objectStore(store).getAll()
                all.onsuccess = () => read(all.result)
              }),
          )
          Promise.all(reads).then(resolve)
        }
      })
    const rows = await Promise.all(names.map(rowsOf))
    return JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }])
  })
