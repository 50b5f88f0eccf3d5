import { haveAgent, SAMPLES, watchRequests } from './agent-steps'
import { haveCollection } from './knowledge-steps'
import { expect, test, unique } from './screen'

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
  await picker.press('Enter')
  await expect(chosen).toHaveText([delivery, desk, night])

  // What fits several stays text and says so, instead of becoming an id.
  await picker.pressSequentially(delivery.slice(0, 6))
  await page.keyboard.press('Tab')
  await expect(chosen).toHaveCount(3)
  await expect(picker).toHaveAccessibleDescription(/Choose one/)
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
  await expect(picker).toHaveAttribute('aria-expanded', 'true')
  await picker.pressSequentially(name)
  await expect(picker).toHaveValue(name)
  await page.keyboard.press('Tab')
  await expect(picker).toHaveValue(agentId)
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
