import { expect, type Page } from 'playwright/test'
import { makePdf } from '../src/service/ingestion/make-pdf'
import { unique } from './screen'

const GUIDE = `# Returns

## How long
Goods can be returned within thirty days of delivery.

## Who pays
The customer pays for the parcel back, except when the goods arrived broken.
`

/**
 * The main job, from documents to a call, as a person does it: upload a PDF and a Markdown file, see both INGESTED, put them
 * into a collection, create an agent that uses it, deploy its version, place a call.
 */
export async function doMainJob(page: Page, origin: string): Promise<void> {
  const manual = `${unique('manual').replaceAll(' ', '-')}.pdf`
  const guide = `${unique('guide').replaceAll(' ', '-')}.md`
  const collection = unique('Returns')
  const agent = unique('Returns desk')

  await page.goto(`${origin}/knowledge/files`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).first().click()
  const pages = Array.from({ length: 12 }, (_, index) => [
    `Chapter ${index + 1}`,
    'Shipping takes two to four days.',
  ])
  await (await chooser).setFiles([
    { name: manual, mimeType: 'application/pdf', buffer: Buffer.from(makePdf({ pages })) },
    { name: guide, mimeType: 'text/markdown', buffer: Buffer.from(GUIDE) },
  ])
  const files = page.getByRole('table', { name: 'Files' })
  for (const name of [manual, guide])
    await expect(files.getByRole('row').filter({ hasText: name })).toContainText('INGESTED')

  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: 'New collection' }).first().click()
  const newCollection = page.getByRole('dialog')
  await newCollection.getByLabel('Name').fill(collection)
  await newCollection.getByLabel('Description').fill('What callers ask about returns')
  await newCollection.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name: collection })).toBeVisible()
  await page.getByRole('button', { name: 'Add files' }).first().click()
  const picker = page.getByRole('dialog')
  for (const name of [manual, guide]) await picker.getByRole('checkbox', { name }).check()
  await picker.getByRole('button', { name: 'Add 2 files' }).click()
  for (const name of [manual, guide])
    await expect(
      page.getByRole('table', { name: 'Files' }).getByRole('row').filter({ hasText: name }),
    ).toBeVisible()

  await page.getByRole('link', { name: 'Agents' }).click()
  await page.getByRole('link', { name: 'New agent' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(agent)
  await page.getByLabel('System prompt').fill('You answer for {{company}}. Be brief.')
  await page
    .getByRole('button', { name: /^Add the variable|^Add variable/ })
    .first()
    .click()
  await page.getByLabel('Variable name').first().fill('company')
  await page.getByLabel('Default value').first().fill('Northwind')
  for (const [label, id] of [
    ['Speech-to-text config id', 'stt-general-en'],
    ['Text-to-speech config id', 'tts-natural'],
    ['Language-model config id', 'llm-balanced'],
    ['Voice id', 'voice-clara'],
  ] as const)
    await page.getByLabel(label).fill(id)
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: agent })).toBeVisible()

  await page.getByRole('button', { name: 'Deploy version' }).first().click()
  await page.getByRole('dialog').getByLabel('Reason').fill('First version')
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy version' }).click()
  await expect(page.getByText('Deployed', { exact: true }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Place call' }).first().click()
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill('+15005550142')
  await page.getByRole('button', { name: 'Place call' }).last().click()
  await page.getByRole('button', { name: 'Place call now' }).click()
  await expect(page.getByText(/accepted/i).first()).toBeVisible()
}
