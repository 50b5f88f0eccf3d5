import { haveAgent } from './agent-steps'
import { markdown } from './documents'
import { haveFiles, haveSomeFiles } from './knowledge-steps'
import { addScenario, labIdOf, runToEnd } from './lab-steps'
import { expect, test, unique } from './screen'
import { endSession, openTeamPage, signInDialog } from './team-steps'

/** The most JavaScript that a first screen may transfer, in bytes, and in how many scripts (D81). `full`: where there is something of everything, and not in a new installation. */
for (const [path, full, bytesMax, scriptsMax] of [
  ['/', false, 107_500, 4],
  ['/', true, 130_000, 11],
  ['/knowledge/files', false, 112_500, 4],
  ['/agents', false, 118_500, 7],
  // What it shows of an agent's calls and runs comes after its rows.
  ['/agents', true, 128_000, 10],
  ['/calls', false, 120_500, 6],
  // The organization and what the service offers load when somebody turns to them.
  ['/settings', false, 108_000, 4],
] as const)
  test(`the first screen at ${path}${full ? ' with something of everything' : ''} stays light`, async ({
    page,
    stack,
  }) => {
    if (full) {
      // Journeys before this one may have left it; alone there is none.
      await haveFiles(page, [markdown(`${unique('weighed')}.md`)])
      const { agentId, versionId } = await haveAgent(page, unique('Weighed desk'))
      const call = { versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15005550110' }
      expect((await page.request.post(`/api/v1/agent/${agentId}/dispatch`, { data: call })).ok()).toBe(true)
      const agent_id = await labIdOf(page, stack, agentId)
      const scenario = await addScenario(page, agent_id, unique('Weighed caller'))
      await runToEnd(page, { agent_id, scenarios: [scenario] })
    }
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const scripts = new Map<string, { url: string; encoding: string; bytes: number }>()
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
      if (type !== 'Script') return
      const encoding = response.headers['Content-Encoding'] ?? response.headers['content-encoding'] ?? ''
      scripts.set(requestId, { url: response.url, encoding, bytes: 0 })
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const script = scripts.get(requestId)
      if (script) script.bytes = encodedDataLength
    })
    // Where the service lists no agents, the newest calls and threads are read instead, by code that comes late (D342).
    // Other screens are new, too, so that what journeys before left there changes no weight.
    const origin = full ? await stack.local() : await stack.untouched()
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    const loaded = [...scripts.values()]
    expect(loaded.length).toBeGreaterThan(0)
    // Loopback counts as secure, so browsers offer Brotli without TLS.
    expect(loaded.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 2_000)).toEqual([])
    expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(bytesMax)
    expect(loaded.length).toBeLessThanOrEqual(scriptsMax)
  })

/** The most requests that a first screen may send where people sign in: before what it shows is read, where that is no more than without, and in all. */
for (const [path, wanted, atFirst, inAll] of [
  ['/knowledge/files', '/api/v1/knowledge-base/files', 8, 18],
  ['/', '/api/v1/agents', 14, 20],
] as const)
  test(`signed in, the first screen at ${path} asks for what it shows before anything else`, async ({
    browser,
    stack,
  }) => {
    const { page, context } = await openTeamPage(browser, stack, path)
    await page.close()
    const fresh = await context.newPage()
    const asked: string[] = []
    // A whole browser asks for the icon of its tab, too; the one without windows does not.
    fresh.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname !== '/icon.svg') asked.push(pathname)
    })
    const read = fresh.waitForResponse((reply) => new URL(reply.url()).pathname === wanted)
    await fresh.goto(path)
    await (await read).finished()
    const first = [...asked]
    // It comes once the screen rests, which takes a busy machine longer than the network is quiet.
    await expect.poll(() => asked).toContain('/console/events')
    await fresh.waitForLoadState('networkidle')
    expect(first.length).toBeLessThanOrEqual(atFirst)
    expect(asked.length).toBeLessThanOrEqual(inAll)
    // The session's code is here before it is needed.
    await endSession(fresh)
    await fresh.getByRole('link', { name: 'Testing lab', exact: true }).click()
    await expect(signInDialog(fresh)).toBeVisible()
  })

test('the first picture of a list has the rows in sight, and no others (D770)', async ({ page }) => {
  const [first = ''] = await haveSomeFiles(page, 40)
  await page.addInitScript(() => {
    const told = globalThis as { firstPicture?: { drawn: number; seen: number } }
    const tell = () => {
      const rows = [...document.querySelectorAll('[data-row]')]
      const end = document.querySelector('table')?.parentElement?.getBoundingClientRect().bottom ?? 0
      const seen = rows.filter((row) => row.getBoundingClientRect().top < end).length
      told.firstPicture = { drawn: rows.length, seen }
    }
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-row]')) return
      watch.disconnect()
      requestAnimationFrame(tell)
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  const firstPicture = () =>
    page.evaluate(() => (globalThis as { firstPicture?: { drawn: number; seen: number } }).firstPicture)
  for (const path of ['/knowledge/files', '/knowledge/files?sort=name'])
    for (const size of [
      { width: 1280, height: 860 },
      { width: 1000, height: 700 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(path)
      await expect.poll(firstPicture).toBeDefined()
      const { drawn, seen } = (await firstPicture()) ?? { drawn: 0, seen: 0 }
      expect(seen).toBeGreaterThan(9)
      expect(drawn).toBe(seen)
    }
  // What comes after it is there before anybody scrolls.
  await expect(page.locator('[data-row]')).not.toHaveCount((await firstPicture())?.seen ?? 0)
  // Where no row has a second line, no width is set that all rows would inherit. Other journeys have files that failed, which have one.
  await page.goto(`/knowledge/files?q=${first.replace('-0.md', '')}`)
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Files' })).not.toHaveAttribute('style', /second-line/)
})
