import { watchRequests } from './agent-steps'
import { protectedPdf } from './documents'
import { frontOf } from './front'
import {
  addHere,
  button,
  dialog,
  fileName,
  haveCollection,
  haveFiles,
  haveSomeFiles,
} from './knowledge-steps'
import { serveReplies } from './other-service'
import { startRestructure, TESTED, tick } from './restructure-steps'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

test('leaving asks before chosen files are lost; a version that was typed and not added is neither dropped nor added silently', async ({
  page,
}) => {
  const [file = ''] = await haveSomeFiles(page, 1)
  const creations = watchRequests(page, 'POST', '/collection')
  await page.goto('/knowledge/restructure/new')
  const name = unique('Fresh')
  await page.getByLabel('Name of the new collection').fill(name)
  await button(page, 'Show request').click()
  await expect(dialog(page)).toContainText('POST /api/v1/knowledge-base/collection')
  await expect(dialog(page)).toContainText(`"name": "${name}"`)
  await expect(dialog(page)).toContainText('The first of several.')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search files to attach' }).fill(file)
  await page.getByRole('checkbox', { name: file }).check()
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(/restructure\/new/)
  await page.getByText('Paste an id').click()
  await page.getByRole('textbox', { name: 'Agent id' }).fill('agent-x')
  await button(page, 'Start restructure').click()
  await expect(page.getByText('Both ids are needed')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Agent id' })).toHaveValue('agent-x')
  // Folded by hand, it opens for the next refusal, and does not shut under who adds.
  await page.getByText('Paste an id').click()
  await expect(page.getByRole('textbox', { name: 'Agent id' })).toBeHidden()
  await button(page, 'Start restructure').click()
  await page.getByRole('textbox', { name: 'Version id' }).fill('version-x')
  await button(page, 'Add version').click()
  await expect(page.getByRole('checkbox', { name: 'agent-x' })).toBeChecked()
  await expect(button(page, 'Add version')).toBeFocused()
  await expect(page.getByText('Both ids are needed')).toHaveCount(0)
  expect(creations).toHaveLength(0)
})

test('a file of the old collection that could not be read is not chosen, and does not hold its retirement back', async ({
  page,
}) => {
  const [good = ''] = await haveSomeFiles(page, 1)
  const bad = fileName('locked', '.pdf')
  const old = unique('Everything')
  await haveFiles(page, [protectedPdf(bad)])
  const id = await haveCollection(page, old, [good, bad])
  await page.goto(`/knowledge/restructure/new?from=${id}`)
  await expect(page.getByRole('checkbox', { name: good })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: bad })).toHaveCount(0)
  await expect(
    page.getByText('Those of the old collection are chosen, but 1 that could not be read.'),
  ).toBeVisible()
  await expect(page.getByText('Agents cannot answer from them yet')).toHaveCount(0)
  await startRestructure(page, old, unique('Readable'))
  await tick(page, TESTED).check()
  await button(page, `Retire ${old}`).click()
  await expect(dialog(page)).toContainText(`Not in the new collection: ${bad}.`)
  await dialog(page).getByRole('button', { name: 'Remove its files' }).click()
  await expect(page.getByText('The restructure is complete.')).toBeVisible()
})

test('opened by its address, the form begins with the files that this browser added, where the service does not say what a collection holds', async ({
  page,
  stack,
}) => {
  const service = await serveReplies({
    'GET /api/v1/knowledge-base/collections': { collections: [{ id: 'c-1', name: 'Everything' }] },
    'GET /api/v1/knowledge-base/files': { files: [{ id: 'f-1', fileName: 'known.md', status: 'INGESTED' }] },
    'POST /api/v1/knowledge-base/collection/c-1/file/f-1': {},
  })
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}/knowledge/collections/c-1`)
  await addHere(page, 'Everything', ['known.md'])
  await page.goto(`${console.origin}/knowledge/restructure/new?from=c-1`)
  await expect(page.getByText('that this browser knows of are chosen')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'known.md' })).toBeChecked()
  await service.close()
})

test('what was chosen stays where the old collection is deleted elsewhere, and that is said', async ({
  browser,
  stack,
}) => {
  let isGone = false
  const service = await stack.sharedService()
  const front = await frontOf(service.origin, ({ method, path }) =>
    isGone && method === 'GET' && path.endsWith('/collections')
      ? { status: 200, type: 'application/json', body: '[]' }
      : undefined,
  )
  const { origin } = await stack.startConsole({
    ...CREDENTIALS,
    SERVICE_URL: front.origin,
    UPLOAD_ORIGINS: service.origin,
  })
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  const [inOld = '', other = ''] = await haveSomeFiles(page, 2)
  const old = unique('Everything')
  const id = await haveCollection(page, old, [inOld])
  await page.goto(`/knowledge/restructure/new?from=${id}`)
  const search = page.getByRole('searchbox', { name: 'Search files to attach' })
  const choice = (name: string) => page.getByRole('checkbox', { name })
  await expect(choice(inOld)).toBeChecked()
  await search.fill(other)
  await choice(other).check()
  isGone = true
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText(`${old} is no longer in the list of collections`)).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await expect(choice(other)).toBeChecked()
  await search.fill(inOld)
  await expect(choice(inOld)).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Old collection' })).toHaveValue(id)
  // Without one what was chosen stays.
  await page.getByRole('combobox', { name: 'Old collection' }).selectOption('None, pick from all files')
  await expect(page.getByText('is no longer in the list of collections')).toHaveCount(0)
  await expect(choice(inOld)).toBeChecked()
  await front.close()
})
