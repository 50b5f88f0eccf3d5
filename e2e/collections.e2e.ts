import { findingsInBothThemes, seriousFindings } from './accessibility'
import { haveAgent, watchRequests } from './agent-steps'
import { drop, markdown, protectedPdf } from './documents'
import {
  addToCollection,
  button,
  fileName,
  haveCollection,
  haveFiles,
  listFiles,
  openCollection,
  row,
  uploads,
} from './knowledge-steps'
import { expect, test, unique } from './screen'

const COLLECTIONS = '/knowledge/collections'

test('a collection is created, given two files, loses one, and gets it back by Undo', async ({ page }) => {
  const [guide, prices] = [fileName('guide'), fileName('prices')]
  const name = unique('Returns')
  await haveFiles(page, [markdown(guide), markdown(prices)])
  await page.goto(COLLECTIONS)
  const opener = page.getByRole('button', { name: 'New collection' }).first()
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  // Its first field takes the focus by itself, and it still goes back to where it came from.
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('What callers ask about returns')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveTitle(/Switchboard/)
  await expect(page.getByText('What callers ask about returns')).toBeVisible()
  await expect(page.getByText('A collection cannot be renamed or deleted')).toBeVisible()

  await page.getByRole('button', { name: 'Add files' }).first().click()
  const picker = page.getByRole('dialog', { name: `Add files to ${name}` })
  await picker.getByRole('checkbox', { name: guide }).check()
  await expect(picker.getByRole('button', { name: 'Add 1 file' })).toBeVisible()
  await picker.getByRole('searchbox').fill('no such file')
  await expect(picker.getByRole('checkbox')).toHaveCount(0)
  // Escape empties it and does not ask for closing.
  await page.keyboard.press('Escape')
  await expect(picker.getByRole('checkbox', { name: guide })).toBeVisible()
  await picker.getByRole('searchbox').fill(prices)
  await expect(picker.getByRole('checkbox')).toHaveCount(1)
  await picker.getByRole('checkbox', { name: prices }).check()
  await picker.getByRole('button', { name: 'Add 2 files' }).click()
  await expect(picker).toHaveCount(0)
  await expect(row(page, guide)).toContainText('INGESTED')
  await expect(row(page, prices)).toBeVisible()

  await row(page, guide).getByRole('button', { name: 'Remove from collection' }).click()
  await expect(row(page, guide)).toHaveCount(0)
  await expect(row(page, prices)).toBeFocused()
  await page.getByRole('button', { name: `Undo: ${guide}` }).click()
  await expect(row(page, guide)).toBeVisible()

  await page.reload()
  await expect(row(page, guide)).toBeVisible()
  await page.goto(COLLECTIONS)
  await expect(row(page, name, 'Collections').getByRole('cell').nth(2)).toHaveText('2')
  await page.goto('/knowledge/files')
  await expect(row(page, guide).getByRole('cell').nth(3)).toHaveText('1')
})

test('a name of only spaces is refused where it is entered, and what was typed is not lost unasked', async ({
  page,
}) => {
  await page.goto(`${COLLECTIONS}?new=true`)
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByLabel('Name').fill('   ')
  await dialog.getByLabel('Description').fill('Kept')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(dialog.getByText('Name is needed')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog.getByLabel('Description')).toHaveValue('Kept')
})

test('files that are not INGESTED are not offered in the choice, and are counted in the list', async ({
  page,
}) => {
  const bad = fileName('locked', '.pdf')
  const name = unique('Mixed')
  await haveFiles(page, [protectedPdf(bad)])
  const id = await haveCollection(page, name)
  await page.goto(`${COLLECTIONS}/${id}`)
  await page.getByRole('button', { name: 'Add files' }).first().click()
  const picker = page.getByRole('dialog')
  await expect(picker.getByText(/not INGESTED, so not offered/)).toBeVisible()
  await expect(picker.getByRole('checkbox', { name: bad })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await addToCollection(page, id, [bad])
  await page.reload()
  await expect(row(page, bad)).toContainText('FAILED')
  await page.goto(COLLECTIONS)
  await expect(row(page, name, 'Collections').getByRole('cell').nth(3)).toHaveText('1')
})

test('what another tab removed already is no error', async ({ page }) => {
  const [one, other] = [fileName('one'), fileName('other')]
  await haveFiles(page, [markdown(one), markdown(other)])
  const name = unique('Two tabs')
  const collectionId = await haveCollection(page, name, [one, other])
  await openCollection(page, name)
  const removed = row(page, one).getByRole('button', { name: 'Remove from collection' })
  await expect(removed).toBeVisible()
  const { files } = await (await page.request.get('/api/v1/knowledge-base/files')).json()
  const fileId = files.find((file: { fileName: string }) => file.fileName === one).fileId
  const address = `/api/v1/knowledge-base/collection/${collectionId}/file/${fileId}/remove`
  expect((await page.request.delete(address)).ok()).toBe(true)
  await removed.click()
  await expect(page.getByText(`${one} was removed already`)).toBeVisible()
  await expect(row(page, one)).toHaveCount(0)
  await expect(row(page, other)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // Nor is a file put back that was deleted there meanwhile.
  await row(page, other).getByRole('button', { name: 'Remove from collection' }).click()
  await expect(row(page, other)).toHaveCount(0)
  const left = files.find((file: { fileName: string }) => file.fileName === other).fileId
  expect((await page.request.delete(`/api/v1/knowledge-base/file/${left}`)).ok()).toBe(true)
  await page.getByRole('button', { name: `Undo: ${other}` }).click()
  await expect(page.getByText('1 file is gone, so nothing was put back')).toBeVisible()
})

test('what can be added is added, and what is gone meanwhile is said and leaves nothing open', async ({
  page,
}) => {
  const [kept, gone] = [fileName('kept'), fileName('gone')]
  const name = unique('Partly')
  await haveFiles(page, [markdown(kept), markdown(gone)])
  await page.goto(`${COLLECTIONS}/${await haveCollection(page, name)}`)
  await page.getByRole('button', { name: 'Add files' }).first().click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('checkbox', { name: kept }).check()
  await picker.getByRole('checkbox', { name: gone }).check()

  // Somebody else deletes one of them before the button is pressed.
  const { id } = (await listFiles(page)).find((each) => each.fileName === gone) ?? {}
  expect((await page.request.delete(`/api/v1/knowledge-base/file/${id}`)).ok()).toBe(true)

  await picker.getByRole('button', { name: 'Add 2 files' }).click()
  // Nothing is left to be done with a file that is gone, which is said.
  await expect(page.getByText(`1 file added to ${name}; 1 file is gone`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, kept)).toBeVisible()
})

test('arrows lead from the search into the files to add, and from one to the next; Ctrl+Enter adds those that are chosen', async ({
  page,
}) => {
  const [one, two] = [fileName('arrow-a'), fileName('arrow-b')]
  await haveFiles(page, [markdown(one), markdown(two)])
  await page.goto(`${COLLECTIONS}/${await haveCollection(page, unique('By arrows'))}?add=true`)
  const picker = page.getByRole('dialog')
  await picker.getByRole('searchbox').fill('arrow-')
  const boxes = picker.getByRole('list').getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(boxes.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(boxes.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(boxes.first()).toBeFocused()
  await picker.getByRole('searchbox').fill(one)
  await page.keyboard.press('Control+Enter')
  await expect(picker).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, one)).toBeVisible()
  await expect(picker).toHaveCount(0)
})

test('search and sort are in the address, and a link restores them', async ({ page }) => {
  const [alpha, beta] = [unique('Linked alpha'), unique('Linked beta')]
  await haveCollection(page, alpha)
  await haveCollection(page, beta)
  await page.goto(COLLECTIONS)
  await expect(row(page, beta, 'Collections')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('linked')
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/q=linked.*sort=name/)
  const link = page.url()
  await page.goto('/knowledge/files')
  await page.goto(link)
  const rows = page.getByRole('table', { name: 'Collections' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText(alpha)
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(rows.nth(1)).toContainText(beta)
})

test('an id that is not in the list is reported as unknown', async ({ page }) => {
  await page.goto(`${COLLECTIONS}/no-such-collection`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no collection with this id')
  await page.getByRole('link', { name: 'Show all collections' }).click()
  await expect(page.getByRole('table', { name: 'Collections' })).toBeVisible()
})

test('nothing serious for assistive technology, and no sideways scrolling', async ({ page }) => {
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const file = fileName('a-name-that-is-rather-long-and-does-not-break-anywhere-by-itself')
  const name = unique('A collection with quite a long name, as people like to give them')
  await haveFiles(page, [markdown(file)])
  const id = await haveCollection(page, name, [], 'And a description that says a little more about it.')
  await page.goto(`${COLLECTIONS}/${id}`)
  await page.getByRole('button', { name: 'Add files' }).first().click()
  await page.getByRole('dialog').getByRole('checkbox', { name: file }).check()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 file' }).click()
  await expect(row(page, file)).toBeVisible()
  const address = page.url()

  await page.setViewportSize({ width: 390, height: 800 })
  for (const shown of [address, `${address}?add=true`, COLLECTIONS, `${COLLECTIONS}?new=true`]) {
    await page.goto(shown)
    const asks = shown.includes('=true')
    await expect(asks ? page.getByRole('dialog') : page.getByRole('table')).toBeVisible()
    expect(await sideways()).toBe(0)
    // Without a dialog `stillness` judges them.
    if (asks) expect(await findingsInBothThemes(page)).toEqual([])
  }
})

test('documents dropped on a collection are uploaded into it; dropped on a screen that takes none, they are refused or taken to Files', async ({
  page,
}) => {
  const [fresh, copy, third] = [fileName('fresh'), fileName('copy'), fileName('third')]
  const text = `# ${unique('Only here')}\n`
  const name = unique('Dropped')
  const id = await haveCollection(page, name)
  await page.goto(`${COLLECTIONS}/${id}`)
  await expect(button(page, 'Upload files')).toBeVisible()
  await drop(page, [markdown(fresh, text)])
  await expect(row(page, fresh)).toContainText('INGESTED')
  const other = unique('Also')
  await page.goto(`${COLLECTIONS}/${await haveCollection(page, other)}`)
  await expect(button(page, 'Upload files')).toBeVisible()
  await drop(page, [markdown(copy, text)])
  // What is there already is put into it as it is.
  await expect(uploads(page)).toContainText('1 already here, now in the collection')
  await expect(uploads(page)).toContainText(`Already here, skipped. Now in ${other}.`)
  await expect(row(page, fresh)).toContainText('INGESTED')
  await expect(row(page, copy)).toHaveCount(0)

  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  // At once: before what answers it is loaded, the browser would open the file.
  await drop(page, [markdown(third, `# ${unique('Third')}\n`)])
  await expect(page.getByText('This screen takes no files')).toBeVisible()
  await expect(page).toHaveURL('/settings')
  await page.getByRole('button', { name: /^Upload 1 file/ }).click()
  await expect(row(page, third)).toContainText('INGESTED')
})

test('what one window changes is seen in the other one beside it, without a look at it (D931)', async ({
  page,
  context,
  stack,
}) => {
  const there = unique('There')
  await haveCollection(page, there)
  await page.goto(COLLECTIONS)
  const listed = page.getByRole('table', { name: 'Collections' })
  await expect(listed.getByRole('row', { name: there })).toBeVisible()
  const other = await context.newPage()
  await other.goto(stack.origin + COLLECTIONS)
  await other.getByRole('button', { name: 'New collection' }).first().click()
  const name = unique('Beside')
  await other.getByLabel('Name').fill(name)
  const sent = watchRequests(other, 'POST', '/collection')
  await other.getByRole('button', { name: 'Create collection' }).click()
  await expect(other.getByRole('heading', { level: 1, name })).toBeVisible()
  // The document says of neither that it may be left out (§4).
  expect(sent.map((request) => request.postDataJSON())).toEqual([{ name, description: '' }])
  await expect(listed.getByRole('row', { name })).toBeVisible()
})

test('a collection whose answer is lost is looked for in the list, and no second one is made', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  const name = unique('Answer lost')
  await page.goto(`${origin}${COLLECTIONS}?new=true`)
  // The dialog may stand before it already, and hide it from whoever goes by roles.
  await expect(page.getByRole('table', { name: 'Collections', includeHidden: true })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByLabel('Name').fill(name)
  const swallowed = line.swallowAnswers('POST')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await swallowed
  line.cut()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(`${name} was created`)).toBeVisible()
  line.heal()
  await page.goto(`${origin}/activity`)
  await expect(page.getByRole('row').filter({ hasText: name })).not.toContainText('Unknown')
})

test('a collection says which agents answer from it', async ({ page }) => {
  const shelf = unique('Shelf')
  const id = await haveCollection(page, shelf)
  const name = unique('Reader')
  await haveAgent(page, name, { collection: { id, name: shelf } })
  await page.goto(`/knowledge/collections/${id}`)
  await expect(page.getByText(/^Used by/)).toContainText(`Used by ${name} (Version 1, deployed)`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})
