import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { closeNow, listen } from '../src/net/test-server.fixture'
import { makePdf } from '../src/service/ingestion/make-pdf'
import { findingsInBothThemes } from './accessibility'
import { sideScroll, watchRequests } from './agent-steps'
import { markdown, pdf } from './documents'
import { addDocuments, addToCollection, fileName, haveCollection, haveFiles, row } from './knowledge-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'

const results = (page: Page) => page.getByRole('list', { name: 'Passages found' }).getByRole('listitem')
const marked = (page: Page) => results(page).locator('mark')

const GUIDE = `# Orders

## Money back

Refunds are paid within fourteen days of the day on which the goods arrive.

## Delivery

The parcel is sent on the day of the order, if you pay before noon.
`
/** A word that is nowhere else. Digits in a row might be a phone number, which stands in no address. */
const inLetters = (word: string) =>
  unique(word)
    .replaceAll(/\W/g, '')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

const HOURS = ['We are open from nine to five.', 'The shop is closed on public holidays.']

/** Asks the documents in the palette, on a screen that is about something else. */
async function askFromCalls(page: Page, question: string) {
  await page.goto('/calls')
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(question)
  await page.getByRole('option', { name: /^Ask your documents/ }).click()
  return page.getByRole('dialog', { name: 'Ask your documents' })
}

test('in the panel of a file, what an agent would find is found, and it says where', async ({ page }) => {
  needs('searchPassages')
  const guide = fileName('a-name-that-is-rather-long-and-does-not-break', '.md')
  await addDocuments(page, [markdown(guide, GUIDE)])
  await row(page, guide).click()
  const panel = page.getByRole('dialog', { name: guide })
  const box = panel.getByRole('searchbox', { name: 'Search in this file' })

  // After a pause, without a key.
  await box.fill('refund paid')
  await expect(results(page)).toHaveCount(2)
  await expect(results(page).first()).toContainText('Orders › Money back')
  await expect(results(page).first().locator('mark')).toHaveText(['Refunds', 'paid'])
  // What has less comes after it, and is not said to be all there is.
  await expect(results(page).last()).toContainText('The next have some of these words')
  await expect(panel).not.toContainText('No passage has')
  await expect(panel.getByRole('status').filter({ hasText: /^2 passages in [\d.]+ (ms|s)$/ })).toBeVisible()

  // With a typo.
  await box.fill('refnuds')
  await box.press('Enter')
  await expect(results(page).first()).toContainText('these have words spelled alike')
  await expect(marked(page)).toHaveText(['Refunds'])

  // With a beginning.
  await box.fill('parc')
  await expect(results(page).first()).toContainText('The last word as a beginning')
  await expect(marked(page)).toHaveText(['parcel'])
  await expect(results(page).first()).toContainText('Orders › Delivery')

  // With a phrase.
  await box.fill('"the goods arrive"')
  await expect(results(page)).toContainText('Money back')
  await expect(results(page)).toHaveCount(1)
  await expect(panel.getByText('An agent would find nothing')).toHaveCount(0)
  // An agent searches without operators, and finds what is not found with them.
  for (const strict of ['"goods the arrive"', '“goods the arrive”', 'refund -refund', 'walrus OR unicorn']) {
    await box.fill(strict)
    await expect(panel.getByText('No passage has exactly this.')).toBeVisible()
    await expect(panel.getByText('An agent would find nothing')).toHaveCount(0)
    await box.fill('walrus-like or -')
    await expect(panel.getByText('An agent would find nothing')).toBeVisible()
  }

  // What is too long is refused in words, and stays as it was pasted.
  const long = 'refund paid '.repeat(30).trim()
  await box.fill(long)
  await expect(panel.getByText('359 characters; a search takes 300. Shorten it.')).toBeVisible()
  await expect(box).toHaveValue(long)
  await expect(results(page)).toHaveCount(0)

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await box.fill('day')
    await expect(results(page)).toHaveCount(2)
    expect(await findingsInBothThemes(page), `at ${width}`).toEqual([])
    expect(await sideScroll(page), `at ${width}`).toBe(0)
  }

  await box.fill('')
  await expect(panel.getByText('No passage has anything like')).toHaveCount(0)
})

test('a phone that is turned keeps what was typed into a panel, and the page behind it is out of reach', async ({
  page,
}) => {
  needs('searchPassages')
  const guide = fileName('guide', '.md')
  await addDocuments(page, [markdown(guide, GUIDE)])
  await row(page, guide).click()
  const box = page.getByRole('dialog', { name: guide }).getByRole('searchbox')
  await box.fill('refund paid')
  await expect(results(page).first()).toContainText('Money back')
  const behind = page.getByRole('heading', { level: 1, name: 'Files' })
  for (const [width, height] of [
    [430, 932],
    [932, 430],
    [430, 932],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(behind).toHaveCount(width < 900 ? 0 : 1)
    await expect(box).toHaveValue('refund paid')
    await expect(box).toBeFocused()
    await expect(results(page).first()).toContainText('Money back')
    // What covers the page does not cover the panel.
    await box.click()
  }
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(behind).toBeVisible()
  await expect(row(page, guide)).toBeFocused()
})

test('on the page of a collection it says which file, and on which page', async ({ page }) => {
  needs('searchPassages')
  const [guide, hours] = [fileName('guide', '.md'), fileName('hours', '.pdf')]
  const other = fileName('other', '.md')
  const name = unique('Shop')
  await haveFiles(page, [
    markdown(guide, GUIDE),
    // Pages with so little text share a passage.
    {
      ...pdf(hours),
      buffer: Buffer.from(makePdf({ pages: [HOURS, ['Guests park behind the house.']] })),
    },
    markdown(other, 'A unicorn is on the shop floor, and it is not for sale.'),
  ])
  await page.goto(`/knowledge/collections/${await haveCollection(page, name)}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search in these files' })
  await expect(box).toHaveCount(0)
  await page.getByRole('button', { name: 'Add files' }).first().click()
  for (const file of [guide, hours]) await page.getByRole('checkbox', { name: file }).check()
  await page.getByRole('button', { name: 'Add 2 files' }).click()

  await box.fill('holyday closed')
  await box.press('Enter')
  await expect(results(page)).toHaveCount(1)
  await expect(results(page)).toContainText(`${hours} · Page 1`)
  await expect(marked(page)).toHaveText(['closed', 'holidays'])
  await box.fill('parcel')
  await expect(results(page)).toContainText(`${guide} · Orders › Delivery`)
  // A passage leads to its file, and to its page where it has pages.
  await page.getByRole('link', { name: guide }).click()
  await expect(page.getByRole('dialog', { name: guide }).getByText('Refunds are paid')).toBeVisible()
  expect(page.url()).not.toContain('page=')
  await page.goBack()
  await box.fill('holidays')
  await page.getByRole('link', { name: `${hours} · Page 1` }).click()
  await expect(page.getByRole('dialog', { name: hours }).getByText(/of 2\b/)).toBeVisible()
  await page.goBack()
  await box.fill('guests park')
  await expect(results(page)).toContainText(`${hours} · Page 2`)
  await box.fill('unicorn')
  await expect(page.getByText('No passage has anything like “unicorn”')).toBeVisible()
})

test('on the page of a collection, passages and files have each their place, wide and narrow', async ({
  page,
}) => {
  needs('searchPassages')
  const word = inLetters('parcel')
  const files = Array.from({ length: 6 }, (_, at) =>
    markdown(fileName(`part-${at}`), `# Part ${at}\n\n${`A ${word} is sent in part ${at}. `.repeat(12)}\n`),
  )
  await haveFiles(page, files)
  const names = files.map(({ name }) => name)
  const collectionId = await haveCollection(page, unique('Parts'), names)
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/knowledge/collections/${collectionId}`)
    await page.getByRole('searchbox', { name: 'Search in these files' }).fill(word)
    await expect(results(page).nth(2)).toContainText(word)
    const passages = await page.getByRole('list', { name: 'Passages found' }).boundingBox()
    const below = await page.getByRole('searchbox', { name: 'Search files of this collection' }).boundingBox()
    expect(below?.y).toBeGreaterThanOrEqual((passages?.y ?? 0) + (passages?.height ?? 0))
    // The page is higher than the window now; the rail stays.
    await page.getByText('6 files', { exact: true }).scrollIntoViewIfNeeded()
    if (width > 900) await expect(page.getByRole('link', { name: 'Overview' })).toBeInViewport()
  }
})

test('the palette asks all documents, and what it finds leads to its file and to an agent', async ({
  page,
}) => {
  needs('searchPassages')
  const hours = fileName('hours', '.pdf')
  const word = unique('axolotl').replaceAll(/\W/g, '')
  const name = unique('Pond')
  await haveFiles(page, [pdf(hours, ['We feed the fish at noon.', `The ${word} eats at night.`])])
  const collectionId = await haveCollection(page, name)
  const dialog = await askFromCalls(page, `when eats the ${word}?`)
  await expect(dialog.getByRole('searchbox', { name: 'Ask your documents' })).toHaveValue(
    `when eats the ${word}?`,
  )
  await expect(results(page).first()).toContainText(word)
  await expect(dialog.getByText('These files are in none')).toBeVisible()
  expect(await findingsInBothThemes(page)).toEqual([])
  await dialog
    .getByRole('link', { name: `${hours} · Page 1` })
    .first()
    .click()
  await expect(dialog).toHaveCount(0)
  const panel = page.getByRole('dialog', { name: hours })
  await expect(panel.getByText(/of 1\b/)).toBeVisible()
  // In the panel a page is shown where one is.
  await panel.getByRole('searchbox', { name: 'Search in this file' }).fill(word)
  await expect(panel.getByRole('button', { name: 'Show page 1' })).toBeVisible()

  // Where the list of files is open already, the page opens as well; the file opened by its row begins without it.
  await panel.getByRole('button', { name: 'Close' }).click()
  await row(page, hours).click()
  await expect(panel.getByRole('button', { name: 'Show preview' })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(`when eats the ${word}?`)
  await page.getByRole('option', { name: /^Ask your documents/ }).click()
  await dialog
    .getByRole('link', { name: `${hours} · Page 1` })
    .first()
    .click()
  await expect(panel.getByText(/of 1\b/)).toBeVisible()

  await addToCollection(page, collectionId, [hours])
  await page.goto('/calls')
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(`when eats the ${word}?`)
  await page.getByRole('option', { name: /^Ask your documents/ }).click()
  await dialog.getByRole('link', { name: `New agent with ${name}` }).click()
  await expect(page).toHaveURL(new RegExp(`/agents/new\\?collection=${collectionId}`))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name} answers`)
  await expect(page.getByLabel('System prompt')).toContainText(`You answer questions about ${name}.`)
})

test('a question stands in the address: after Back and a reload it is there again, with its answers', async ({
  page,
}) => {
  needs('searchPassages')
  const [hours, guide] = [fileName('hours', '.pdf'), fileName('guide', '.md')]
  const name = unique('Burrow')
  const word = inLetters('wombat')
  await haveFiles(page, [pdf(hours, [`The ${word} eats at night.`]), markdown(guide, GUIDE)])
  const collectionId = await haveCollection(page, name, [hours])
  const dialog = await askFromCalls(page, `when eats the ${word}?`)
  const box = dialog.getByRole('searchbox', { name: 'Ask your documents' })
  await box.fill(`${word} eats`)
  await expect(page).toHaveURL(new RegExp(`/calls\\?ask=${word}`))
  const link = dialog.getByRole('link', { name: `${hours} · Page 1` }).first()
  await link.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: hours }).getByText(/of 1\b/)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls', includeHidden: true })).toBeAttached()
  await expect(box).toHaveValue(`${word} eats`)
  await expect(link).toBeVisible()
  await page.reload()
  await expect(box).toHaveValue(`${word} eats`)
  await expect(link).toBeVisible()
  // Closed, it is gone from the address as well.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/calls$/)

  // What may be a phone number stands in no address, and is there for as long as the page is.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(`${word} +1 415 555 0123`)
  await page.getByRole('option', { name: /^Ask your documents/ }).click()
  await expect(box).toHaveValue(`${word} +1 415 555 0123`)
  await link.click()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(box).toHaveValue(`${word} +1 415 555 0123`)
  expect(decodeURIComponent(new URL(page.url()).search)).not.toContain('415')

  // So it is for what is asked of a collection.
  await page.goto(`/knowledge/collections/${collectionId}`)
  const within = page.getByRole('searchbox', { name: 'Search in these files' })
  await within.fill(word)
  await page.getByRole('link', { name: `${hours} · Page 1` }).click()
  await expect(page.getByRole('dialog', { name: hours }).getByText(/of 1\b/)).toBeVisible()
  await page.goBack()
  await expect(within).toHaveValue(word)
  await expect(results(page)).toHaveCount(1)
})

test('a passage of a Markdown file leads to its place in the file', async ({ page }) => {
  needs('searchPassages')
  const file = fileName('manual', '.md')
  const word = inLetters('numbat')
  const chapter = (number: number) =>
    `## Chapter ${number}\n\n${`Sentence ${number} fills the page of the manual. `.repeat(30)}\n`
  const chapters = Array.from({ length: 30 }, (_, index) => chapter(index + 1))
  chapters.splice(20, 0, `## Lunch\n\nThe **${word}** eats at noon, and \`never\` later.\n`)
  await haveFiles(page, [markdown(file, `# Manual\n\n${chapters.join('\n')}`)])
  await page.goto('/')
  await page.getByRole('searchbox', { name: 'Ask your documents' }).fill(`when eats the ${word}?`)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('link', { name: file }).first().click()
  const panel = page.getByRole('dialog', { name: file })
  const place = panel.getByRole('document', { name: 'Markdown preview' }).locator('mark')
  await expect(place).toContainText(`The ${word} eats at noon`)
  await expect(place).toBeInViewport()
  // Also when the page of it is loaded anew.
  await page.reload()
  await expect(place).toBeInViewport()
  // From the search in the file as well.
  await panel.getByRole('button', { name: 'Hide preview' }).click()
  await expect(place).toHaveCount(0)
  await panel.getByRole('searchbox', { name: 'Search in this file' }).fill(word)
  await panel
    .getByRole('button', { name: /^Show in the file/ })
    .first()
    .click()
  await expect(place).toContainText(`The ${word} eats at noon`)
  await expect(place).toBeInViewport()
  expect(await findingsInBothThemes(page)).toEqual([])
})

test('a passage of a Markdown file that is too long to format leads to its place as well', async ({
  page,
}) => {
  needs('searchPassages')
  const file = fileName('annals', '.md')
  const word = inLetters('quoll')
  const year = (number: number) => `## Year ${number}\n\n${'Nothing of note was written down. '.repeat(60)}\n`
  const years = Array.from({ length: 160 }, (_, index) => year(index + 1))
  years.splice(120, 0, `## Lunch\n\nThe **${word}** eats at noon.\n`)
  await haveFiles(page, [markdown(file, `# Annals\n\n${years.join('\n')}`)])
  await page.goto('/')
  await page.getByRole('searchbox', { name: 'Ask your documents' }).fill(`when eats the ${word}?`)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('link', { name: file }).first().click()
  const preview = page.getByRole('dialog', { name: file }).getByRole('document', { name: 'Markdown preview' })
  await expect(preview).toContainText('This document is too long to format.')
  await expect(preview.locator('mark')).toContainText(`The **${word}** eats at noon.`)
  await expect(preview.locator('mark')).toBeInViewport()
})

test('a question that is too long for a search is said to be, before anything is sent, and nothing of it is lost', async ({
  page,
}) => {
  needs('searchPassages')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/calls')
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  const asked = watchRequests(page, 'POST', '/search')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill('when does it open?')
  await page.getByRole('option', { name: /^Ask your documents/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask your documents' })
  const box = dialog.getByRole('searchbox', { name: 'Ask your documents' })
  await expect.poll(() => asked.length).toBe(1)
  const long = 'opens when '.repeat(300).trim()
  await box.fill(long)
  await box.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('3,299 characters; a search takes 300. Shorten it.')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(box).toHaveValue(long)
  expect(await sideScroll(page)).toBe(0)
  await box.fill('opens when')
  await expect.poll(() => asked.length).toBe(2)
})

test('what a document says is shown as text, and a long passage in part', async ({ page }) => {
  needs('searchPassages')
  const file = fileName('long', '.md')
  const text = `${'This sentence is here to fill the page. '.repeat(12)}The quokka says \`<img src=x onerror=alert(1)>\` to all.`
  await addDocuments(page, [markdown(file, text)])
  await row(page, file).click()
  await page.getByRole('searchbox', { name: 'Search in this file' }).fill('quokka')
  await expect(results(page)).toContainText('<img src=x onerror=alert(1)>')
  await expect(results(page).locator('img')).toHaveCount(0)
  await expect(results(page)).toContainText('… ')
  await page.getByRole('button', { name: /^Show the whole passage/ }).click()
  await expect(results(page)).not.toContainText('… ')
  await expect(marked(page)).toHaveText(['quokka'])
})

test('an error stays in its place, and a retry works when the service is back', async ({ page, stack }) => {
  const { origin, line } = await stack.startOnLine()
  await page.goto(`${origin}/knowledge/files`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).first().click()
  const file = fileName('guide', '.md')
  await (await chooser).setFiles([markdown(file, GUIDE)])
  await expect(row(page, file)).toContainText('INGESTED')
  await row(page, file).click()
  const box = page.getByRole('searchbox', { name: 'Search in this file' })
  await expect(box).toBeVisible()
  await line.down()
  await box.fill('parcel')
  const panel = page.getByRole('dialog', { name: file })
  await expect(panel.getByRole('alert')).toContainText('Could not search the passages')
  await line.up()
  await expect(results(page)).toContainText('parcel')
  await expect(panel.getByRole('alert')).toHaveCount(0)
})

test('no search is offered where the service has no such operation', async ({ page, stack }) => {
  const file = { fileId: 'f1', fileName: 'guide.md', status: 'INGESTED' }
  const asked: string[] = []
  // The documented operations that these screens read, and nothing else.
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const answers: Record<string, unknown> = {
      'GET /api/v1/knowledge-base/files': { files: [file] },
      'GET /api/v1/knowledge-base/collections': {
        collections: [{ id: 'c1', name: 'Shop', description: '', files: [file] }],
      },
    }
    const answer = answers[`${request.method} ${request.url}`]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { status: 404, message: 'Cannot find this.', code: 'NOT_FOUND' }))
  })
  const console = await stack.startConsole({
    SERVICE_URL: await listen(server),
    SERVICE_API_KEY: 'a-key-for-this-test',
  })
  const searches = () => asked.filter((each) => each.includes('/search'))
  try {
    await page.goto(`${console.origin}/knowledge/files`)
    await row(page, 'guide.md').click()
    await expect(page.getByRole('dialog', { name: 'guide.md' })).toBeVisible()
    expect(searches()).toEqual([])
    await page.getByRole('searchbox', { name: 'Search in this file' }).fill('refund')
    await expect(page.getByText('This service offers no search in its files.')).toBeVisible()
    await page.getByRole('link', { name: 'Shop' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
    await expect(row(page, 'guide.md')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('What an agent would find')).toHaveCount(0)
    await page.goto(console.origin)
    await expect(page.getByRole('region', { name: 'In figures' })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Ask your documents' })).toHaveCount(0)
    // Asked once a connection, not once a screen.
    expect(searches()).toHaveLength(1)
    await expect(page.getByRole('alert')).toHaveCount(0)
  } finally {
    await closeNow(server)
  }
})
