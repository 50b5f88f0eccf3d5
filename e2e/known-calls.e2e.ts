import type { Page } from 'playwright/test'
import { consoleBehind } from './console-behind'
import { addForeignAgent } from './lab-steps'
import { expect, test } from './screen'

const agent = { agentId: 'agent-k', versionId: 'version-k', labId: 72, name: 'Known' }
const sent = '+15005550142'

async function placeCall(page: Page, origin: string) {
  await page.goto(`${origin}/calls?place=true&agent=${agent.agentId}`)
  await page.getByLabel('Version id').fill(agent.versionId)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill(sent)
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
}

const recent = (page: Page) =>
  page.getByRole('region', { name: 'Recent calls' }).getByRole('listitem').filter({ hasText: sent })

/** A call of another that the service lists, created so many minutes from now. */
const listed = (id: string, minutes: number, toPhoneNumber: string) => ({
  ...{
    id,
    agentId: agent.agentId,
    toPhoneNumber,
    status: 'COMPLETED',
    callEndedReason: 'ENDED',
    outbound: true,
  },
  createdAt: new Date(Date.now() + minutes * 60_000).toISOString(),
})

test('the overview joins a call whose answer was lost with the one that the service lists for it', async ({
  page,
  stack,
}) => {
  let agentCalls: readonly unknown[] = []
  const answer = () => ({ status: 200, type: 'application/json', body: JSON.stringify({ agentCalls }) })
  const { origin, close } = await consoleBehind(stack, ({ path }) =>
    path.endsWith('/dispatch') ? 504 : path.endsWith('/agent-calls') ? answer() : undefined,
  )
  await addForeignAgent(page, origin, agent)
  await placeCall(page, origin)
  await expect(page.getByText(/The call to \+\d+ may have been placed/).first()).toBeVisible()
  agentCalls = [{ ...listed('c-lost', 0, sent), agentVersionId: agent.versionId }]
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(origin)
  await expect(recent(page).filter({ hasText: 'Completed' })).toHaveCount(1)
  await expect(recent(page)).toHaveCount(1)
  await expect(page.getByText('1 may have been placed')).toHaveCount(0)
  await close()
})
