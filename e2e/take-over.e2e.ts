import type { Page, Request } from 'playwright/test'
import { markdown } from './documents'
import { frontOf } from './front'
import {
  button,
  dialog,
  fileName,
  haveCollection,
  haveFiles,
  haveSomeFiles,
  row,
  select,
} from './knowledge-steps'
import { startRestructure, step } from './restructure-steps'
import { test as base, expect, unique } from './screen'
import { CREDENTIALS } from './stack'
import { come, startTeam, VIEWER_PASSWORD } from './team-steps'

interface Team {
  readonly anna: Page
  readonly ben: Page
  /** A viewer comes, too. */
  look(): Promise<Page>
  /** Keeps the next answer to a POST back; resolves when the service has given it, with how to pass it on. */
  holdAnswer(): Promise<() => void>
}

/** Two people, and a viewer where one is asked for, in browsers of their own, before a service whose answers can be kept back. */
const test = base.extend<{ team: Team }>({
  team: async ({ browser, stack }, use) => {
    const service = await stack.sharedService()
    let hold: ((release: () => void) => void) | undefined
    const front = await frontOf(
      service.origin,
      () => undefined,
      ({ method, path }) => {
        if (!hold || method !== 'POST' || !path.includes('/collection')) return undefined
        const held = hold
        hold = undefined
        return new Promise((release) => held(release))
      },
    )
    const origins = await startTeam(stack, {
      ...CREDENTIALS,
      SERVICE_URL: front.origin,
      UPLOAD_ORIGINS: service.origin,
    })
    const [anna, ben] = await Promise.all([come(browser, origins[0]), come(browser, origins[1])])
    const look = () => come(browser, origins[1], VIEWER_PASSWORD)
    const holdAnswer = () =>
      new Promise<() => void>((resolve) => {
        hold = resolve
      })
    await use({ anna, ben, look, holdAnswer })
    await front.close()
  },
})

/** The writes that a page sends to the service from now on, without what the console records. */
function watchWrites(page: Page): Request[] {
  const writes: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !pathname.startsWith('/console/')) writes.push(request)
  })
  return writes
}

/**
 * Resolves when the page that works on something has read that another one waits to take it over; before, it goes on. It reads for what it works
 * on and for what it shows, so the second time counts.
 */
function hearsOfWish(page: Page): Promise<unknown> {
  let times = 0
  return page.waitForResponse(async (reply) => {
    if (reply.url().includes('/console/leases?') && (await reply.text()).includes('wish for')) times += 1
    return times === 2
  })
}

const takeOver = (page: Page) => page.getByRole('button', { name: 'Take over', exact: true })

test('a restructure is taken over from a page that waits for an answer, and nothing is sent twice', async ({
  team,
}) => {
  test.setTimeout(180_000)
  const { anna, ben, look, holdAnswer } = team
  const viewer = await look()
  const files = await haveSomeFiles(anna, 3)
  const [old, fresh] = [unique('Everything'), unique('Parcels')]
  await haveCollection(anna, old, files)
  await viewer.goto('/knowledge/collections')
  await expect(viewer.getByRole('table', { name: 'Collections' })).toContainText(old)
  const held = holdAnswer()
  await startRestructure(anna, old, fresh)
  const release = await held
  const { pathname } = new URL(anna.url())
  await expect(step(anna, 'Create the new collection')).toContainText('On its way')

  // A page that was open before learns of it as it happens.
  await expect(viewer.getByText('1 restructure is not finished')).toBeVisible({ timeout: 20_000 })

  for (const page of [ben, viewer]) {
    await page.goto(pathname)
    await expect(page.getByText('Another operator works on this.')).toBeVisible()
    await expect(button(page, 'Stop here')).toHaveCount(0)
    await expect(button(page, 'Continue')).toHaveCount(0)
  }
  await expect(takeOver(viewer)).toHaveCount(0)
  const sent = [watchWrites(anna), watchWrites(ben)] as const
  const heard = hearsOfWish(anna)
  await takeOver(ben).click()
  await expect(ben.getByText('Another operator ends the request under way.')).toBeVisible()
  await heard
  // Anna's request still has no end, so Ben's page waits.
  await expect(step(anna, 'Create the new collection')).toContainText('On its way')
  expect(sent.flat()).toEqual([])

  release()
  await expect(step(ben, 'Test the answers')).toContainText('Waits for you', { timeout: 60_000 })
  // Each file was attached once, and the collection was not created again.
  const urls = sent.flat().map((each) => each.url())
  expect(new Set(urls).size).toBe(3)
  expect(urls).toHaveLength(3)
  expect(urls.filter((each) => each.endsWith('/collection'))).toEqual([])
  expect(sent[1].length).toBeGreaterThan(0)
  for (const page of [anna, viewer]) await expect(step(page, 'Attach the files')).toContainText('Done')
  const tick = { name: 'I tested the answers from the new collection' }
  await expect(ben.getByRole('checkbox', tick)).toBeEnabled()
  await expect(viewer.getByRole('checkbox', tick)).toHaveCount(0)
  const listed = await (await ben.request.get('/api/v1/knowledge-base/collections')).json()
  const named = (listed.collections ?? listed).filter(({ name }: { name: string }) => name === fresh)
  expect(named).toHaveLength(1)
})

test('a plan is taken over in the middle of a step, and each step is done once', async ({ team }) => {
  test.setTimeout(180_000)
  const { anna, ben, look, holdAnswer } = team
  const viewer = await look()
  const names = await haveSomeFiles(anna, 4)
  const collection = unique('Parcels')
  await haveCollection(anna, collection)
  await anna.goto(`/knowledge/files?q=${names[0]?.replace('-0.md', '')}`)
  await select(anna, names)
  const sent = [watchWrites(anna), watchWrites(ben)] as const
  const held = holdAnswer()
  await button(anna, 'Add to collection').click()
  await dialog(anna).getByLabel('Collection').selectOption({ label: collection })
  await dialog(anna).getByRole('button', { name: 'Add 4 files' }).click()
  const release = await held

  for (const page of [ben, viewer]) {
    await page.goto('/knowledge/files')
    await page.getByRole('button', { name: new RegExp(`^Add 4 files to ${collection}`) }).click()
    await expect(dialog(page)).toContainText('Another operator works on this.')
    await expect(dialog(page).getByRole('button', { name: /Continue|Carry out|Dismiss|Retry/ })).toHaveCount(
      0,
    )
  }
  await expect(takeOver(viewer)).toHaveCount(0)
  const heard = hearsOfWish(anna)
  await takeOver(ben).click()
  await expect(dialog(ben)).toContainText('Another operator ends the step under way.')
  await heard
  expect([sent[0].length, sent[1].length]).toEqual([1, 0])
  release()
  await expect(ben.getByText(`4 files added to ${collection}`)).toBeVisible({ timeout: 60_000 })
  const urls = sent.flat().map((each) => each.url().replace(/.*\/api/, ''))
  expect(urls).toHaveLength(4)
  expect(new Set(urls).size).toBe(4)
  // The line that opened it is gone; what somebody reads stays.
  await expect(viewer.getByText('1 plan is not finished')).toHaveCount(0)
  await expect(dialog(viewer)).toContainText('4 of 4 steps done')
})

test('a replacement goes on with a colleague when the page that worked on it is gone', async ({ team }) => {
  test.setTimeout(180_000)
  const { anna, ben, holdAnswer } = team
  const old = fileName('guide')
  await haveFiles(anna, [markdown(old, '# Guide\n')])
  await haveCollection(anna, unique('Parcels'), [old])
  await anna.goto('/knowledge/files')
  await row(anna, old).click()
  await anna.getByRole('dialog').getByRole('link', { name: 'Replace file' }).click()
  const chooser = anna.waitForEvent('filechooser')
  await button(anna, 'Choose the new file').click()
  await (await chooser).setFiles([markdown('new.md', '# New guide\n')])
  const held = holdAnswer()
  await button(anna, 'Start replacement').click()
  await expect(anna).toHaveURL(/\/knowledge\/replace\/[0-9a-f]+$/)
  const { pathname } = new URL(anna.url())
  const release = await held
  await ben.goto(pathname)
  await expect(ben.getByText('Another operator works on this.')).toBeVisible()
  const writes = watchWrites(ben)
  await anna.close()
  release()
  // The right of a page that is gone ends half a minute after it was heard of last.
  await takeOver(ben).click()
  await expect(step(ben, 'Validate with the affected agents')).toContainText('Waits for you', {
    timeout: 90_000,
  })
  // What was sent before is looked up, not sent again.
  expect(writes).toEqual([])
})
