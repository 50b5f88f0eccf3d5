import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from 'playwright/test'
import { fillAgent, haveAgent } from './agent-steps'
import { addDocument, MODES, type Mode, type Place, type System, test, whenRead } from './safety-steps'
import { CREDENTIALS } from './stack'
import { keptInBrowser } from './thread-steps'

// Rules 14 to 17 and 21 of docs/safety.md, in a real browser at the built system.

const SECRET = 'c2VjcmV0LW9mLWEtdmVuZG9y'
const ASSETS = fileURLToPath(new URL('../dist/client/assets', import.meta.url))

/** Opens a console in a browser that is signed in, where that is needed. */
async function open(page: Page, { origin, who }: Place, path: string): Promise<void> {
  const [name = '', value = ''] = who.cookie?.split('=') ?? []
  if (name)
    await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
  await page.goto(`${origin}${path}`)
}

/** One journey for each way in; where that makes no difference to what a page shows, for one. */
function inBrowser(
  title: string,
  check: (page: Page, system: System) => Promise<unknown>,
  ways: readonly Mode[] = MODES,
): void {
  for (const mode of ways)
    test(`${title} (${mode})`, async ({ page, systems }) => {
      await check(page, systems[mode])
    })
}

const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? 'none'

inBrowser('rule 14: a strict policy for pages and workers, never violated', async (page, { local }) => {
  const asPage = { accept: 'text/html' }
  const signIn = await local.ask('/sign-in', { headers: { ...asPage, cookie: '' } })
  for (const answer of [await local.ask('/', { headers: asPage }), signIn]) {
    const policy = policyOf(answer)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-(?:eval|inline)|\*|http:/)
  }
  const workers = readdirSync(ASSETS).filter((name) => /worker.*\.js$/.test(name))
  expect(workers.length).toBeGreaterThan(1)
  for (const name of workers)
    expect([name, policyOf(await local.ask(`/assets/${name}`))]).toEqual([
      name,
      "default-src 'none'; script-src 'self'",
    ])
  // What the page says of violations fails the test.
  await open(page, local, '/knowledge/files')
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
})

inBrowser(
  'rule 15: what others wrote is text',
  async (page, { local }) => {
    await page.goto('about:blank')
    const evil = '<img src=x onerror="document.title=1">'
    const text = `# Prices\n\n${evil}\n\n<script>document.title = 1</script>\n\n[bad](javascript:document.title=1)\n\n![c](https://a.example/c.png)`
    const { fileId } = await addDocument(local, `<b>x.md`, text)
    await whenRead(local, fileId)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await open(page, local, `/knowledge/files?file=${fileId}`)
    const panel = page.getByRole('dialog', { name: '<b>x.md' })
    await panel.getByRole('button', { name: 'Show preview' }).click()
    const shown = panel.getByRole('document', { name: 'Markdown preview' })
    await expect(shown).toContainText('<script>document.title = 1</script>')
    await expect(shown.locator('img, script, a')).toHaveCount(0)
    await expect(page).toHaveTitle(/Switchboard/)
    expect(asked.filter((url) => !url.startsWith(local.origin) && !url.startsWith('blob:'))).toEqual([])
  },
  ['signed in'],
)

inBrowser(
  'rule 16: neither the page nor its storage holds a credential',
  async (page, { hosted, stranger }) => {
    stranger.answer((_, response) =>
      response.setHeader('content-type', 'application/json').end('{"files":[],"collections":[],"agents":[]}'),
    )
    const bodies: string[] = []
    page.on('response', async (response) => bodies.push(await response.text().catch(() => '')))
    await open(page, hosted, '/knowledge/files')
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const storage = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    const all = [...bodies, storage, await keptInBrowser(page)].join('\n')
    expect(bodies.length).toBeGreaterThan(3)
    const session = hosted.who.cookie?.split('=')[1]
    for (const secret of [...Object.values(CREDENTIALS), ...(session ? [session] : [])])
      expect(all).not.toContain(secret)
  },
)

inBrowser(
  'rule 17: a spreadsheet runs nothing of an export',
  async (page, { local }) => {
    await open(page, local, '/agents')
    const { agentId, versionId } = await haveAgent(
      page,
      '=HYPERLINK("https://evil.example")',
      {},
      local.origin,
    )
    const body = { versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15005550111' }
    await local.read(`/api/v1/agent/${agentId}/dispatch`, { method: 'POST', body })
    await page.goto(`${local.origin}/calls?of=${agentId}`)
    await page.getByRole('button', { name: 'Totals' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const saved = await readFile(await (await saving).path(), 'utf8')
    expect(saved).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(saved).toMatch(/(?:^|,)\+15005550111,/m)
    await local.ask('/api/v1/knowledge-base/file/-2-3', { method: 'DELETE' })
    const log = await (await local.ask('/console/audit.csv')).text()
    expect(log).toContain('fileId=-2-3')
    expect(log.split('\r\n').filter((line) => /(?:^|,)"?[=+@-]/.test(line))).toEqual([])
  },
  ['signed in'],
)

inBrowser("rule 21: a secret under a secret's name is stored nowhere", async (page, { local, mode }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/console/ledger/')) sent.push(request.postData() ?? '')
  })
  await open(page, local, '/agents/new')
  await fillAgent(page, `Keyed ${mode}`)
  await page.getByRole('button', { name: 'Overrides' }).click()
  const override = { provider: { apiKey: SECRET } }
  await page.getByLabel('Override STT config').fill(JSON.stringify(override))
  // The draft is written once typing rests.
  await expect.poll(() => keptInBrowser(page)).toContain(`Keyed ${mode}`)
  expect(await keptInBrowser(page)).not.toContain(SECRET)
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Keyed ${mode}` })).toBeVisible()
  const stores = ['entries', 'agents']
  const kept = () =>
    mode === 'open'
      ? keptInBrowser(page)
      : Promise.all(
          stores.map(async (store) => (await local.ask(`/console/ledger/${store}?service=local`)).text()),
        ).then((texts) => texts.join('\n'))
  await expect.poll(kept).toContain(`Keyed ${mode}`)
  expect(await kept()).not.toContain(SECRET)
  expect(await keptInBrowser(page)).not.toContain(SECRET)
  if (mode === 'open') return
  // The page sends none, and the server stores none that something else sends: each would hide that the other fails.
  expect(sent.join('\n')).toContain(`Keyed ${mode}`)
  expect(sent.join('\n')).not.toContain(SECRET)
  const row = { service: 'elsewhere', key: 'raw', row: { body: override } }
  await local.read('/console/ledger/entries/row', { method: 'POST', body: row })
  const stored = await local.ask('/console/ledger/entries/row?service=elsewhere&key=raw')
  const text = await stored.text()
  expect(text).toContain('"apiKey"')
  expect(text).not.toContain(SECRET)
})
