import type { Page } from 'playwright/test'
import { findingsInBothThemes } from './accessibility'
import { haveAgent, watchRequests } from './agent-steps'
import { needs, offered } from './needs'
import { expect, test, unique } from './screen'
import { addVersion } from './version-steps'

const NUMBER = '+15005550142'

const launches = (page: Page, text = NUMBER) =>
  page.getByRole('table', { name: 'Calls' }).getByRole('row').filter({ hasText: text })

/** Opens the form for an agent, and fills the required fields of a call. */
async function fillCall(page: Page, agentId: string, number = NUMBER): Promise<void> {
  await page.goto(`/calls?place=true&agent=${agentId}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill(number)
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
}

test('the second half of a double click does not close the question that the first half opened', async ({
  page,
}) => {
  const { agentId } = await haveAgent(page, unique('Caller'))
  await fillCall(page, agentId)
  await page.getByRole('button', { name: 'Place call', exact: true }).evaluate(async (button) => {
    const shown = () => document.querySelector('[role=dialog]')
    const pause = () => new Promise((go) => setTimeout(go, 20))
    if (button instanceof HTMLElement) button.click()
    while (!shown()) await pause()
    await pause()
    const beside = shown()?.parentElement
    for (const type of ['pointerdown', 'click'])
      beside?.dispatchEvent(new PointerEvent(type, { bubbles: true }))
    await pause()
  })
  await expect(page.getByRole('dialog')).toHaveAccessibleName(`Place a call to ${NUMBER}?`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a call with every field is accepted once, listed, and still there after a reload', async ({ page }) => {
  const name = unique('Caller')
  const variables = [
    { name: 'customer', required: true },
    { name: 'order.id', defaultValue: 'none' },
  ]
  const { agentId } = await haveAgent(page, name, { variables })
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('link', { name: 'Place call' }).click()
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill('+1 (500) 555-0142')
  const version = page.getByLabel('Version id')
  await expect(version).not.toHaveValue('')
  await expect(page.getByText('Deployment unconfirmed')).toHaveCount(0)
  await page.getByLabel('Lead id').fill('lead-7')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('customer').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByLabel('Variable name').fill('campaign')
  await page.getByLabel('Value', { exact: true }).fill('spring')
  await page.getByLabel('Metadata').fill('{"source": "crm"}')

  const dispatches = watchRequests(page, 'POST', '/dispatch')
  await page.getByRole('button', { name: 'Place call', exact: true }).dblclick()
  const question = page.getByRole('dialog')
  await expect(question).toHaveAccessibleName(`Place a call to ${NUMBER}?`)
  for (const sent of [name, 'lead-7', 'Ada', 'customer, campaign', 'source'])
    await expect(question).toContainText(sent)
  expect(dispatches).toHaveLength(0)
  await question.getByRole('button', { name: 'Place call now' }).dblclick()
  const outcome = page.getByRole('region', { name: 'The call was accepted' })
  await expect(outcome).toContainText('queued')
  await expect(outcome).toBeFocused()
  expect(await findingsInBothThemes(page)).toEqual([])
  expect(dispatches).toHaveLength(1)
  expect(dispatches[0]?.postDataJSON()).toEqual({
    versionId: expect.any(String),
    outboundPhoneNumberId: 'number-main',
    leadId: 'lead-7',
    firstName: 'Ada',
    toPhoneNumber: NUMBER,
    variables: { customer: 'Ada Lovelace', campaign: 'spring' },
    metadata: { source: 'crm' },
  })

  await page.getByRole('button', { name: 'Place another call' }).click()
  await expect(page.getByLabel('Agent id')).not.toHaveValue('')
  await expect(page.getByLabel('To phone number')).toHaveValue('')
  // What is half typed survives a reload, and leaving the form asks first.
  await page.getByLabel('First name').fill('Half typed')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Restored what you typed')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Half typed')
  await page.getByRole('main').getByRole('link', { name: 'Calls' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page.getByRole('table', { name: 'Calls' })).toBeVisible()
  await page.getByRole('link', { name: 'Place call' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
  // Calls of other journeys were not placed by this browser.
  await page.goto('/calls?state=accepted')
  await expect(launches(page)).toHaveCount(1)
  if (offered('listCalls')) await expect(launches(page)).toContainText(/Waiting|In progress|Completed/)
  await page.reload()
  await expect(launches(page)).toHaveCount(1)
  await launches(page).click()
  const panel = page.getByRole('dialog', { name: `Call to ${NUMBER}` })
  await expect(panel).toContainText('lead-7')
  await expect(panel).toContainText('crm')
  expect(page.url()).not.toContain('500555')
  await expect(panel.getByRole('button', { name: 'Copy as cURL' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(launches(page)).toBeFocused()

  await launches(page).press('Enter')
  await panel.getByRole('link', { name: 'Call again' }).click()
  await expect(page.getByText('Nothing is sent until you place it')).toBeVisible()
  await expect(page.getByLabel('To phone number')).toHaveValue(NUMBER)
  await expect(page.getByRole('textbox', { name: 'customer' })).toHaveValue('Ada Lovelace')
  await expect(page.getByLabel('Variable name')).toHaveValue('campaign')
  await expect(page.getByLabel('Metadata')).toHaveValue(/crm/)
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(/This number was called just now.* by this console/)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(dispatches).toHaveLength(1)

  // What took a call holds no threads, so its version is offered for none, not even by its bare id.
  const { versionId } = dispatches[0]?.postDataJSON() ?? {}
  await haveAgent(page, unique('Writes'), { agentType: 'TEXT' })
  for (const channel of ['sms', 'email']) {
    await page.goto(`/threads/new?channel=${channel}`)
    await page.getByLabel('Agent version id').press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Writes' }).first()).toBeVisible()
    await page.getByLabel('Agent version id').fill(versionId.slice(0, 13))
    await expect(page.getByRole('option')).toHaveCount(0)
  }
})

test('the next call begins with the caller of the last one, its deployed version, and the focus on the number', async ({
  page,
}) => {
  const { agentId } = await haveAgent(page, unique('Other'))
  const caller = await haveAgent(page, unique('Caller'))
  await fillCall(page, caller.agentId)
  await page.getByLabel('First name').fill('Ada')
  await send(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Call placed' })).toBeVisible()
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  await page.getByRole('link', { name: 'Show in Calls' }).click()
  await page.getByRole('link', { name: 'Place call' }).click()
  await expect(page.getByLabel('To phone number')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveValue('')
  await page.keyboard.type('+15005550143')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Place a call to +15005550143?')
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Call placed' })).toBeVisible()
  expect(dispatches.map((request) => request.postDataJSON())).toEqual([
    { versionId: caller.versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15005550143' },
  ])
  // What the address names is not replaced.
  await page.goto(`/calls?place=true&agent=${agentId}`)
  await expect(page.getByLabel('To phone number')).toBeVisible()
  await expect(page.getByLabel('Outbound phone number id')).toHaveValue('')
})

test('each agent that is chosen in turn brings its own deployed version', async ({ page }) => {
  const agents = []
  for (const name of ['One', 'Two', 'Three']) {
    const named = unique(name)
    agents.push({ named, ...(await haveAgent(page, named)) })
  }
  await page.goto('/calls?place=true')
  for (const { named, agentId, versionId } of [...agents, ...agents]) {
    await page.getByLabel('Agent id').fill(named)
    await page.getByLabel('Agent id').press('Enter')
    await expect(page.getByLabel('Agent id')).toHaveValue(agentId)
    await expect(page.getByLabel('Version id')).toHaveValue(versionId)
  }
})

test('an invalid value is refused on its field, with the reason', async ({ page }) => {
  await page.goto('/calls')
  await page.getByRole('link', { name: 'Place call' }).click()
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  await page.getByLabel('Agent id').fill('agent-1')
  await page.getByLabel('Version id').fill('version-1')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill('15005550142')
  await page.getByLabel('Metadata').fill('["crm"]')
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  const number = page.getByLabel('To phone number')
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription(/Begin with \+ and the country code/)
  await expect(number).toHaveValue('15005550142')
  await number.fill(NUMBER)
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await expect(page.getByLabel('Metadata')).toBeFocused()
  await expect(page.getByLabel('Metadata')).toHaveAccessibleDescription(/An object in braces is needed/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(dispatches).toHaveLength(0)
})

test('a required variable without a value is refused by the service, on the variable', async ({ page }) => {
  const variables = [{ name: 'customer.name', required: true }]
  const { agentId } = await haveAgent(page, unique('Needs a name'), { variables })
  await fillCall(page, agentId)
  await expect(page.getByText('Required, without a value: customer.name')).toBeVisible()
  await send(page)
  const variable = page.getByRole('textbox', { name: 'customer.name' })
  await expect(variable).toHaveAccessibleDescription(
    /The agent needs a value for the variable customer\.name/,
  )
  await expect(variable).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Could not place the call')
  await variable.fill('Ada')
  await send(page)
  await expect(page.getByRole('region', { name: 'The call was accepted' })).toBeVisible()
})

test('a version that was picked goes when its agent gives way to one that nobody knows', async ({ page }) => {
  needs('listAgents', 'listAgentVersions')
  const { agentId, versionId } = await haveAgent(page, unique('Left'))
  const other = await addVersion(page, agentId, 'You are kind.')
  await page.goto('/calls?place=true')
  const version = page.getByLabel('Version id')
  await page.getByLabel('Agent id').fill(agentId)
  await expect(version).toHaveValue(versionId)
  // Its versions are read by then.
  await version.click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
  await version.fill(other)
  await page.getByLabel('Agent id').fill('agent-of-nobody')
  await expect(version).toHaveValue('')
})

test('what an id brings is no longer said to be needed: a version by its agent, a number by its id', async ({
  page,
}) => {
  needs('listAgents', 'listAgentVersions')
  const { agentId } = await haveAgent(page, unique('Named last'))
  const fault = /is needed|Enter a phone number/
  for (const [path, label, by, id] of [
    ['/calls?place=true', 'Version id', 'Agent id', agentId],
    ['/threads/new?channel=sms', 'From phone number', 'From phone number id', 'number-main'],
  ] as const) {
    // The local service says which number has this id.
    if (process.env.OFFERS && by !== 'Agent id') continue
    await page.goto(path)
    const field = page.getByLabel(label, { exact: true })
    await field.focus()
    await field.blur()
    await expect(field).toHaveAccessibleDescription(fault)
    await page.getByLabel(by, { exact: true }).fill(id)
    await expect(field).not.toHaveValue('')
    await expect(field).not.toHaveAccessibleDescription(fault)
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  }
})

test("a version that is not deployed is refused with the service's words, on the version", async ({
  page,
}) => {
  const number = '+15005550177'
  const { agentId } = await haveAgent(page, unique('Not live'), { deployed: false })
  await fillCall(page, agentId, number)
  await expect(page.getByText('Deployment unconfirmed')).toBeVisible()
  await send(page)
  const version = page.getByLabel('Version id')
  await expect(version).toHaveAccessibleDescription(/This version is not deployed/)
  await expect(version).toBeFocused()
  await expect(page.getByLabel('To phone number')).toHaveValue(number)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/calls')
  await expect(launches(page, number)).toContainText('Refused')
})

test('a bad link breaks no page', async ({ page }) => {
  await page.goto('/calls?call=nobody&state=wrong&sort=-nothing')
  await expect(page.getByRole('dialog', { name: /There is no call|does not know this call/ })).toBeVisible()
  await page.goto('/calls?place=maybe&agent=%7B')
  await expect(page.getByRole('table', { name: 'Calls' })).toBeVisible()
  await page.goto('/calls?place=true&again=nobody&agent=stranger')
  await expect(page.getByLabel('Agent id')).toHaveValue('stranger')
})
