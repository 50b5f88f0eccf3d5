import { addForeignAgent } from './lab-steps'
import { credentials, serveReplies } from './other-service'
import { expect, test } from './screen'

const AGENT = { agentId: 'agent-c', versionId: 'version-c', labId: 9, name: 'Calls out' }

/** Replies to a dispatch, as beyond.md shows it and invented ones, and what the page must show of each. */
const SHAPES: [name: string, reply: unknown, shown: string[]][] = [
  [
    'bare',
    { id: 'call-1', status: 'queued', connectionDetails: { region: 'north' } },
    ['call-1', 'queued', 'north'],
  ],
  [
    'wrapped, with things beside',
    { success: true, agentCall: { id: 12, mode: 'AUDIO' }, requestId: 'req-3' },
    ['12', 'AUDIO', 'req-3'],
  ],
  ['an id beside a wrapper', { callId: 'call-2', data: { trunk: 'the second' } }, ['call-2', 'the second']],
  ['a list', [{ place: 'seventh in the queue' }], ['seventh in the queue']],
  ['a word', 'queued', ['queued']],
]

test('every reply to a call is shown without loss', async ({ page, stack }) => {
  const service = await serveReplies()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...credentials })
  await addForeignAgent(page, console.origin, AGENT)
  for (const [name, reply, shown] of SHAPES)
    await test.step(name, async () => {
      service.answer({ [`POST /api/v1/agent/${AGENT.agentId}/dispatch`]: reply })
      await page.goto(`${console.origin}/calls?place=true&agent=${AGENT.agentId}`)
      await expect(page.getByLabel('Version id')).toHaveValue(AGENT.versionId)
      await page.getByLabel('Outbound phone number id').fill('number-1')
      await page.getByLabel('To phone number').fill('+15005550142')
      await page.getByRole('button', { name: 'Place call', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
      const outcome = page.getByRole('region', { name: 'The call was accepted' })
      for (const text of shown) await expect(outcome).toContainText(text)
      await page.getByRole('link', { name: 'Show in Calls' }).click()
      await page.getByRole('table', { name: 'Calls' }).getByRole('row').nth(1).click()
      for (const text of shown) await expect(page.getByRole('dialog')).toContainText(text)
    })
  expect(service.sent).toHaveLength(SHAPES.length)
  await service.close()
})
