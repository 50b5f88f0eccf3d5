import { haveAgent } from './agent-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { addVersion } from './version-steps'

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
  await expect(page.getByText('not known to be deployed')).toHaveCount(0)

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
