import type { Page } from 'playwright/test'
import { haveAgent } from './agent-steps'
import { choose, csv, numberOf, prepare, setPace } from './batch-steps'
import { markdown } from './documents'
import { frontOf } from './front'
import { chooseFiles, FILES, row, uploads } from './knowledge-steps'
import { expect, test } from './screen'
import {
  endSession,
  openBrowser,
  openTeamPage,
  PASSWORD,
  signIn,
  signInAgain,
  signInDialog,
  startTeamConsole,
  VIEWER_PASSWORD,
} from './team-steps'

test('a session ends in the middle of a form: nothing is sent, nothing is lost, and it is sent with one more click', async ({
  browser,
  stack,
}) => {
  const { page } = await openTeamPage(browser, stack, '/knowledge/collections')
  await page.getByRole('button', { name: 'New collection' }).first().click()
  const form = page.getByRole('dialog', { name: 'New collection' })
  const name = form.getByLabel('Name')
  await name.fill('Kept over the end')
  await endSession(page)
  await name.press('Enter')

  await expect(signInDialog(page)).toBeVisible()
  await expect(signInDialog(page).getByLabel('Password')).toBeFocused()
  // It stands over the other dialog, which neither Esc nor a click closes.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(signInDialog(page)).toBeVisible()
  // Nor does Back of a phone, which closes what is native without asking.
  await signInDialog(page).evaluate((dialog: HTMLDialogElement) => dialog.close())
  await expect(signInDialog(page)).toBeVisible()
  await signInDialog(page).getByLabel('Password').fill('not the right one')
  await page.keyboard.press('Enter')
  await expect(signInDialog(page).getByRole('alert')).toContainText('Wrong password')
  await signInAgain(page)

  await expect(name).toHaveValue('Kept over the end')
  await expect(name).toBeFocused()
  await expect(form).toContainText('Could not create the collection')
  await expect(form).toContainText('Nothing was sent, and what you typed stays here.')
  await name.press('Enter')
  await expect(form).toHaveCount(0)
  const stored = async () => {
    const { collections } = await (await page.request.get('/api/v1/knowledge-base/collections')).json()
    return collections.map((each: { name: string }) => each.name)
  }
  expect(await stored()).toEqual(['Kept over the end'])

  // Of a screen that was not opened yet the code is not here. What the page still reads would ask for the sign-in before the click.
  await page.reload({ waitUntil: 'networkidle' })
  await endSession(page)
  await page.getByRole('link', { name: 'Testing lab', exact: true }).click()
  await signInAgain(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Testing lab' })).toBeVisible()

  // What was typed is promised to who signs in as before: a viewer who does reads that it is for operators.
  await page.goto('/knowledge/collections?new=true')
  await name.fill('Typed by an operator')
  await endSession(page)
  await form.getByRole('button', { name: 'Create collection' }).click()
  await expect(signInDialog(page)).toContainText('Sign in as before: what you typed stays here')
  await expect(signInDialog(page)).toContainText('Anybody else who signs in sees this page, too.')
  await signInAgain(page, VIEWER_PASSWORD)
  await expect(form).toContainText('You have read-only access')
  await expect(name).toHaveCount(0)
  expect(await stored()).toEqual(['Kept over the end'])
})

test('a session that ends while a page opens, at whatever part of it, leads to a way to sign in', async ({
  browser,
  stack,
}) => {
  test.slow()
  // A console behind a server that sees what a page asks for before the console does.
  let inFront = ''
  let page: Page | undefined
  let asked = 0
  let endsAt = Number.POSITIVE_INFINITY
  const front = await frontOf(
    () => inFront,
    async ({ path }) => {
      if (page && path.startsWith('/assets/') && ++asked === endsAt) await endSession(page)
      return undefined
    },
  )
  const { origin } = await startTeamConsole(stack, { ALLOWED_HOSTS: new URL(front.origin).host })
  inFront = origin
  // A browser of its own has none of the files.
  const open = async () => {
    page = await (await openBrowser(browser, front.origin)).newPage()
    await page.goto('/knowledge/collections')
    await page.getByLabel('Password').fill(PASSWORD)
    asked = 0
    await page.keyboard.press('Enter')
    return page
  }
  await expect((await open()).getByText('No collections yet')).toBeVisible()
  const parts = asked
  expect(parts).toBeGreaterThan(4)
  for (let at = 2; at <= parts; at += 2) {
    endsAt = at
    const opened = await open()
    await expect.poll(() => asked).toBeGreaterThanOrEqual(at)
    const password = opened.getByLabel('Password')
    // Where all that it needs had come, it asks when somebody goes on.
    await expect(async () => {
      const agents = opened.getByRole('link', { name: 'Agents', exact: true })
      if (!(await password.isVisible())) await agents.dispatchEvent('click', {}, { timeout: 1000 })
      await expect(password).toBeVisible({ timeout: 2000 })
    }, `part ${at} of ${parts}`).toPass({ timeout: 15_000 })
    // The dialog over a screen whose other parts do not come gives way to the page of the server.
    await expect(async () => {
      await password.fill(PASSWORD, { timeout: 2000 })
      await opened.keyboard.press('Enter')
      await expect(opened.getByText(/^No (collections|agents) yet$/)).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 60_000 })
    await opened.context().close()
  }
  await front.close()
})

test('reads wait for a session, in every tab of the browser, and one sign-in is enough', async ({
  browser,
  stack,
}) => {
  const { page, context } = await openTeamPage(browser, stack, FILES)
  const other = await context.newPage()
  await other.goto('/agents')
  await expect(other.getByText('No agents yet')).toBeVisible()
  await haveAgent(page, 'Front desk')
  await endSession(page)
  // Who comes back to the window has it asked whether somebody signed in; that nobody did is no fault of the service.
  const connection = page.getByRole('status').filter({ hasText: 'Local service' })
  // A screen whose code is here, but whose list is not; something may have been read before, and asks over it already.
  await page.getByRole('link', { name: 'Agents', exact: true }).dispatchEvent('click')
  await expect(signInDialog(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(connection).toHaveText('Local serviceSigned out')
  await other.getByRole('link', { name: 'Files', exact: true }).click()
  await expect(signInDialog(other)).toBeVisible()
  await signInAgain(other)
  await expect(signInDialog(page)).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Agents' })).toContainText('Front desk')
  await expect(connection).toHaveText('Local serviceConnected')
  await expect(other.getByText('No files yet')).toBeVisible()
})

test('uploads wait for a session, and go on by themselves', async ({ browser, stack }) => {
  const { page } = await openTeamPage(browser, stack, FILES)
  await expect(page.getByText('No files yet')).toBeVisible()
  const documents = Array.from({ length: 12 }, (_, at) =>
    markdown(`waits-${at}.md`, `# Number ${at}\n\nText ${at}.\n`),
  )
  let sent = 0
  let ended: Promise<void> | undefined
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return
    sent += 1
    if (sent === 3) ended = endSession(page)
  })
  await chooseFiles(page, documents)
  await expect(signInDialog(page)).toBeVisible()
  await ended
  await signInAgain(page)
  await expect(uploads(page)).toContainText('12 ready')
  await page.reload()
  for (const { name } of documents) await expect(row(page, name)).toHaveCount(1)
})

test('a batch waits for a session and for its server, goes on by itself, and places no call twice', async ({
  browser,
  stack,
}) => {
  const DATA_DIR = await stack.dataDirectory()
  const first = await startTeamConsole(stack, { DATA_DIR })
  const page = await (await openBrowser(browser, first.origin)).newPage()
  await signIn(page)
  await prepare(page, 'Caller')
  const numbers = Array.from({ length: 20 }, (_, at) => numberOf(at))
  await choose(page, csv('list.csv', ['to', ...numbers]))
  await page.getByLabel('One call every').fill('2')
  await page.getByRole('button', { name: 'Continue with 20 rows' }).click()
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place 20 calls' }).click()
  await expect(page.getByRole('button', { name: /^Accepted ([2-9]|1\d)/ })).toBeVisible()
  await endSession(page)
  await expect(signInDialog(page)).toBeVisible()
  await signInAgain(page)
  // Of twenty rows a few have gone.
  await first.stop('SIGKILL')
  await expect(page.getByText('The service does not answer. This batch goes on')).toBeVisible()
  await startTeamConsole(stack, { DATA_DIR, PORT: new URL(first.origin).port })
  await expect(page.getByText('The service does not answer. This batch goes on')).toHaveCount(0)
  await setPace(page, '0.05')
  await expect(page.getByText('Sending is done.')).toBeVisible({ timeout: 40_000 })
  const { agentCalls } = await (await page.request.get('/api/v1/agent-calls?limit=100')).json()
  const called = (agentCalls as { toPhoneNumber: string }[]).map(({ toPhoneNumber }) => toPhoneNumber)
  expect(new Set(called).size).toBe(called.length)
  // One may have been on its way, and is not sent again.
  const isUnknown = await page.getByRole('button', { name: /^Unknown 1/ }).count()
  expect(called.length).toBeGreaterThanOrEqual(numbers.length - isUnknown)
})

test('what an open page asks by itself says so, so that its session ends; what somebody does, does not', async ({
  browser,
  stack,
}) => {
  const { page } = await openTeamPage(browser, stack, '/agents')
  const asks = (path: string) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === `/api/v1/${path}`)
  await expect(page.getByText('No agents yet')).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Whatever looks at the page here counts as its user, so nothing looks before it has asked.
  const byItself = asks('agents')
  await page.reload()
  expect((await byItself).headers()).toHaveProperty('x-unattended')
  await expect(page.getByText('No agents yet')).toBeVisible()

  const done = asks('agent-calls')
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('link', { name: 'Calls', exact: true }).click()
  expect((await done).headers()).not.toHaveProperty('x-unattended')
})

test('who became a viewer without the page being told is shown as one after the first refusal', async ({
  browser,
  stack,
}) => {
  const { page } = await openTeamPage(browser, stack, '/knowledge/collections')
  await expect(page.getByText('Operator', { exact: true })).toBeVisible()
  const begun = await page.request.post('/console/session', { data: { password: VIEWER_PASSWORD } })
  expect(begun.status()).toBeLessThan(300)
  await page.getByRole('button', { name: 'New collection' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Not mine')
  await page.getByRole('dialog').getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByText('Viewer', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New collection' })).toHaveCount(0)
})
