import { haveAgent } from './agent-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'

test('a web chat whose answer was lost and the one that the service lists become one row', async ({
  page,
  stack,
}) => {
  const { line, origin } = await stack.startOnLine()
  const { agentId } = await haveAgent(page, unique('Lost chatter'), { agentType: 'TEXT' }, origin)
  await page.goto(`${origin}/threads/new?channel=chat&agent=${agentId}`)
  await expect(page.getByLabel('Agent id')).not.toHaveValue('')
  const answered = line.swallowAnswers('POST')
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await answered
  line.cut()
  await expect(page.getByRole('alert')).toContainText('The web chat may have been created')
  line.heal()
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(`${origin}/threads?agent=${agentId}`)
  const rows = page.getByRole('table', { name: 'Threads' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('Active')
  await expect(rows.last()).toContainText('Visitor')
  // The time that tells it from others is not cut on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const name = rows.last().getByRole('link', { name: /^Visitor, / })
  const isWhole = await name.evaluate(
    (link) => link.getBoundingClientRect().right <= (link.closest('td')?.getBoundingClientRect().right ?? 0),
  )
  expect(isWhole).toBe(true)
})

test('a web chat of an agent without a deployed version is doubted, and has no visitor once it was refused', async ({
  page,
}) => {
  needs('listAgentVersions')
  const agent = { agentType: 'TEXT', deployed: false } as const
  const { agentId } = await haveAgent(page, unique('Nobody yet'), agent)
  await page.goto(`/threads/new?channel=chat&agent=${agentId}`)
  const note = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'deployed' })
  await expect(note).toHaveText('DoubtfulNo version of this agent is deployed, so the thread is refused.')
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await expect(page.getByRole('alert')).toContainText('deployed')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(`/threads?agent=${agentId}`)
  const row = page.getByRole('table', { name: 'Threads' }).getByRole('row').last()
  await expect(row).toContainText('Refused')
  await expect(row).toContainText(/Web chat, \d\d:\d\d:\d\d/)
  await expect(row).not.toContainText('Visitor')
})
