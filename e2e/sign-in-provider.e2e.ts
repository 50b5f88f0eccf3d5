import type { Page } from 'playwright/test'
import { type IdentityProvider, prepareProvider } from './provider'
import { test as base, expect } from './screen'
import { type Stack, startServer } from './stack'
import { endSession, signInDialog } from './team-steps'

interface SignIn {
  readonly provider: IdentityProvider
  readonly origin: string
}

/** A console where people sign in at a provider, which runs. */
async function startSignIn(stack: Stack): Promise<SignIn & { end: () => Promise<void> }> {
  const provider = await prepareProvider()
  const DATA_DIR = await stack.dataDirectory()
  const console = await startServer('main', { PORT: '0', DATA_DIR, ...provider.environment })
  await provider.start(console.origin)
  const end = async () => {
    await console.stop()
    await provider.stop()
  }
  return { provider, origin: console.origin, end }
}

/** One for each worker, since nobody stays signed in. */
const test = base.extend<SignIn, { signInAtProvider: SignIn }>({
  signInAtProvider: [
    async ({ stack }, use) => {
      const started = await startSignIn(stack)
      await use(started)
      await started.end()
    },
    { scope: 'worker' },
  ],
  provider: ({ signInAtProvider }, use) => use(signInAtProvider.provider),
  origin: ({ signInAtProvider }, use) => use(signInAtProvider.origin),
})

const link = (page: Page, name = 'Sign in') => page.getByRole('link', { name, exact: true })
const problem = (page: Page) => page.getByRole('alert')

async function enterAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const agents = (page: Page) => page.getByRole('heading', { level: 1, name: 'Agents' })

async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/agents?q=none`)
  await link(page).click()
  await enterAs(page, email)
  await expect(page).toHaveURL(`${origin}/agents?q=none`)
  await expect(agents(page)).toBeVisible()
}

const person = async (page: Page, origin: string) =>
  (await (await page.request.get(`${origin}/console/info`)).json()).person

test('the audit log tells what was refused from what was done, and shows whole roles in a narrow window', async ({
  page,
  origin,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const email = 'katherine.of-the-front-desk@example.com'
  await signIn(page, origin, email)
  await page.request.post(`${origin}/api/v1/knowledge-base/collection`, {
    data: { name: 'Of the log', description: '' },
  })
  await page.request.delete(`${origin}/api/v1/knowledge-base/file/nobody`)
  await page.goto(`${origin}/activity/audit`)
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: email })
  await expect(rows.filter({ hasText: 'Create the collection' })).toContainText('Accepted201')
  await expect(rows.filter({ hasText: 'Delete the file' })).toContainText('Refused404')
  // Nor does a long address widen the rail.
  expect((await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width).toBeLessThan(225)
  const cut = await rows.first().evaluate((row) => {
    const cell = [...row.querySelectorAll('td')].find((each) => each.innerText.includes('operator'))
    const role = [...(cell?.querySelectorAll('span') ?? [])].findLast((each) =>
      /operator/.test(each.innerText),
    )
    return (role?.getBoundingClientRect().right ?? 0) - (cell?.getBoundingClientRect().right ?? 0)
  })
  expect(cut).toBeLessThanOrEqual(0)
})

test('people sign in at the provider, go on where they were, and are who it says', async ({
  page,
  origin,
  browser,
}) => {
  expect((await page.request.get(`${origin}/console/info`)).status()).toBe(401)
  await signIn(page, origin, 'Anna@Example.com')
  expect(await person(page, origin)).toEqual({ name: 'anna@example.com', role: 'operator', signIn: 'oidc' })
  const cookies = (await page.context().cookies(origin)).filter(({ name }) => name.startsWith('switchboard'))
  expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([[true, 'Strict']])
  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, origin, 'paul@example.com')
  expect(await person(other, origin)).toMatchObject({ name: 'paul@example.com', role: 'viewer' })
  await context.close()

  // Signed out here, the way leads through the provider again.
  const out = await page.evaluate(async () => (await fetch('/console/session', { method: 'DELETE' })).status)
  expect(out).toBe(200)
  await page.goto(`${origin}/calls?q=${'long'.repeat(600)}`)
  await expect(link(page)).toBeVisible()
  expect((await page.request.get(`${origin}/console/info`)).status()).toBe(401)
  // What does not fit into a cookie is left behind, and not the screen with it.
  await link(page).click()
  await expect(page).toHaveURL(`${origin}/calls`)
})

test('after signing out somebody else signs in, though the provider still knows the first', async ({
  page,
  origin,
}) => {
  await signIn(page, origin, 'anna@example.com')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(link(page)).toBeVisible()
  await link(page, 'Use another account').click()
  await enterAs(page, 'carl@partner.example')
  await expect(page.getByText('carl@partner.example')).toBeVisible()
  expect(await person(page, origin)).toMatchObject({ name: 'carl@partner.example' })
})

test('whom the console does not take is told why, and may be somebody else', async ({ page, origin }) => {
  await page.goto(`${origin}/agents`)
  await link(page).click()
  await enterAs(page, 'eve@elsewhere.example')
  await expect(problem(page)).toHaveText(
    'eve@elsewhere.example may not use this console. Ask whoever runs it.',
  )
  await link(page, 'Use another account').click()
  await enterAs(page, 'unverified.anna@example.com')
  await expect(problem(page)).toHaveText(
    'The sign-in provider has not verified unverified.anna@example.com. Verify it there, then sign in again.',
  )
  expect((await page.request.get(`${origin}/console/info`)).status()).toBe(401)
  await link(page, 'Use another account').click()
  await enterAs(page, 'anna@example.com')
  await expect(agents(page)).toBeVisible()
})

test('while the provider is away the page says so, and it works again when it is back, also with other keys', async ({
  page,
  stack,
  browser,
}) => {
  // A console that asked this provider a moment ago would still know its description.
  const { provider, origin, end } = await startSignIn(stack)
  await provider.stop()
  await page.goto(`${origin}/agents`)
  await link(page).click()
  await expect(problem(page)).toContainText('The sign-in provider does not answer')
  await provider.start(origin)
  await link(page, 'Sign in again').click()
  await enterAs(page, 'anna@example.com')
  await expect(agents(page)).toBeVisible()

  // Nobody who is signed in needs the provider.
  await provider.stop()
  await page.goto(`${origin}/agents`)
  await expect(agents(page)).toBeVisible()

  // Other keys, while its description is known still.
  await provider.start(origin)
  const context = await browser.newContext()
  await signIn(await context.newPage(), origin, 'carl@partner.example')
  await context.close()
  await end()
})

test('an answer of the provider counts once, in the browser where it was asked for, and with its own state', async ({
  page,
  origin,
  provider,
  browser,
}) => {
  const back: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${origin}/sign-in/callback`)) back.push(request.url())
  })
  await page.goto(`${origin}/agents?q=none`)
  await link(page).click()
  await expect(page.getByLabel('E-mail address')).toBeVisible()
  const begun = (await page.context().cookies(origin)).filter(({ name }) => name.endsWith('-begun'))
  expect(begun.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([[true, 'Lax']])
  await enterAs(page, 'anna@example.com')
  await expect(agents(page)).toBeVisible()
  const [answer = ''] = back
  expect(answer).toContain('code=')

  const refuses = async (of: Page, address: string) => {
    const reply = await of.goto(address)
    expect(reply?.status()).toBe(400)
    await expect(problem(of)).toContainText('Start again.')
  }
  await refuses(page, answer)
  await page.context().addCookies(begun)
  await refuses(page, answer)

  const context = await browser.newContext()
  const other = await context.newPage()
  await refuses(other, answer)
  await other.goto(`${origin}/agents`)
  await link(other).click()
  await expect(other.getByLabel('E-mail address')).toBeVisible()
  await refuses(other, answer)
  expect((await other.request.get(`${origin}/console/info`)).status()).toBe(401)

  // What the provider refuses, or somebody makes up, signs nobody in.
  const iss = `iss=${encodeURIComponent(provider.environment.OIDC_ISSUER ?? '')}`
  for (const [made, said] of [
    [`code=made-up&${iss}`, 'Start again.'],
    [`error=access_denied&${iss}`, 'did not sign you in'],
    ['code=made-up&iss=https%3A%2F%2Fother.example', 'did not sign you in'],
    ['code=made-up', 'did not sign you in'],
  ] as const) {
    let state = ''
    other.on('request', (request) => {
      state = new URL(request.url()).searchParams.get('state') ?? state
    })
    await other.goto(`${origin}/agents`)
    await link(other).click()
    await expect(other.getByLabel('E-mail address')).toBeVisible()
    await other.goto(`${origin}/sign-in/callback?${made}&state=${state}`)
    await expect(problem(other)).toContainText(said)
    expect((await other.request.get(`${origin}/console/info`)).status()).toBe(401)
  }
  await context.close()
})

test('signing in in a window of its own lets every tab go on', async ({ page, origin }) => {
  await signIn(page, origin, 'anna@example.com')
  const other = await page.context().newPage()
  await other.goto(`${origin}/agents`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Agents')
  await other.waitForLoadState('networkidle')
  await endSession(other, origin)
  await other.getByRole('link', { name: 'Tools' }).click()
  await expect(signInDialog(other)).toBeVisible()
  // It reads again what it shows, as after a sign-in, and not only who is there.
  const read = other.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/v1/tools')
  // The provider knows the person still, so the window closes by itself.
  await page.evaluate(() => void window.open('/sign-in/start?to=/sign-in/done'))
  await read
  await expect(other.getByRole('dialog')).toHaveCount(0)
})

test('of another site only the way back from the provider is let in', async ({ page, origin, provider }) => {
  await page.goto(`${provider.environment.OIDC_ISSUER}/.well-known/openid-configuration`)
  const follow = async (path: string) => {
    const answered = page.waitForResponse((reply) => reply.url().startsWith(origin))
    await page.evaluate((address) => {
      location.href = address
    }, origin + path)
    await page.waitForURL(origin + path)
    const status = (await answered).status()
    await page.goto(`${provider.environment.OIDC_ISSUER}/.well-known/openid-configuration`)
    return status
  }
  expect(await follow('/sign-in/callback?code=x&state=y')).toBe(400)
  for (const path of [
    '/',
    '/sign-in',
    '/sign-in/start',
    '/sign-in/callback/',
    '/console/info',
    '/sign-in/done',
  ])
    expect(await follow(path), path).toBe(403)
})

test('a session that has ended signs in again in place, and a form keeps what was typed', async ({
  page,
  origin,
}) => {
  await signIn(page, origin, 'anna@example.com')
  await page.goto(`${origin}/knowledge/collections?new=true`)
  const form = page.getByRole('dialog', { name: 'New collection' })
  await form.getByLabel('Name').fill('Typed before the end')
  await endSession(page, origin)
  await form.getByRole('button', { name: 'Create collection' }).click()
  const again = signInDialog(page)
  await expect(again).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await again.getByRole('button', { name: 'Sign in' }).click()
  const beside = await opened
  const email = beside.getByLabel('E-mail address')
  // The provider may still know who it is, and the window close while it is looked at.
  await expect.poll(async () => beside.isClosed() || (await email.isVisible().catch(() => false))).toBe(true)
  if (!beside.isClosed()) await enterAs(beside, 'anna@example.com')
  await expect(again).toHaveCount(0)
  await expect(form.getByLabel('Name')).toHaveValue('Typed before the end')
  await form.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Typed before the end' })).toBeVisible()
})
