import { haveAgent, watchRequests } from './agent-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { addVersion, prompt } from './version-steps'

test('a version that a colleague deployed is the one that calls and batches begin with', async ({ page }) => {
  needs('listAgentVersions', 'createAgentVersion')
  const { agentId } = await haveAgent(page, unique('Shared'))
  const theirs = await addVersion(page, agentId, 'Say hello to {{visitor}}.', {
    prompt: {
      system: 'Say hello to {{visitor}}.',
      variables: [{ name: 'visitor', required: true, defaultValue: '' }],
      tools: [],
      preBuiltTools: [],
    },
  })
  const answer = await page.request.patch(`/api/v1/agents/${agentId}/versions/${theirs}/deploy`)
  expect(answer.ok()).toBe(true)

  await page.goto(`/calls?place=true&agent=${agentId}`)
  await expect(page.getByLabel('Version id')).toHaveValue(theirs)
  await expect(page.getByText('Another version of this agent is deployed')).toHaveCount(0)
  // Its variables come from the service.
  await expect(page.getByRole('textbox', { name: 'visitor' })).toBeVisible()

  await page.goto(`/calls/batch/new?agent=${agentId}`)
  await expect(page.getByLabel('Version id')).toHaveValue(theirs)
  await expect(page.getByText('Deployment unconfirmed')).toHaveCount(0)

  // A version that the address names stays, with a warning.
  await page.goto(`/agents/${agentId}?tab=versions`)
  const table = page.getByRole('table', { name: 'Versions' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await table.getByRole('row').nth(2).click()
  await page.waitForURL(/version=/)
  const own = new URL(page.url()).searchParams.get('version') ?? ''
  expect(own).not.toBe(theirs)
  await page.goto(`/calls?place=true&agent=${agentId}&version=${own}`)
  await expect(page.getByLabel('Version id')).toHaveValue(own)
  await expect(page.getByText('Another version of this agent is deployed')).toBeVisible()
})

test('a version that a colleague changed meanwhile is not deployed unseen, nor in place of one that nobody saw live', async ({
  page,
}) => {
  needs('listAgentVersions', 'createAgentVersion', 'updateAgentVersion')
  const { agentId } = await haveAgent(page, unique('Unseen'))
  const draft = await addVersion(page, agentId, 'Say good morning.')
  const theirs = await addVersion(page, agentId, 'Say good evening.')
  const path = `/api/v1/agents/${agentId}/versions`
  const rewrite = (system: string) =>
    page.request.patch(`${path}/${draft}`, { data: { prompt: prompt(system) } })
  await page.goto(`/agents/${agentId}?version=${draft}`)
  await expect(page.getByLabel('System prompt')).toContainText('Say good morning.')
  await rewrite('Say good day.')
  expect((await page.request.patch(`${path}/${theirs}/deploy`)).ok()).toBe(true)

  const deployments = watchRequests(page, 'PATCH', '/deploy')
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const dialog = page.getByRole('dialog', { name: /^Deploy version/ })
  await expect(dialog).toContainText('It replaces version 3.')
  await expect(dialog.getByRole('region', { name: 'What goes live' })).toContainText('Say good day.')

  // While it is read.
  await rewrite('Say goodbye.')
  await dialog.getByLabel('Reason').fill('Tried by hand')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This agent was changed elsewhere meanwhile')
  await expect(dialog.getByRole('region', { name: 'What goes live' })).toContainText('Say goodbye.')
  expect(deployments).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toHaveCount(0)
  expect(deployments).toHaveLength(1)
})
