import { startLanguageServer } from '../src/service/engine/language-server.fixture'
import { haveAgent } from './agent-steps'
import { addScenario, labIdOf } from './lab-steps'
import { expect, test, unique } from './screen'
import type { Stack } from './stack'
import { makeAgent } from './version-steps'

/** A console with a store of its own that answers by a language model. */
async function startWithModel(stack: Stack) {
  const server = await startLanguageServer()
  const { origin } = await stack.startConsole({ LLM_BASE_URL: server.baseUrl, LLM_MODEL: 'a-model' })
  return { server, origin }
}

test('a run that could not be judged fails nothing again, and leads to the one that judged', async ({
  page,
  stack,
}) => {
  const { server, origin } = await startWithModel(stack)
  const { id: agentId } = await makeAgent(page, { name: unique('Shop'), origin })
  const at = { ...stack, origin, records: { url: origin, headers: {} } }
  const agent_id = await labIdOf(page, at, agentId)
  const scenario = await addScenario(page, agent_id, 'Parcels', origin)

  // The key is refused, which is not tried again.
  server.behave(() => ({ status: 401 }))
  await page.goto(`${origin}/testing-lab/run?agent=${agentId}&scenarios=${scenario}`)
  await page.getByRole('button', { name: 'Run scenarios' }).click()
  const question = page.getByRole('dialog', { name: 'Start this run?' })
  await question.getByRole('button', { name: 'Run now' }).click()
  const mending = page.getByRole('region', { name: 'Fix and run again' })
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('No conversation could be held to its end')
  await expect(mending).toContainText('1 scenario could not be judged. Run it again.')
  await expect(mending).not.toContainText('Change the prompt')
  await expect(mending.getByLabel('Add to the prompt')).toHaveCount(0)
  const runId = new URL(page.url()).pathname.split('/').at(-1)

  await page.goto(`${origin}/agents/${agentId}?tab=tests`)
  await expect(page.getByRole('link', { name: 'Show the run' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Test evidence' })).toContainText(
    'This version has no test result yet.',
  )
  await page.getByRole('link', { name: 'Show the run' }).click()

  const again = mending.getByRole('button', { name: 'Run the failed ones' })
  await again.click()
  await question.getByRole('button', { name: 'Run now' }).click()
  await expect(mending).toContainText('Not judged')
  await expect(mending).toContainText('1 scenario could not be judged in the last run with version 1.')
  await expect(mending).toContainText('refused the key (401)')
  await expect(mending).not.toContainText('failed again')

  const failed = { verdict: 'failed', reason: 'Nothing of parcels.', rule: 'Help with parcels.' }
  server.behave(({ role }) => (role === 'judge' ? { text: JSON.stringify(failed) } : undefined))
  await again.click()
  await question.getByRole('button', { name: 'Run now' }).click()
  await expect(mending).toContainText('Of 1 scenario, 0 passed and 1 failed with version 1.')
  await expect(mending.getByLabel('Add to the prompt')).toHaveValue('Help with parcels.')
  await mending.getByRole('link', { name: 'Show what still fails' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/runs/${runId}(\\?|$)`))
  await expect(page.getByRole('region', { name: 'Scenarios' })).toContainText('Nothing of parcels.')
  await server.close()
})

test('who answered is said of what a model answered, not of a fixed first message', async ({
  page,
  stack,
}) => {
  const { server, origin } = await startWithModel(stack)
  const fields = { name: unique('Shop'), origin, firstMessage: 'Welcome to the shop.' }
  const { id, versionId } = await makeAgent(page, fields)
  await page.goto(`${origin}/agents/${id}?try=${versionId}`)
  const conversation = page.getByRole('list', { name: 'Conversation' })
  await expect(conversation).toContainText('Whole answer')
  await expect(conversation).toContainText('Welcome to the shop.')
  await expect(page.getByText(/^Answered by/)).toHaveCount(0)
  await page.getByLabel('Message as the customer').fill('What do you help with?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Answered by the language model a-model.')).toBeVisible()
  await server.close()
})

test('who writes to a web chat sees that an answer is on its way, until it is there', async ({
  page,
  stack,
}) => {
  const { server, origin } = await startWithModel(stack)
  const { agentId } = await haveAgent(page, unique('Slow'), { agentType: 'TEXT' }, origin)
  const created = await page.request.post(`${origin}/api/v1/chat/threads`, {
    data: { agentId },
    headers: { origin },
  })
  const { threadId } = await created.json()
  await page.goto(`${origin}/threads/${threadId}`)
  const said = page.getByRole('region', { name: 'Messages' })
  const awaited = said.getByText('Waiting for the answer')
  await expect(said).toBeVisible()
  await expect(awaited).toHaveCount(0)
  server.behave(() => ({ text: 'Within 14 days.', afterMs: 8_000 }))
  await page.getByLabel('Message', { exact: true }).fill('When are refunds paid?')
  await page.getByRole('button', { name: 'Send as visitor' }).click()
  await expect(awaited).toBeInViewport()
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for the answer' })).toHaveCount(1)
  await expect(said.getByRole('listitem').last()).toContainText('When are refunds paid?')
  await expect(said.getByRole('listitem').last()).toContainText('Within 14 days.', { timeout: 40_000 })
  await expect(awaited).toHaveCount(0)
  await server.close()
})
