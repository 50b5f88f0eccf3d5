import { haveAgent, SAMPLES, watchRequests } from './agent-steps'
import { haveCollection } from './knowledge-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { addVersion } from './version-steps'

const word = (text: string) => unique(text).replaceAll(' ', '')

test('names that are typed into a picker of several ids become ids, not ids of those letters', async ({
  page,
}) => {
  const delivery = word('Delivery')
  const desk = unique('Returns desk')
  const night = unique('Night shift')
  const ids = [
    await haveCollection(page, delivery),
    await haveCollection(page, desk),
    await haveCollection(page, night),
  ]
  // Another whose name begins alike: an exact name wins.
  await haveCollection(page, `${delivery} abroad`)
  await page.goto('/agents/new')
  const picker = page.getByRole('combobox', { name: 'Collections' })
  const chosen = page.getByRole('list', { name: 'Chosen: Collections' }).getByRole('listitem')
  const options = page.getByRole('listbox').getByRole('option')

  // By Tab the list opens, and it closes where a name is exact.
  await page.getByRole('checkbox', { name: 'Use knowledge base' }).check()
  await page.keyboard.press('Tab')
  await expect(picker).toBeFocused()
  await expect(picker).toHaveAttribute('aria-expanded', 'true')
  await picker.pressSequentially(delivery.slice(0, -1))
  await expect(options).toHaveCount(2)
  await picker.press('End')
  await picker.pressSequentially(delivery.slice(-1))
  await expect(picker).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Tab')
  await expect(chosen).toHaveText([delivery])

  // With a space in it, by Enter; then the only match, not written to its end.
  await picker.pressSequentially(desk)
  await picker.press('Enter')
  await expect(chosen).toHaveText([delivery, desk])
  await picker.pressSequentially(night.slice(0, -2))
  await expect(options).toHaveCount(1)
  // Not by the Enter that confirms a word of an input method.
  await picker.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(chosen).toHaveText([delivery, desk])
  await picker.press('Enter')
  await expect(chosen).toHaveText([delivery, desk, night])

  // What fits several stays text and says so, instead of becoming an id.
  await picker.pressSequentially(delivery.slice(0, 6))
  await page.keyboard.press('Tab')
  await expect(chosen).toHaveCount(3)
  await expect(picker).toHaveAccessibleDescription(/Choose one/)

  // So does what nothing is called, and what is chosen already.
  await picker.fill('Delivry')
  await page.keyboard.press('Tab')
  await expect(picker).toHaveAccessibleDescription(
    /No collection is called Delivry\. Choose one, or paste its id/,
  )
  await page.getByRole('button', { name: 'Add collection' }).click()
  await expect(chosen).toHaveText([delivery, desk, night, 'Delivry'])
  await page.getByRole('button', { name: 'Remove Delivry' }).click()
  await picker.fill(desk.slice(1).toUpperCase())
  await picker.press('Enter')
  await expect(picker).toHaveAccessibleDescription(new RegExp(`^${desk} is chosen already\\.`))
  await expect(chosen).toHaveText([delivery, desk, night])
  await picker.fill('')

  await page.getByLabel('Name', { exact: true }).fill(unique('Picked'))
  await page.getByLabel('System prompt').fill('You are brief.')
  for (const [label, id] of Object.entries(SAMPLES)) await page.getByLabel(label).fill(id)
  const sent = watchRequests(page, 'POST', '/api/v1/agents')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.postDataJSON().knowledgeBaseCollectionIds).toEqual(ids)
})

test('a name with spaces that is typed into a picker of one id becomes the id, and the list leaves the button free', async ({
  page,
}) => {
  const name = unique('Returns desk')
  const { agentId } = await haveAgent(page, name)
  await page.goto('/calls?place=true')
  const picker = page.getByRole('combobox', { name: 'Agent id' })
  await picker.click()
  // Where no other agent is deployed the form begins with this one (D942).
  await picker.fill('')
  await expect(picker).toHaveAttribute('aria-expanded', 'true')
  await picker.pressSequentially(name)
  await expect(picker).toHaveValue(name)
  await page.keyboard.press('Tab')
  await expect(picker).toHaveValue(agentId)
  await expect(picker).toHaveAccessibleDescription(new RegExp(name))
  // Also where the list opens over it, which is when it is read.
  await page.keyboard.press('Shift+Tab')
  await expect(picker).toHaveAttribute('aria-expanded', 'true')
  await expect(picker).toHaveAccessibleDescription(new RegExp(name))

  // In the lowest field of a short form the list opens where the button is not.
  const { versionId } = await haveAgent(page, unique('Chats'), { agentType: 'TEXT' })
  expect(versionId).toBeTruthy()
  await page.goto('/threads/new?channel=chat')
  await page.getByRole('combobox', { name: 'Agent id' }).click()
  const list = await page.getByRole('listbox').boundingBox()
  const button = await page.locator('button[type=submit]').boundingBox()
  expect(list).not.toBeNull()
  expect(button).not.toBeNull()
  if (list && button)
    expect(list.y + list.height <= button.y || list.y >= button.y + button.height).toBe(true)
})

test('part of a name is never sent as an id, and the list stays closed over an error', async ({ page }) => {
  needs('listAgents', 'listAgentVersions')
  const shop = unique('Shop messages')
  const { agentId } = await haveAgent(page, shop, { agentType: 'TEXT' })
  await addVersion(page, agentId, 'You are kind.')
  const line = unique('Delivery line')
  const { versionId } = await haveAgent(page, line, { agentType: 'TEXT' })

  await page.goto('/threads/new?channel=sms')
  const picker = page.getByRole('combobox', { name: 'Agent version id' })
  const options = page.getByRole('listbox').getByRole('option')
  const started = watchRequests(page, 'POST', '/api/v1/threads')
  // With several that fit, Enter sends nothing.
  await picker.pressSequentially(shop.toLowerCase())
  await expect(options).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(2)
  await expect(picker).not.toHaveAttribute('aria-invalid', 'true')
  await picker.fill('')
  // The form moves the focus to the first wrong field, whose message the list would hide.
  await page.getByLabel('Initial message').fill('Hello')
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await expect(picker).toBeFocused()
  await expect(picker).toHaveAttribute('aria-invalid', 'true')
  await expect(picker).toHaveAttribute('aria-expanded', 'false')
  // An arrow opens it at what Enter takes.
  await picker.press('ArrowDown')
  await expect(picker).toHaveAttribute('aria-activedescendant', /.+/)
  await picker.press('Enter')
  await expect(picker).not.toHaveValue('')
  await expect(picker).not.toHaveAttribute('aria-invalid', 'true')
  await picker.fill('')

  await picker.pressSequentially(shop.toLowerCase())
  await expect(options).toHaveCount(2)
  await page.keyboard.press('Tab')
  await expect(picker).toHaveValue(shop.toLowerCase())
  await expect(picker).toHaveAccessibleDescription(/Choose one of those that fit/)
  // The text is no version yet.
  const variables = page.getByRole('region', { name: 'Variables' })
  await expect(variables).toContainText('Choose a version to see its variables.')
  await picker.fill('Returns "desk"')
  await page.keyboard.press('Tab')
  await expect(picker).toHaveAccessibleDescription(/No version is called Returns "desk"\. Choose one/)
  await expect(variables).toContainText('Choose a version to see its variables.')

  await picker.fill(line.toLowerCase())
  await page.keyboard.press('Tab')
  await expect(picker).toHaveAccessibleDescription(/Only .* fits .*\. Choose it from the list\./)
  await page.getByLabel('To phone number').fill('+15005550142')
  await page.getByLabel('From phone number id').fill('number-main')
  await page.getByLabel('From phone number', { exact: true }).fill('+15005550101')
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await expect(picker).toBeFocused()
  await expect(picker).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await picker.press('Enter')
  await expect(picker).toHaveValue(versionId)
  expect(started).toHaveLength(0)

  await picker.fill('version-of-nobody')
  await page.keyboard.press('Tab')
  await expect(picker).toHaveAccessibleDescription(/It is sent as it is/)
  await expect(variables).toContainText('The variables of this version are not known here.')
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(picker).toHaveAttribute('aria-invalid', 'true')
  await expect(picker).toBeFocused()
  await expect(picker).toHaveAttribute('aria-expanded', 'false')
  expect(started).toHaveLength(1)
})

test('a name that is typed last is sent as its id, however the form is sent', async ({ page }) => {
  const { agentId } = await haveAgent(page, unique('Caller'))
  const second = await addVersion(page, agentId, 'You are kind.')
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  const sent = () => dispatches.map((request) => request.postDataJSON())
  const version = page.getByRole('combobox', { name: 'Version id' })
  const number = page.getByRole('combobox', { name: 'Outbound phone number id' })
  const button = page.getByRole('button', { name: 'Place call', exact: true })
  const place = () => page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  for (const [at, send] of [
    () => button.click(),
    () => version.press('Control+Enter'),
    // Enter takes the name, and sends nothing however often it is pressed.
    async () => {
      for (let time = 0; time < 3; time += 1) await version.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await version.press('Control+Enter')
    },
    // The number of an id is its name.
    () => number.fill('+15005550101').then(() => button.click()),
  ].entries()) {
    await page.goto(`/calls?place=true&agent=${agentId}`)
    await expect(version).not.toHaveValue('')
    await number.fill('number-main')
    await page.getByLabel('To phone number').fill(`+1500555015${at}`)
    await version.fill('Version 2')
    await send()
    await place()
    const ids = { versionId: second, outboundPhoneNumberId: 'number-main' }
    await expect.poll(sent).toMatchObject(Array(at + 1).fill(ids))
  }
})

test('a long name in the list is shown whole', async ({ page }) => {
  const name = `${unique('Long')}${'m'.repeat(174)}`
  await haveAgent(page, name)
  await page.goto('/calls?place=true')
  const picker = page.getByRole('combobox', { name: 'Agent id' })
  await picker.click()
  await picker.fill(name.slice(0, 20))
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option', { name })).toBeVisible()
  expect(await list.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
})
