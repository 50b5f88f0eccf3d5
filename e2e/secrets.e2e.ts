import { fillAgent, watchRequests } from './agent-steps'
import { expect, test, unique } from './screen'
import { keptInBrowser } from './thread-steps'

const SECRET = 'c2VjcmV0LW9mLWEtdmVuZG9y'
const override = (apiKey: string) => JSON.stringify({ provider: { apiKey } }, null, 2)

test('a secret of a version is sent and stored nowhere, and the next version never gets its mark', async ({
  page,
  stack,
}) => {
  // Of this service the browser alone knows what a version holds.
  const { origin } = await stack.startOffering({ offers: 'none', absent: 'json' })
  const field = page.getByLabel('Override STT config')
  const openOverrides = async () => {
    const part = page.getByRole('button', { name: 'Overrides' })
    await expect(part).toBeVisible()
    if ((await part.getAttribute('aria-expanded')) !== 'true') await part.click()
  }
  const create = page.getByRole('button', { name: 'Create agent' })
  const creations = watchRequests(page, 'POST', '/api/v1/agents')
  const name = unique('Keyed')
  await page.goto(`${origin}/agents/new`)
  await fillAgent(page, name)
  await openOverrides()
  await field.fill(override(SECRET))
  // The draft is written once typing rests.
  await expect.poll(() => keptInBrowser(page)).toContain(name)
  expect(await keptInBrowser(page)).not.toContain(SECRET)

  await page.reload()
  await expect(page.getByText('Restored what you typed here before.')).toBeVisible()
  await openOverrides()
  await expect(field).toHaveValue(override('[not stored]'))
  await create.click()
  await expect(page.getByText(/A secret is missing/)).toBeVisible()
  await expect(field).toHaveAccessibleDescription(/provider\.apiKey: This secret is not stored/)
  expect(creations).toHaveLength(0)
  await field.fill(override(SECRET))
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(creations.map((each) => each.postDataJSON().overrideSTTConfig)).toEqual([
    { provider: { apiKey: SECRET } },
  ])
  expect(await keptInBrowser(page)).not.toContain(SECRET)

  await expect(page.getByText('Secret not stored')).toBeVisible()
  await page.getByRole('link', { name: 'Duplicate as new agent' }).click()
  await expect(page.getByText(/Enter it again or remove it before you save\./)).toBeVisible()
  await openOverrides()
  await expect(field).toHaveValue(override('[not stored]'))
  await create.click()
  await expect(page.getByText('Nothing was sent.')).toBeVisible()
  await field.fill('')
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name: `${name} copy` })).toBeVisible()
  expect(creations.map((each) => each.postDataJSON().overrideSTTConfig)).toEqual([
    { provider: { apiKey: SECRET } },
    null,
  ])
  await expect(page.getByText('Secret not stored')).toHaveCount(0)
})
