import { haveAgent, openDetails, watchRequests } from './agent-steps'
import { consoleBehind } from './console-behind'
import { gate } from './front'
import { needs } from './needs'
import { expect, test, unique } from './screen'

test('a save that is late closes nothing that was opened meanwhile, and the form shows it before it is read again', async ({
  page,
  stack,
}) => {
  needs('updateAgentVersion', 'listAgentVersions')
  const [saved, read] = [gate(), gate()]
  let isSent = false
  const { origin, close } = await consoleBehind(
    stack,
    () => undefined,
    ({ method, path }) => {
      if (method === 'PATCH') isSent = true
      if (method === 'PATCH') return saved.opened
      return isSent && path.endsWith('/versions') ? read.opened : undefined
    },
  )
  const { agentId } = await haveAgent(page, unique('Late'), { deployed: false }, origin)
  await page.goto(`${origin}/agents/${agentId}`)
  const voicemail = page.getByRole('textbox', { name: 'Voicemail message' })
  await voicemail.fill('Call back.')
  await page.getByRole('button', { name: 'Save version' }).click()
  await openDetails(page)
  await page.getByRole('button', { name: 'Edit details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  await dialog.getByLabel('Description').fill('Answers at night')
  saved.open()
  await expect(page.getByText('The version was saved')).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('Answers at night')

  await dialog.getByLabel('Description').fill('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(voicemail).toHaveValue('Call back.')
  await expect(page.getByText('No changes')).toBeVisible()
  read.open()
  await close()
})

test('what is not saved in a form is not counted where the form is gone', async ({ page }) => {
  needs('updateAgentVersion', 'listAgentVersions')
  const { agentId } = await haveAgent(page, unique('Gone'), { deployed: false })
  await page.goto(`/agents/${agentId}?add=version`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Version id').fill('version-from-elsewhere')
  await dialog.getByLabel('Label').fill('from elsewhere')
  await dialog.getByRole('button', { name: 'Add version' }).click()
  await expect(dialog).toHaveCount(0)
  const shown = page.getByRole('combobox', { name: 'Version', exact: true })
  await shown.selectOption({ label: 'Version 1 - not deployed' })
  await page.getByRole('textbox', { name: 'Voicemail message' }).fill('Mine.')
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await shown.selectOption('version-from-elsewhere')
  await expect(page.getByRole('textbox', { name: 'Voicemail message' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Deploy version' }).click()
  await expect(dialog).toContainText('What goes live')
  await expect(dialog).not.toContainText('not saved')
})

test('details that are saved before the service has listed the agent go to the service, only those that were changed, or are said to be in this browser only', async ({
  page,
  stack,
}) => {
  needs('updateAgent', 'listAgents')
  const read = gate()
  const { origin, close } = await consoleBehind(
    stack,
    () => undefined,
    ({ method, path }) =>
      method === 'GET' && /\/agents(\/.*\/versions)?$/.test(path) ? read.opened : undefined,
  )
  const name = unique('Slowly listed')
  const { agentId } = await haveAgent(page, name, { deployed: false }, origin)
  await page.goto(`${origin}/agents?add=true`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Agent id', { exact: true }).fill(agentId)
  await dialog.getByLabel('Name').fill('As noted here')
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'As noted here' })).toBeVisible()

  const changes = watchRequests(page, 'PATCH', `/api/v1/agents/${agentId}`)
  const save = async (description: string, atService: boolean) => {
    await openDetails(page)
    await page.getByRole('button', { name: 'Edit details' }).click()
    await dialog.getByLabel('Description').fill(description)
    if (!atService) await dialog.getByRole('checkbox', { name: 'Change it at the service too' }).uncheck()
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await expect(dialog).toHaveCount(0)
    return expect(page.getByText('The details were saved').last())
  }
  await (await save('Known here', false)).toHaveText('The details were saved in this browser only')
  await (await save('Answers at night', true)).toHaveText('The details were saved')
  expect(changes.map((request) => request.postDataJSON())).toEqual([{ description: 'Answers at night' }])
  read.open()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Answers at night').first()).toBeVisible()
  await close()
})
