import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { seriousFindings } from './accessibility'
import { haveAgent } from './agent-steps'
import { markdown, pdf } from './documents'
import { frontOf } from './front'
import { fileName, haveCollection, haveFiles } from './knowledge-steps'
import { expect, test, unique } from './screen'
import { createChat } from './thread-steps'

// Only the local service has a simulated line, and people who write back.
test.use({ local: true })

/** A deployed agent that answers from one document: on calls from a PDF, else from a Markdown file, whose passages have headings instead of pages. */
async function haveGroundedAgent(page: Page, agentType: 'CALL' | 'TEXT') {
  const said = 'Refunds are paid within 14 days.'
  const isCall = agentType === 'CALL'
  const named = fileName('Terms', isCall ? '.pdf' : '.md')
  const document = isCall ? pdf(named, [said]) : markdown(named, `# Terms\n\n## Refunds\n\n${said}\n`)
  await haveFiles(page, [document])
  const name = unique('Terms')
  const collection = { id: await haveCollection(page, name, [named]), name }
  const { agentId } = await haveAgent(page, unique('Desk'), { agentType, collection })
  return isCall
    ? { agentId, where: `${named}, page 1`, link: `Open page 1 of ${named}` }
    : { agentId, where: `${named} › Terms › Refunds`, link: `Open file of ${named}` }
}

const turns = (page: Page) => page.getByRole('region', { name: 'Transcript' }).getByRole('listitem')
const state = (page: Page, word: string) => page.getByRole('status').filter({ hasText: word })

test('a call is heard turn by turn while it goes on, and its answer leads to the passage', async ({
  page,
}) => {
  const { agentId, where, link } = await haveGroundedAgent(page, 'CALL')
  await page.goto(`/calls?place=true&agent=${agentId}`)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByText('Test numbers of the local service').click()
  await page.getByRole('button', { name: 'Use the number: Always connects' }).click()
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()

  await expect(turns(page).first()).toContainText('Agent: Hello', { timeout: 15_000 })
  await expect(state(page, 'In progress')).toBeVisible()
  const answer = turns(page).filter({ hasText: 'Agent: Refunds are paid within 14 days.' })
  await expect(answer).toBeVisible({ timeout: 15_000 })
  // The rest is yet to come.
  await expect(page.getByText('Ended', { exact: true })).toHaveCount(0)
  await answer.getByText(where).click()
  expect(await seriousFindings(page)).toEqual([])
  await expect(state(page, 'Completed')).toBeVisible({ timeout: 30_000 })
  await expect(turns(page).last()).toContainText('Goodbye')
  await answer.getByRole('link', { name: link }).click()
  await expect(page).toHaveURL(/\/knowledge\/files\?file=/)

  // Somebody calls the agent, and the call opens as it goes on.
  await page.goto(`/calls?place=true&agent=${agentId}`)
  await page.getByRole('button', { name: 'Simulate inbound call' }).click()
  const panel = page.getByRole('dialog', { name: 'Call from +15005550110' })
  await expect(panel.getByRole('region', { name: 'Transcript' })).toContainText('14 days')
  await page.goto(`/agents/${agentId}?tab=conversations`)
  await expect(page.getByRole('table', { name: 'Calls' })).toContainText('+15005550110 inbound')
})

test('who left before a simulated call began is not led back to it', async ({ page, stack }) => {
  const { open: release, opened: held } = gate()
  const near = await frontOf(
    await stack.local(),
    () => undefined,
    ({ path }) => (path.includes('simulate') ? held : undefined),
  )
  const { agentId } = await haveAgent(page, unique('Left line'))
  await page.goto(`${near.origin}/calls?place=true&agent=${agentId}`)
  const answered = page.waitForResponse((reply) => reply.url().includes('simulate'))
  await page.getByRole('button', { name: 'Simulate inbound call' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  release()
  await answered
  await expect(page.getByText('The call was simulated')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await near.close()
})

test('an SMS becomes a dialogue, until its reader opts out, and the visitor of a web chat is answered from a document, with its passage', async ({
  page,
}) => {
  const { agentId, where, link } = await haveGroundedAgent(page, 'TEXT')
  await page.goto(`/threads/new?channel=sms&agent=${agentId}`)
  await expect(page.getByLabel('Agent version id')).not.toHaveValue('')
  await page.getByText('Test numbers of the local service').click()
  await page.getByRole('button', { name: 'Use the number: Opts out' }).click()
  await page.getByLabel('From phone number id').fill('number-main')
  await expect(page.getByLabel('From phone number', { exact: true })).toHaveValue('+15005550101')
  await page.getByLabel('Initial message').fill('Your refund is on its way.')
  const started = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/v1/threads')
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  const { thread } = await (await started).json()
  await expect(page.getByRole('region', { name: 'The SMS thread was started' })).toBeVisible()

  // The reader takes some seconds. Meanwhile the visitor of a web chat is answered.
  await page.goto(`/threads/${await createChat(page, agentId)}`)
  await page.getByLabel('Message', { exact: true }).fill('When are refunds paid?')
  await page.getByRole('button', { name: 'Send as visitor' }).click()
  const answer = page.getByRole('region', { name: 'Messages' }).getByRole('listitem').last()
  await expect(answer).toContainText('Refunds are paid within 14 days.')
  await answer.getByText(where).click()
  await expect(answer.getByRole('link', { name: link })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.goto(`/threads/${thread.id}`)
  const said = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(said.filter({ hasText: 'STOP' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('main').getByText('Closed: opted out')).toBeVisible({ timeout: 35_000 })
  await expect(said).toHaveCount(4)
  await expect(said.nth(2)).toContainText('14 days')
  await expect(said.nth(2)).toContainText(where)
})
