import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { createAgent, deploy, sideScroll, watchRequests } from './agent-steps'
import { expect, test, unique } from './screen'

/** A number of the range that is kept for such purposes. */
const numberOf = (row: number) => `+1415555${String(1000 + row).padStart(4, '0')}`

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

async function choose(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose (CSV|another) file/ }).click()
  await (await chooser).setFiles(file)
}

const rows = (page: Page) => page.getByRole('table', { name: 'Rows' })
const chip = (page: Page, name: string, count: number) =>
  page.getByRole('button', { name: `${name} ${count}`, exact: true })

/** Opens the form of a new batch for an agent that is deployed with these variables. */
async function prepare(page: Page, name: string, variables: Parameters<typeof createAgent>[2] = []) {
  await createAgent(page, name, variables)
  await deploy(page)
  const agentId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(`/calls/batch/new?agent=${agentId}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  return agentId
}

test('200 rows with bad ones among them, paused, reloaded and resumed: each number is called once', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const name = unique('Reminder')
  await prepare(page, name, [{ name: 'customer', required: true }])
  const bad = new Map([
    [10, '4.47E+11,Ada'],
    [20, `${numberOf(19)},Twice`],
    [30, `14155551030,No plus`],
    [40, `${numberOf(40)},`],
    [50, '#REF!,Eve'],
  ])
  const lines = Array.from({ length: 200 }, (_, row) => bad.get(row) ?? `${numberOf(row)},Person ${row}`)
  // The name of the variable is misspelt; it is taken for what was meant, and said.
  await choose(page, csv('people.csv', ['phone,custmer', ...lines]))
  await expect(
    page.getByText('The version declares no variable custmer. Did you mean customer?'),
  ).toBeVisible()
  await expect(page.getByLabel('custmer stands for')).toHaveValue('variable:customer')
  await expect(page.getByText('195 of 200 rows are ready')).toBeVisible()
  for (const [label, count] of [
    ['Spreadsheet damage', 2],
    ['Twice in this file', 1],
    ['No + or country', 1],
    ['Missing value', 1],
  ] as const)
    await expect(chip(page, label, count)).toBeVisible()

  // One is mended by what is suggested, one by hand, the others stay out.
  await chip(page, 'No + or country', 1).click()
  await rows(page).getByRole('checkbox', { name: 'Select row 31' }).check()
  await page.getByRole('button', { name: 'Use suggestions' }).click()
  await expect(page.getByText('196 of 200 rows are ready')).toBeVisible()
  await chip(page, 'Missing value', 1).click()
  await rows(page).getByRole('row').nth(1).click()
  const editor = page.getByRole('dialog', { name: 'Row 41' })
  await expect(editor).toContainText('The agent needs a value for the variable customer.')
  await editor.getByLabel('Variable customer').fill('Grace')
  await editor.getByLabel('Variable customer').press('Enter')
  await expect(page.getByText('197 of 200 rows are ready')).toBeVisible()

  await page.getByLabel('One call every').fill('0.05')
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  await page.getByRole('button', { name: 'Continue with 197 rows' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch people.csv' })).toBeVisible()
  expect(dispatches).toHaveLength(0)

  await page.getByRole('button', { name: 'Send test row' }).click()
  await page
    .getByRole('dialog', { name: `Place a test call to ${numberOf(0)}?` })
    .getByRole('button', { name: 'Send test row' })
    .click()
  await expect(chip(page, 'Accepted', 1)).toBeVisible()
  expect(dispatches).toHaveLength(1)

  await page.getByRole('button', { name: 'Start batch' }).click()
  const question = page.getByRole('dialog', { name: `Place 196 calls with ${name}?` })
  await expect(question).toContainText('number-main')
  await question.getByRole('button', { name: 'Place 196 calls' }).dblclick()
  await expect.poll(() => dispatches.length).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  const paused = dispatches.length
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => dispatches.length).toBeGreaterThan(paused + 10)

  // Gone in the middle, whatever is on its way.
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Nothing is sent until you continue')).toBeVisible()
  const before = dispatches.length
  expect(before).toBeLessThan(197)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Every row was sent or left out.')).toBeVisible({ timeout: 60_000 })

  expect(dispatches.map((request) => request.postDataJSON().toPhoneNumber)).toHaveLength(197)
  expect(new Set(dispatches.map((request) => request.postDataJSON().toPhoneNumber)).size).toBe(197)
  expect(
    dispatches.find((request) => request.postDataJSON().toPhoneNumber === numberOf(40))?.postDataJSON(),
  ).toMatchObject({
    variables: { customer: 'Grace' },
  })
  await expect(chip(page, 'Left out', 3)).toBeVisible()

  await page.getByRole('link', { name: 'Show in Calls' }).click()
  await expect(page.getByRole('table', { name: 'Calls' })).toHaveAttribute('aria-rowcount', '198')
  await expect(page.getByLabel('Batch', { exact: true })).toContainText('people.csv (197)')
})
