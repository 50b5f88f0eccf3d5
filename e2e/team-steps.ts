import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright/test'
import { startPostgres } from './postgres-server'
import { expect } from './screen'
import type { Stack } from './stack'

export const PASSWORD = 'a password of the tests'
export const VIEWER_PASSWORD = 'a password of those who look'

/** A console where people sign in. */
export const startTeamConsole = (stack: Stack, env: Record<string, string> = {}) =>
  stack.startConsole({
    CONSOLE_PASSWORD: PASSWORD,
    CONSOLE_VIEWER_PASSWORD: VIEWER_PASSWORD,
    ...env,
  })

let server: ReturnType<typeof startPostgres> | undefined

/** A new database on a server that lives as long as the worker, since making one takes longer than a journey's start; `undefined` where the machine has none. */
async function newDatabase(): Promise<string | undefined> {
  server ??= startPostgres().then((started) => {
    if (started) process.once('exit', () => started.stop())
    return started
  })
  const started = await server
  if (!started) return undefined
  const client = new Client({ connectionString: started.url })
  await client.connect()
  const name = `team_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(started.url), { pathname: `/${name}` }).href
}

/** A console with sign-in for each of two people: two processes on one database where the machine has a server, else one. Both end with the journey. */
export async function startTeam({ startConsole }: Stack, given: Record<string, string> = {}) {
  const url = await newDatabase()
  const env = {
    CONSOLE_PASSWORD: PASSWORD,
    CONSOLE_VIEWER_PASSWORD: VIEWER_PASSWORD,
    ...(url && { DATABASE_URL: url }),
    ...given,
  }
  const first = await startConsole(env)
  const second = url ? await startConsole(env) : first
  return [first.origin, second.origin] as const
}

/** A person in a browser of their own, signed in. */
export async function come(browser: Browser, baseURL: string, password = PASSWORD): Promise<Page> {
  const page = await (await openBrowser(browser, baseURL)).newPage()
  await signIn(page, '/agents', password)
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  return page
}

/** A browser of its own, for a console at `origin`; relative addresses lead there. */
export const openBrowser = (browser: Browser, origin: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 860 } })

/** Signs in on the page that the server gives out without a session, and ends at `path`. */
export async function signIn(page: Page, path = '/', password = PASSWORD): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('#main')).toBeVisible()
}

/** A page of a browser of its own, signed in at a console of its own. */
export async function openTeamPage(browser: Browser, stack: Stack, path = '/', password = PASSWORD) {
  const { origin } = await startTeamConsole(stack)
  const context = await openBrowser(browser, origin)
  const page = await context.newPage()
  await signIn(page, path, password)
  return { page, context, origin }
}

/** Ends the session at the server, as time does; no page is told. */
export async function endSession(page: Page, origin = ''): Promise<void> {
  expect((await page.request.delete(`${origin}/console/session`, { data: {} })).status()).toBe(200)
}

export const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

export async function signInAgain(page: Page, password = PASSWORD): Promise<void> {
  await signInDialog(page).getByLabel('Password').fill(password)
  await signInDialog(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(signInDialog(page)).toHaveCount(0)
}
