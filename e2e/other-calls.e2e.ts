import { addForeignAgent } from './lab-steps'
import { serveReplies } from './other-service'
import { expect, test } from './screen'
import { CREDENTIALS } from './stack'

const AGENT = { agentId: 'agent-c', versionId: 'version-c', labId: 9, name: 'Calls out' }

/** Replies to a dispatch that the page sets out in different ways; all shapes are tested beside their reader (`replies.test.ts`). */
const SHAPES: [name: string, reply: unknown, shown: string[]][] = [
  [
    'wrapped, with things beside',
    { success: true, agentCall: { id: 12, mode: 'AUDIO' }, requestId: 'req-3' },
    ['12', 'AUDIO', 'req-3'],
  ],
  ['a word', 'queued', ['queued']],
]

test('a reply to a call is shown without loss, whatever it is', async ({ page, stack }) => {
  const service = await serveReplies()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
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
      const rows = page
        .getByRole('table', { name: 'Calls' })
        .getByRole('row')
        .filter({ hasNotText: 'Loading' })
      await rows.nth(1).click()
      for (const text of shown) await expect(page.getByRole('dialog')).toContainText(text)
    })
  expect(service.sent).toHaveLength(SHAPES.length)
  await service.close()
})
