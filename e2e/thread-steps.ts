import type { Page } from 'playwright/test'
import { haveAgent } from './agent-steps'

/** A deployed text agent with one required variable; resolves with its id. */
export async function haveTextAgent(page: Page, name: string, origin = ''): Promise<string> {
  const variables = [{ name: 'customer', required: true }]
  return (await haveAgent(page, name, { agentType: 'TEXT', variables }, origin)).agentId
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
