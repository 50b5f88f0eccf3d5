import type { Locator } from 'playwright/test'
import { addVariable } from './agent-steps'
import { openEditor, textOf } from './prompt-steps'
import { expect, test } from './screen'

/** Where something stands in the page, however far that is scrolled. */
const topOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY))

test('what is still being written is not called wrong, in the editor and in the text area', async ({
  page,
}) => {
  await page.goto('/agents/new')
  await addVariable(page, { name: 'customer', required: true })
  const prompt = await openEditor(page)
  const list = page.getByRole('region', { name: 'Findings in the prompt' })
  await page.keyboard.type('Greet {{custm')
  // The text has reached the form.
  await expect(list).toContainText('13 characters')
  await expect(list).toContainText('Every variable of the prompt is declared.')
  await expect(prompt.locator('.cm-lintRange-error')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await expect(list).toContainText('{{custm in the system prompt is not closed.')
  await expect(prompt.locator('.cm-lintRange-error')).toHaveText('{{custm')
  // Mended inside the placeholder, and judged once it is closed.
  await page.keyboard.press('End')
  await page.keyboard.type('er')
  await expect(list).toContainText('Every variable of the prompt is declared.')
  await page.keyboard.type('s}}')
  await expect(list).toContainText('Did you mean {{customer}}?')

  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(prompt).not.toHaveAttribute('contenteditable')
  await prompt.fill('')
  await prompt.pressSequentially('Greet {{custm')
  await expect(list).toContainText('13 characters')
  await expect(list).toContainText('Every variable of the prompt is declared.')
  await prompt.press('Home')
  await expect(list).toContainText('{{custm in the system prompt is not closed.')
})

test('findings take their room from the text: nothing of the form moves, and the line that is written on stays in sight', async ({
  page,
}) => {
  await page.goto('/agents/new')
  await addVariable(page, { name: 'customer', required: true, defaultValue: 'you' })
  const prompt = await openEditor(page)
  const list = page.getByRole('region', { name: 'Findings in the prompt' })
  const variables = page.getByRole('group', { name: 'Variables', exact: true })
  await page.keyboard.type('{{customer}}\n'.repeat(20))
  await expect(list).toContainText('Every variable of the prompt is declared.')
  const before = await topOf(variables)
  await page.keyboard.type('{{custmer}} {{first name}} {{unheard_of}}.')
  await expect(list).toContainText('3 mistakes in the prompt.')
  expect(await topOf(variables)).toBe(before)
  const line = prompt.locator('.cm-line').last()
  const isInSight = async () => {
    const [text, found] = [await line.boundingBox(), await list.getByRole('list').boundingBox()]
    return text !== null && found !== null && text.y + text.height <= found.y + 1
  }
  await expect.poll(isInSight).toBe(true)

  await page.getByRole('button', { name: 'Full screen' }).click()
  const wide = page.getByRole('dialog', { name: 'Full screen' })
  await wide.getByRole('button', { name: 'Change to {{customer}}' }).click()
  await expect(wide.getByRole('region', { name: 'Findings in the prompt' })).toContainText('2 mistakes')
})

test('a click in the moment in which the findings change is not lost', async ({ page }) => {
  // Text and button are both visible, so nothing scrolls.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.goto('/agents/new')
  for (const name of ['customer', 'company', 'clinic']) await addVariable(page, { name, defaultValue: 'x' })
  const prompt = await openEditor(page)
  await page.keyboard.type('Hello')
  const unused = page.getByText('clinic is declared and used nowhere.').first()
  await expect(unused).toBeVisible()
  const add = page.getByRole('button', { name: 'Add variable', exact: true })
  await add.hover()
  // The pointer is down while the text reaches the form: the notes above the button go, and would move it away.
  await page.mouse.down()
  await prompt.focus()
  // At once: a busy machine takes longer for each key than a button is held.
  await page.keyboard.insertText(' {{customer}} {{company}} {{clinic}}')
  await expect(page.getByText('41 characters, about')).toBeVisible()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.mouse.up()
  await expect(page.getByLabel('Variable name')).toHaveCount(4)
  await expect(unused).toHaveCount(0)
})

test('the foot of the prompt stays whole; the focus goes on to what is left when a button mends its finding', async ({
  page,
}) => {
  await page.goto('/agents/new')
  const prompt = await openEditor(page)
  // However much is found.
  await prompt.fill(
    'Hello {{first_name}}, {{first_name}}. {{one}} {{two}} {{three}} {{four}} and {{{five}}}.',
  )
  await expect(page.getByRole('button', { name: 'Declare all 5' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Findings in the prompt' })
  const found = await list.locator('xpath=..').boundingBox()
  const size = await page.getByText(/tokens \(estimate\)$/).boundingBox()
  expect((size?.y ?? 0) + (size?.height ?? 0)).toBeLessThanOrEqual((found?.y ?? 0) + (found?.height ?? 0))

  await prompt.fill('Hello {{one}}, {{two}}, {{three}} and {{four}}}.')
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await list.getByRole('button', { name: 'Declare two' }).press('Enter')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: '{{three}}' }).getByRole('button', { name: 'Go to it' })).toBeFocused()
  await list.getByRole('button', { name: 'Declare all 2' }).press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(list.getByRole('button', { name: 'Go to it' })).toBeFocused()
  await expect(rows).toContainText('{{four}}} in the system prompt has too many braces. Write {{four}}.')
  await list.getByRole('button', { name: 'Change to {{four}} and declare four' }).press('Enter')
  await expect.poll(() => textOf(prompt)).toBe('Hello {{one}}, {{two}}, {{three}} and {{four}}.')
  await expect(rows).toHaveCount(0)
  await expect(prompt).toBeFocused()
})

test('three braces become two and leave those of the text around, also below more findings than are listed', async ({
  page,
}) => {
  await page.goto('/agents/new')
  await addVariable(page, { name: 'order_id', required: true, defaultValue: '7' })
  const prompt = await openEditor(page)
  const others = Array.from({ length: 9 }, (_, at) => `{{#each list_${at}}}`).join('\n')
  await prompt.fill(`${others}\n{"in": {"id": {{{order_id}}}}}\n{{{first name}}} {{{ }}}`)
  const list = page.getByRole('region', { name: 'Findings in the prompt' })
  await expect(list).toContainText('12 mistakes in the prompt.')
  await list.getByRole('button', { name: 'Change to {{order_id}}' }).click()
  await list.getByRole('button', { name: 'Change to {{first_name}} and declare first_name' }).click()
  await list.getByRole('button', { name: 'Remove the braces' }).click()
  await expect(list).toContainText('9 mistakes in the prompt.')
  expect((await textOf(prompt)).trimEnd()).toBe(`${others}\n{"in": {"id": {{order_id}}}}\n{{first_name}}`)
})
