import { expect, type Page } from 'playwright/test'
import { createAgent, haveAgent } from './agent-steps'
import { choose, csv, numberOf } from './batch-steps'
import { drop, markdown, pdf } from './documents'
import { dialog, fileName, row } from './knowledge-steps'
import { unique } from './screen'

const SCREENS = [
  ['Agents', '/agents'],
  ['Tools', '/tools'],
  ['Files', '/knowledge/files'],
  ['Collections', '/knowledge/collections'],
  ['Calls', '/calls'],
  ['Threads', '/threads'],
  ['Testing lab', '/testing-lab'],
  ['Activity', '/activity'],
  ['Settings', '/settings'],
  ['Overview', '/'],
] as const

/**
 * Goes through everything that has an address of its own: screens, forms, uploads, previews, workers, events, the interface page.
 * `address`: where the console stands, path included. Every request of the page has to be under it.
 */
export async function walkConsole(page: Page, address: string): Promise<void> {
  const astray: string[] = []
  page.context().on('request', (request) => {
    if (request.url().startsWith('http') && !`${request.url()}/`.startsWith(`${address}/`))
      astray.push(request.url())
  })
  page.on('response', (answer) => {
    if (answer.status() >= 400) astray.push(`${answer.status()} ${answer.url()}`)
  })

  await page.goto(`${address}/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Main' })
  for (const [name, path] of SCREENS) {
    await rail.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address + path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await showDocuments(page, address)

  const name = unique('Desk')
  await createAgent(page, name, {}, address)
  await expect(page).toHaveURL(new RegExp(`${address}/agents/[\\w-]+`))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  // A panel of the same screen is no way out of a form.
  await page.goto(`${address}/calls`)
  await page.getByRole('link', { name: 'Place call', exact: true }).click()
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.keyboard.press('Escape')

  const { agentId } = await haveAgent(page, unique('Reminder'), {}, address)
  await page.goto(`${address}/calls/batch/new?agent=${agentId}`)
  await choose(page, csv('people.csv', ['to', numberOf(1), numberOf(2)]))
  await expect(page.getByText('All 2 rows are ready.')).toBeVisible()

  await chatLive(page, address)

  await page.goto(`${address}/openapi`)
  await expect(page.getByRole('heading', { name: /Switchboard|service/i }).first()).toBeVisible()
  expect(astray).toEqual([])
}

async function showDocuments(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/knowledge/files`)
  const documents = [markdown(fileName('prices'), '# Our prices\n'), pdf(fileName('terms', '.pdf'))]
  await drop(page, documents)
  for (const { name } of documents) {
    await expect(row(page, name)).toContainText('INGESTED')
    await row(page, name).click()
    const panel = dialog(page, name)
    await panel.getByRole('button', { name: 'Show preview' }).click()
    if (name.endsWith('.pdf')) await expect(panel.getByText('Refunds are paid within 14 days.')).toBeVisible()
    else await expect(panel.getByRole('heading', { name: 'Our prices' })).toBeVisible()
    const opened = page.context().waitForEvent('page')
    await panel.getByRole('button', { name: 'View file' }).click()
    const view = await opened
    if (name.endsWith('.md')) await expect(view.getByText('# Our prices')).toBeVisible()
    await view.close()
    await page.keyboard.press('Escape')
  }
}

/** A web chat whose answer arrives as an event, at once and not when the stream ends. */
async function chatLive(page: Page, address: string): Promise<void> {
  const { agentId } = await haveAgent(page, unique('Chat'), { agentType: 'TEXT' }, address)
  await page.goto(`${address}/threads/new?channel=chat&agent=${agentId}`)
  const created = page.waitForResponse((reply) => reply.url().endsWith('/api/v1/chat/threads'))
  await page.getByRole('button', { name: 'Create web chat' }).click()
  const { threadId } = await (await created).json()
  await expect(page.getByRole('region', { name: 'The web chat was created' })).toBeVisible()
  const events = page.waitForResponse((reply) => reply.url().endsWith('/stream'))
  await page.goto(`${address}/threads/${threadId}`)
  expect((await events).headers()['content-type']).toContain('text/event-stream')
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  const heard = page.evaluate(
    (stream) =>
      new Promise<boolean>((resolve) => {
        const source = new EventSource(stream)
        source.onmessage = () => {
          source.close()
          resolve(true)
        }
      }),
    (await events).url(),
  )
  await page.getByLabel('Message', { exact: true }).fill('Hello?')
  await page.getByRole('button', { name: 'Send as visitor' }).click()
  await expect(messages).toHaveCount(2)
  expect(await heard).toBe(true)
}
