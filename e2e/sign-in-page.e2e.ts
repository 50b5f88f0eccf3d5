import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { sideScroll } from './agent-steps'
import { servePage } from './host-page'
import { expect, test } from './screen'
import type { Stack } from './stack'

const PASSWORD = 'a long password of the tests'

const startTeam = (stack: Stack) => stack.startConsole({ CONSOLE_PASSWORD: PASSWORD })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('who is not signed in gets one page at any address, and goes on where they wanted to', async ({
  page,
  stack,
}) => {
  const { origin } = await startTeam(stack)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${origin}/agents?q=none`)
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page).toHaveTitle('Sign in · Switchboard')
  expect(asked).toEqual(['/agents'])
  await expect(page.getByLabel('Password')).toBeFocused()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await seriousFindings(page)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sideScroll(page)).toBe(0)

  await page.keyboard.type('a wrong password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Wrong password.')
  await expect(page.getByLabel('Password')).toBeFocused()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Agents')).toBeVisible()
  await expect(page).toHaveURL(`${origin}/agents?q=none`)
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('after many wrong passwords the page says how long to wait', async ({ page, stack }) => {
  const { origin } = await startTeam(stack)
  await page.goto(`${origin}/`)
  const guess = async (count: number) => {
    await page.getByLabel('Password').fill(`wrong ${count}`)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Sign in' }).click()
    return (await answered).status()
  }
  let count = 0
  for (; count < 5; count += 1) expect(await guess(count)).toBe(401)
  await expect(page.getByRole('alert')).toHaveText(/Wrong password/)
  // Whoever takes longer than the wait may guess again, and waits twice as long then.
  while (count < 12 && (await guess(count)) === 401) count += 1
  await expect(page.getByRole('alert')).toHaveText(/Try again in (a second|\d+ seconds)\./)
})

test('a signed-in browser does nothing for a page of another site', async ({ page, stack }) => {
  const { origin } = await startTeam(stack)
  await page.goto(`${origin}/sign-in?to=/settings`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(heading(page, 'Settings')).toBeVisible()

  const site = await servePage('')
  // What the browser refuses there is no complaint about the console.
  const other = await page.context().newPage()
  try {
    // Another site, and another port of the same host, to which the browser sends the cookie.
    for (const host of ['localhost', '127.0.0.1']) {
      await other.goto(site.at(host))
      const answers = await other.evaluate(async (console) => {
        const collection = `${console}/api/v1/knowledge-base/collection`
        const tries: [string, RequestInit][] = [
          [collection, { method: 'POST', mode: 'no-cors', body: '{"name":"Evil"}' }],
          [collection, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
          [`${console}/console/session`, { method: 'DELETE' }],
          [`${console}/console/audit`, {}],
          [`${console}/console/audit`, { mode: 'no-cors' }],
        ]
        return Promise.all(
          tries.map(([address, how]) =>
            fetch(address, { ...how, credentials: 'include' }).then(
              async (answer) => `${answer.type} ${await answer.text()}`,
              () => 'failed',
            ),
          ),
        )
      }, origin)
      expect(answers.filter((each) => each !== 'failed' && each !== 'opaque ')).toEqual([])

      await other.evaluate((console) => {
        document.body.innerHTML = `<form method="post" action="${console}/sign-in"><input name="password" value="x"></form>`
        document.forms[0]?.submit()
      }, origin)
      await expect(other.getByText('Other websites may not call the console')).toBeVisible()
      await other.goto(site.at(host))
      await other.evaluate((console) => {
        document.body.innerHTML = `<iframe src="${console}/settings"></iframe>`
      }, origin)
      await expect(other.frameLocator('iframe').locator('body')).toContainText('Other websites may not')
    }
  } finally {
    await other.close()
    await site.close()
  }
  await page.goto(`${origin}/settings`)
  await expect(heading(page, 'Settings')).toBeVisible()
  const { entries } = await (await page.request.get(`${origin}/console/audit`)).json()
  expect(entries.map(({ operation }: { operation: string }) => operation)).toEqual(['signIn'])
})
