import { findingsInBothThemes, seriousFindings } from './accessibility'
import { addVariable, fillAgent, sideScroll, watchRequests } from './agent-steps'
import { drop, markdown } from './documents'
import { openEditor, textOf } from './prompt-steps'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

test('a misspelt variable is caught in the editor and mended by its quick fix, with the keyboard only', async ({
  page,
}) => {
  const name = unique('Misspelt')
  await page.goto('/agents/new')
  await fillAgent(page, name, '')
  await addVariable(page, { name: 'customer', required: true })
  const prompt = await openEditor(page)
  await page.keyboard.type('Greet {{custmer}}, then end.')
  const list = page.getByRole('region', { name: 'Findings in the prompt' })
  await expect(list).toContainText('1 mistake in the prompt.')
  await expect(list).toContainText('Did you mean {{customer}}?')
  await expect(prompt.locator('.cm-lintRange-error')).toHaveText('{{custmer}}')
  await expect(page.getByText('customer is declared and used nowhere.').first()).toBeVisible()

  await page.keyboard.press('Control+Home')
  await page.keyboard.press('F8')
  await expect(
    page.getByRole('status').getByText(/Did you mean.*Change to \{\{customer\}\}: Control/),
  ).toBeAttached()
  await page.keyboard.press('Control+.')
  await expect.poll(() => textOf(prompt)).toBe('Greet {{customer}}, then end.')
  await expect(list).toContainText('Every variable of the prompt is declared.')

  const creations = watchRequests(page, 'POST', '/api/v1/agents')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(creations[0]?.postDataJSON().prompt.system).toBe('Greet {{customer}}, then end.')
})

test('names are completed after the braces, Tab leaves the editor, and a finding in the list leads to its place', async ({
  page,
}) => {
  await page.goto('/agents/new')
  await addVariable(page, { name: 'customer', required: true })
  await addVariable(page, { name: 'company' })
  const prompt = await openEditor(page)
  await page.keyboard.type('Say {{co')
  await expect(page.getByRole('option', { name: /company/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => textOf(prompt)).toBe('Say {{company}}')
  await page.keyboard.type(' and {{oops')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(prompt).not.toBeFocused()
  await expect.poll(() => textOf(prompt)).toBe('Say {{company}} and {{oops')

  const list = page.getByRole('region', { name: 'Findings in the prompt' })
  await list.getByRole('button', { name: 'Close it with }} and declare oops' }).click()
  await expect.poll(() => textOf(prompt)).toBe('Say {{company}} and {{oops}}')
  await expect(page.getByLabel('Variable name').last()).toHaveValue('oops')
  await expect(list).toContainText('Every variable of the prompt is declared.')

  await page.getByLabel('Voicemail message').fill('Call {{nobody}} back')
  await page.getByRole('button', { name: /nobody.* in the voicemail message is not declared/ }).click()
  await expect(page.getByLabel('Voicemail message')).toBeFocused()
  const chosen = () =>
    page.getByLabel('Voicemail message').evaluate((element) => {
      const area = element as HTMLTextAreaElement
      return area.value.slice(area.selectionStart, area.selectionEnd)
    })
  await expect.poll(chosen).toBe('{{nobody}}')
})

test('renaming a row renames in the texts, and Undo takes both back, from the notice and from the editor', async ({
  page,
}) => {
  await page.goto('/agents/new')
  await addVariable(page, { name: 'customer', required: true })
  const prompt = await openEditor(page)
  await page.keyboard.type('{{customer}} and {{ customer }} again')
  await page.getByLabel('Voicemail message').fill('Hello {{customer}}')
  const row = page.getByLabel('Variable name')
  const rename = async (to: string) => {
    await row.fill(to)
    await row.press('Tab')
  }
  await rename('caller')
  await expect.poll(() => textOf(prompt)).toBe('{{caller}} and {{ caller }} again')
  await expect(page.getByLabel('Voicemail message')).toHaveValue('Hello {{caller}}')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveValue('customer')
  await expect.poll(() => textOf(prompt)).toBe('{{customer}} and {{ customer }} again')
  await expect(page.getByLabel('Voicemail message')).toHaveValue('Hello {{customer}}')

  await rename('client')
  await expect.poll(() => textOf(prompt)).toBe('{{client}} and {{ client }} again')
  await prompt.focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(prompt)).toBe('{{customer}} and {{ customer }} again')
  await expect(row).toHaveValue('customer')
  await expect(page.getByLabel('Voicemail message')).toHaveValue('Hello {{customer}}')
  await page.keyboard.press('Control+y')
  await expect(row).toHaveValue('client')

  // An empty name renames nothing.
  await rename('two words')
  await expect.poll(() => textOf(prompt)).toBe('{{client}} and {{ client }} again')
  await rename('guest')
  await expect.poll(() => textOf(prompt)).toBe('{{guest}} and {{ guest }} again')

  await page.getByRole('button', { name: 'Remove guest' }).click()
  await expect(page.getByText('guest is still used in 3 places')).toBeVisible()
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Undo' })
    .last()
    .click()
  await expect(row).toHaveValue('guest')
})

test('Undo takes back what a fix wrote and what it declared, from the list and from the keyboard', async ({
  page,
}) => {
  await page.goto('/agents/new')
  const prompt = await openEditor(page)
  await page.keyboard.type('Say {{four}}} now')
  const list = page.getByRole('region', { name: 'Findings in the prompt' })
  const rows = page.getByLabel('Variable name')
  const isMended = async () => {
    await expect.poll(() => textOf(prompt)).toBe('Say {{four}} now')
    await expect(rows).toHaveValue('four')
  }
  const isAsBefore = async () => {
    await expect.poll(() => textOf(prompt)).toBe('Say {{four}}} now')
    await expect(rows).toHaveCount(0)
  }
  await list.getByRole('button', { name: 'Change to {{four}} and declare four' }).click()
  await isMended()
  await prompt.focus()
  await page.keyboard.press('Control+z')
  await isAsBefore()
  await page.keyboard.press('Control+y')
  await isMended()
  await page.keyboard.press('Control+z')
  await isAsBefore()
  await expect(prompt.locator('.cm-lintRange-error')).toBeVisible()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('F8')
  await page.keyboard.press('Control+.')
  await isMended()
  // What was filled in since is kept.
  await page.getByLabel('Default value').fill('4')
  await prompt.focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => textOf(prompt)).toBe('Say {{four}}} now')
  await expect(rows).toHaveValue('four')
})

test('full screen holds the keys, Esc leaves it, and the preview shows test values', async ({ page }) => {
  await page.goto('/agents/new')
  await addVariable(page, { name: 'customer', defaultValue: 'you' })
  const prompt = await openEditor(page)
  await page.keyboard.type('Greet {{customer}}.')
  await page.getByRole('button', { name: 'Full screen' }).click()
  const wide = page.getByRole('dialog', { name: 'Full screen' })
  await expect(wide).toBeVisible()
  await expect(prompt).toBeFocused()
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(
      () =>
        document.activeElement === document.body || document.activeElement?.closest('[role=dialog]') !== null,
    )
    expect(inside).toBe(true)
  }
  await prompt.focus()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('Greet')
  await page.keyboard.press('Escape')
  await expect(wide).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wide).toHaveCount(0)
  await expect(prompt).toBeFocused()

  await page.getByText('Preview with test values').click()
  const preview = page.getByRole('region', { name: 'The prompt as it would read' })
  await expect(preview).toContainText('Greet you.')
  await page.getByLabel('Test value of customer').fill('Ms Meyer')
  await expect(preview).toContainText('Greet Ms Meyer.')
})

test('without the editor the text area does the work, and nothing typed is lost', async ({ page, stack }) => {
  const console = await stack.startConsole({
    ...CREDENTIALS,
    SERVICE_URL: (await stack.sharedService()).origin,
  })
  // The stored choice of the text area: the editor is never loaded.
  await page.addInitScript(() => localStorage.setItem('switchboard.plain-text', 'true'))
  await page.goto(`${console.origin}/agents/new`)
  const prompt = page.getByLabel('System prompt')
  await prompt.fill('Greet {{custmer}}.')
  const list = page.getByRole('region', { name: 'Findings in the prompt' })
  await expect(list).toContainText('{{custmer}}')
  await addVariable(page, { name: 'customer' })
  await list.getByRole('button', { name: 'Change to {{customer}}' }).click()
  await expect(prompt).toHaveValue('Greet {{customer}}.')

  await page.reload()
  await expect(page.getByText('Restored what you typed')).toBeVisible()
  await console.stop()
  await page.getByRole('button', { name: 'Editor', exact: true }).click()
  await expect(page.getByText('The editor could not be loaded.')).toBeVisible()
  await expect(prompt).toHaveValue('Greet {{customer}}.')
  await prompt.press('End')
  await page.keyboard.type(' Be brief.')
  await expect(page.getByText('29 characters, about')).toBeVisible()
})

test('what is typed in the moment before a reload is in the draft', async ({ page }) => {
  await page.goto('/agents/new')
  const prompt = await openEditor(page)
  page.on('dialog', (dialog) => dialog.accept())
  await page.keyboard.type('Be brief and exact.')
  await page.reload()
  await expect(page.getByText('Restored what you typed')).toBeVisible()
  await expect.poll(() => textOf(prompt)).toBe('Be brief and exact.')
})

test('tools are found by name, put in order by keyboard, and their texts are checked', async ({ page }) => {
  const name = unique('Tools')
  await page.goto('/agents/new')
  await fillAgent(page, name)
  const tools = page.getByRole('combobox', { name: 'Tools', exact: true })
  for (const search of ['Book an app', 'Find an ord']) {
    await tools.fill(search)
    await page.getByRole('option', { name: search }).click()
  }
  await page.getByRole('button', { name: 'Move Find an order earlier' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move Find an order later' })).toBeFocused()
  await tools.fill('ghost')
  await page.getByRole('button', { name: 'Add tool' }).click()
  await expect(page.getByText('Not in the tool list, and sent as typed: ghost.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove ghost' }).click()
  const creations = watchRequests(page, 'POST', '/api/v1/agents')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(creations[0]?.postDataJSON().prompt.tools).toEqual(['find-order', 'book-appointment'])
})

test('without an access token the tool list says so, and slugs are typed', async ({ page, stack }) => {
  const service = await stack.sharedService()
  const { SERVICE_API_KEY } = CREDENTIALS
  const console = await stack.startConsole({ SERVICE_API_KEY, SERVICE_URL: service.origin })
  await page.goto(`${console.origin}/agents/new`)
  await expect(page.getByText('The tool list needs an access token')).toBeVisible()
  await page.getByRole('combobox', { name: 'Tools', exact: true }).fill('find-order')
  await page.getByRole('button', { name: 'Add tool' }).click()
  await expect(page.getByRole('button', { name: 'Remove find-order' })).toBeVisible()
  await expect(page.getByText('The texts of the attached tools are not checked')).toBeVisible()
})

test('files that are dropped on the prompt are refused as on the rest of the screen, and text is taken', async ({
  page,
}) => {
  await page.goto('/agents/new')
  const prompt = await openEditor(page)
  await page.keyboard.type('Greet the caller.')
  await drop(page, [markdown('one.md'), markdown('two.md')], prompt)
  await expect(page.getByText('This screen takes no files')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload 2 files' })).toBeVisible()
  const text = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.setData('text/plain', 'Be kind. ')
    return transfer
  })
  await prompt.dispatchEvent('drop', { dataTransfer: text })
  await expect.poll(() => textOf(prompt)).toBe('Be kind. Greet the caller.')
})

test('the editor is accessible in both themes, and fits 390 px', async ({ page }) => {
  await page.goto('/agents/new')
  await page.getByRole('button', { name: 'Outbound reminder' }).click()
  const prompt = await openEditor(page)
  await prompt.press('Control+End')
  await page.keyboard.type('\n{{frist_name}} {{two words}} {{')
  await expect(page.getByRole('option', { name: /first_name/ })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+f')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('region', { name: 'Findings in the prompt' })).toContainText('3 mistakes')
    expect(await sideScroll(page), `at ${width}`).toBe(0)
  }
  // Editor and findings are judged at both widths in stillness.e2e.ts, but without the search.
  expect(await findingsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})
