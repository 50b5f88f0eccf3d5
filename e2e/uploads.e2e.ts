import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seriousFindings } from './accessibility'
import { drop, markdown, protectedPdf } from './documents'
import { frontOf } from './front'
import { tabAndPress } from './keyboard'
import {
  button,
  chip,
  chooseFiles,
  FILES,
  fileName,
  haveFiles,
  row,
  upload,
  uploads,
} from './knowledge-steps'
import { expect, test, unique } from './screen'

test('many files dropped at once: the good ones end INGESTED, each bad one says why, and all can be cleared', async ({
  page,
}) => {
  const batch = unique('batch').replaceAll(' ', '-')
  const good = Array.from({ length: 12 }, (_, at) =>
    markdown(`${batch}-good-${at}.md`, `# Document ${at}\n\nText.\n`),
  )
  const word = {
    name: `${batch}-offer.docx`,
    mimeType: 'application/msword',
    buffer: Buffer.from('PK\u0003\u0004'),
  }
  const empty = { name: `${batch}-empty.md`, mimeType: 'text/markdown', buffer: Buffer.alloc(0) }
  const text = { name: `${batch}-text.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('Just words.') }
  const locked = [0, 1].map((at) => protectedPdf(`${batch}-locked-${at}.pdf`))
  const copy = { ...markdown(`${batch}-copy.md`), buffer: good[0]?.buffer ?? Buffer.alloc(0) }
  await page.goto(FILES)
  await drop(page, [word, empty, ...good, text, ...locked, copy])

  await expect(upload(page, word.name)).toContainText('Only .pdf and .md files are accepted')
  await expect(upload(page, word.name)).toContainText('Export or print it as PDF')
  await expect(upload(page, empty.name)).toContainText('The file is empty')
  await expect(upload(page, text.name)).toContainText('the content is plain text')
  await expect(upload(page, text.name).getByRole('button', { name: /Retry/ })).toHaveCount(0)
  await expect(upload(page, copy.name)).toContainText(`the same content as ${batch}-good-0.md`)
  await expect(upload(page, copy.name)).toContainText('Already here, skipped')
  await expect(upload(page, `${batch}-locked-1.pdf`)).toContainText('protected by a password')
  await page.getByRole('searchbox').fill(batch)
  await expect(chip(page, 'INGESTED')).toContainText('12')
  await expect(chip(page, 'FAILED')).toContainText('2')
  await expect(uploads(page)).toContainText(
    '14 uploaded: 12 ready, 2 unreadable; 3 failed; 1 already here, skipped',
  )
  // How many is said above, so their line says which.
  await expect(uploads(page)).toContainText(/-good-\d+\.md and 9 more are INGESTED\./)
  expect(await seriousFindings(page)).toEqual([])
  await button(page, `Dismiss ${word.name}`).press('Enter')
  await expect(uploads(page).getByRole('list').first()).toBeFocused()
  await expect(upload(page, word.name)).toHaveCount(0)
  await button(page, 'Undo: 1 upload cleared from the list').click()
  await expect(upload(page, word.name)).toBeVisible()
  await uploads(page).getByRole('button', { name: 'Clear finished' }).click()
  await expect(uploads(page)).toHaveCount(0)

  // How much one may hold the console tells.
  const large = `${batch}-large.pdf`
  const path = test.info().outputPath(large)
  const file = await open(path, 'w')
  await file.write('%PDF-1.7\n')
  await file.truncate(60 * 1024 * 1024)
  await file.close()
  await chooseFiles(page, path)
  await expect(upload(page, large)).toContainText('at most 50 MB')
  for (const { name } of [word, empty, text]) await expect(row(page, name)).toHaveCount(0)
})

/** A folder with a document, and one in a folder of its own. */
async function haveFolder(names: readonly [string, string]): Promise<string> {
  const folder = test.info().outputPath('handbook')
  await mkdir(join(folder, 'chapters'), { recursive: true })
  await writeFile(join(folder, names[0]), `# One ${names[0]}\n`)
  await writeFile(join(folder, 'chapters', names[1]), `# Two ${names[1]}\n`)
  await writeFile(join(folder, 'Thumbs.db'), 'of the system')
  return folder
}

test('what is here already is skipped by its content, and uploaded where somebody says so', async ({
  page,
}) => {
  const first = markdown(fileName('here'), `# ${unique('Here')}\n`)
  await haveFiles(page, [first])
  const copy = { ...first, name: fileName('copy') }
  await page.goto(FILES)
  await drop(page, [copy])
  await expect(upload(page, copy.name)).toContainText('Already here, skipped')
  await expect(row(page, copy.name)).toHaveCount(0)
  await button(page, `Upload anyway ${copy.name}`).click()
  await expect(row(page, copy.name)).toContainText('INGESTED')
})

test('a folder is opened, and what is in it goes up, also where it is dropped before the drop area has come', async ({
  page,
}) => {
  // Names that a browser's newer way into folders holds to be unsafe, and passes over.
  const inside = [`${fileName('inside', '')} why?.md`, `colon: "${fileName('deeper', '')}".md`] as const
  const folder = await haveFolder(inside)
  await page.goto(FILES)
  await expect(page.getByRole('button', { name: 'Upload files' }).first()).toBeVisible()
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 2_000 })
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data })
  await drag('dragEnter')
  await drag('dragOver')
  await drag('dragOver')
  await drag('drop')
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 0 })
  for (const name of inside) await expect(row(page, name)).toContainText('INGESTED')
  await expect(uploads(page)).not.toContainText('Thumbs.db')
  // Once it has come, it shows itself.
  await drag('dragEnter')
  await drag('dragOver')
  await expect(page.getByText('Drop to upload files')).toBeVisible()
})

test('a folder is chosen by keyboard, and what is in it goes up as from one that is dropped', async ({
  page,
}) => {
  const inside = [`${fileName('chosen', '')} why?.md`, `colon: "${fileName('below', '')}".md`] as const
  const folder = await haveFolder(inside)
  await writeFile(join(folder, 'letter.docx'), 'no document of ours')
  await page.goto(FILES)
  const chooser = page.waitForEvent('filechooser')
  await tabAndPress(page, button(page, 'Choose a folder'))
  await (await chooser).setFiles(folder)
  for (const name of inside) await expect(row(page, name)).toContainText('INGESTED')
  await expect(upload(page, 'letter.docx')).toContainText('Only .pdf and .md')
  await expect(uploads(page)).not.toContainText('Thumbs.db')
})

test('a reload in the middle asks first, and afterwards the queue shows the state of each file', async ({
  page,
  stack,
}) => {
  let isBroken = false
  const front = await frontOf(stack.origin, ({ path }) =>
    isBroken && path.endsWith('/knowledge-base/file') ? 'breaks' : undefined,
  )
  const done = fileName('done', '.md')
  const slow = fileName('slow', '.md')
  const unrecorded = fileName('unrecorded', '.md')
  const refused = fileName('refused', '.docx')
  const large = markdown(slow, `# Slow\n\n${'Word after word. '.repeat(100_000)}\n`)
  await page.goto(front.origin + FILES)
  await chooseFiles(page, [markdown(done, '# Done\n'), { ...markdown(refused), name: refused }])
  await expect(row(page, done)).toContainText('INGESTED')
  await expect(upload(page, refused)).toContainText('Only .pdf and .md')

  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = { offline: false, latency: 0, downloadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 40_000 })
  await chooseFiles(page, [large])
  await expect(upload(page, slow)).toContainText(/\d s left|min \d+ s left/)
  // The line breaks during the creation of a record.
  isBroken = true
  await chooseFiles(page, [markdown(unrecorded, '# Without a record\n')])
  await expect(uploads(page)).toContainText('Uploads are paused')

  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloading
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })

  await expect(uploads(page)).toContainText(`${done} is INGESTED`)
  await expect(upload(page, refused)).toContainText('Only .pdf and .md')
  await expect(upload(page, slow)).toContainText('Choose the file again')
  isBroken = false
  await expect(upload(page, unrecorded)).toContainText('Uploaded, but not added yet.')
  await expect(row(page, unrecorded)).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])

  await upload(page, unrecorded)
    .getByRole('button', { name: `Finish ${unrecorded}` })
    .click()
  await expect(row(page, unrecorded)).toContainText('INGESTED')
  await drop(page, [large])
  await expect(row(page, slow)).toContainText('INGESTED')
  await expect(upload(page, slow)).toHaveCount(1)

  // Cleared rows do not come back.
  await uploads(page).getByRole('button', { name: 'Clear finished' }).click()
  await expect(uploads(page)).toHaveCount(0)
  await page.reload()
  await expect(row(page, slow)).toContainText('INGESTED')
  await expect(uploads(page)).toHaveCount(0)
  await front.close()
})

test('of what was uploaded nothing is said that is not known, and of what others deleted that it is gone', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  const names = ['kept', 'gone'].map((name) => fileName(name))
  await page.goto(origin + FILES)
  await chooseFiles(
    page,
    names.map((name) => markdown(name, `# ${name}\n`)),
  )
  for (const name of names) await expect(uploads(page)).toContainText(`${name} is INGESTED.`)

  await line.down()
  await page.reload()
  for (const name of names) await expect(upload(page, name)).toContainText('Added')
  await expect(uploads(page)).toContainText('2 uploaded')
  await expect(uploads(page)).not.toContainText(/being read|not listed yet/)

  await line.up()
  const api = `${origin}/api/v1/knowledge-base`
  const { files } = await (await page.request.get(`${api}/files`)).json()
  const { id } = files.find((file: { fileName: string }) => file.fileName === names[1])
  expect((await page.request.delete(`${api}/file/${id}`)).ok()).toBe(true)
  await page.reload()
  await expect(uploads(page)).toContainText(`${names[0]} is INGESTED.`)
  await expect(upload(page, `${names[1]}`)).toContainText('Deleted meanwhile.')
  await expect(uploads(page)).toContainText('2 uploaded: 1 ready, 1 deleted meanwhile')
  await button(page, 'Clear finished').click()
  await expect(uploads(page)).toHaveCount(0)
})

test('two tabs that upload the same documents at once store each of them once', async ({ page }) => {
  const batch = unique('twice').replaceAll(' ', '-')
  const documents = Array.from({ length: 8 }, (_, at) =>
    markdown(`${batch}-${at}.md`, `# ${batch} ${at}\n\n${'Word after word. '.repeat(2_000)}\n`),
  )
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto(FILES)
    const session = await tab.context().newCDPSession(tab)
    await session.send('Network.enable')
    const line = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', line)
  }
  await Promise.all([page, other].map((tab) => drop(tab, documents)))
  for (const tab of [page, other]) {
    await expect(uploads(tab).getByRole('button', { name: 'Clear finished' })).toBeVisible()
    await expect(uploads(tab).getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  }
  await page.getByRole('searchbox').fill(batch)
  for (const { name } of documents) await expect(row(page, name)).toHaveCount(1)
})

test('a folder that is dropped again after all was cancelled is stored once, whatever of the cancelled is taken back', async ({
  page,
}) => {
  const batch = unique('again').replaceAll(' ', '-')
  const documents = Array.from({ length: 12 }, (_, at) => markdown(`${batch}-${at}.md`))
  await page.goto(FILES)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 300 })
  await drop(page, documents)
  await button(page, 'Cancel all').click()
  await expect(uploads(page)).toContainText('Cancelled. Nothing was added.')
  await drop(page, documents)
  await expect(uploads(page)).not.toContainText(/cancelled/i)
  await page.getByRole('button', { name: /^Undo: \d+ uploads cancelled/ }).click()
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 0 })
  await page.getByRole('searchbox').fill(batch)
  await expect(chip(page, 'INGESTED')).toContainText('12')
  await expect(uploads(page).getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  for (const { name } of documents) await expect(row(page, name)).toHaveCount(1)
  await expect(uploads(page)).not.toContainText('same name')
})
