import type { Page } from 'playwright/test'
import { addVariable, deploy, fillAgent } from './agent-steps'
import { expect } from './screen'

/** Creates a text agent with one required variable and deploys it; ends on its page. Returns its id. */
export async function createTextAgent(page: Page, name: string, origin = ''): Promise<string> {
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, name)
  await page.getByLabel('Agent type').selectOption('TEXT')
  await addVariable(page, { name: 'customer', required: true })
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await deploy(page)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
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
