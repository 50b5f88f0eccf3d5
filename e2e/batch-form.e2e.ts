import { readFile } from 'node:fs/promises'
import { watchRequests } from './agent-steps'
import { choose, csv, numberOf, prepare } from './batch-steps'
import { drop, markdown } from './documents'
import { expect, test, unique } from './screen'

test('another version judges the rows anew and takes nothing of what was mended in them', async ({
  page,
}) => {
  await prepare(page, unique('Mended'), [{ name: 'customer', required: true }])
  const version = page.getByLabel('Version id')
  const deployed = await version.inputValue()
  const lines = [`${numberOf(300)},`, `${numberOf(301)},Bob`, `${numberOf(302)},`]
  await choose(page, csv('three.csv', ['phone,customer', ...lines]))
  await expect(page.getByText('1 of 3 rows is ready')).toBeVisible()
  await page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1).click()
  const editor = page.getByRole('dialog', { name: 'Row 1' })
  await editor.getByLabel('Variable customer').fill('Grace')
  await editor.getByLabel('Variable customer').press('Enter')
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()

  // Of an unknown version nothing can be missing.
  await version.fill('another-version')
  await expect(page.getByText('All 3 rows are ready')).toBeVisible()
  await version.fill(deployed)
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('Grace')
})

test('a file without names of columns is read, and what was said of its columns is known next time', async ({
  page,
}) => {
  const agentId = await prepare(page, unique('Plain'), [
    { name: 'customer', required: true },
    { name: 'plan', required: true },
  ])
  await choose(page, csv('plain.csv', [`Ada,${numberOf(310)}`, `Bob,${numberOf(311)}`]))
  await expect(page.getByLabel('The first line names the columns')).not.toBeChecked()
  await expect(page.getByLabel('Column 2 stands for')).toHaveValue('toPhoneNumber')
  await expect(page.getByText('Its values look like phone numbers.')).toBeVisible()
  await page.getByLabel('The first line names the columns').check()
  await expect(page.getByText('plain.csv: 1 row,')).toBeVisible()
  await page.getByLabel('The first line names the columns').uncheck()
  await expect(page.getByText('plain.csv: 2 rows,')).toBeVisible()

  // A column that is sent is not, once somebody says so.
  await page.getByLabel('Column 1 stands for').selectOption('firstName')
  await page.getByRole('button', { name: 'Use twice: Column 1' }).click()
  await page.getByLabel('Column 1 stands for').selectOption('Not sent')
  await expect(page.getByLabel('Column 1 stands for')).toHaveValue('skip')
  await expect(page.getByLabel('Column 1 also stands for')).toHaveCount(0)

  // One column for two things, and one value for every row.
  await page.getByLabel('Column 1 stands for').selectOption('firstName')
  await page.getByRole('button', { name: 'Use twice: Column 1' }).click()
  // Nothing goes anywhere before somebody says where.
  const also = page.getByLabel('Column 1 also stands for')
  await expect(also.getByRole('option', { selected: true })).toHaveText('Choose')
  await expect(page.getByText('No column holds the required variable customer')).toBeVisible()
  await also.selectOption('variable:customer')
  await expect(page.getByText('No column holds the required variable plan')).toBeVisible()
  const refusal = page.getByRole('alert')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(refusal).toContainText('No column holds the required variable plan')
  await page.getByLabel('Variable plan').fill('gold')
  await page.getByLabel('Variable plan').press('Enter')
  await expect(page.getByText('All 2 rows are ready.')).toBeVisible()
  await expect(refusal).toHaveCount(0)
  await page.getByLabel('One call every').fill('0.05')
  const placed = watchRequests(page, 'POST', '/dispatch')
  await page.getByRole('button', { name: 'Continue with 2 rows' }).click()
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('button', { name: 'Place 2 calls' }).click()
  await expect(page.getByText('Sending is done.')).toBeVisible()
  expect(placed.map((request) => request.postDataJSON())).toMatchObject([
    { toPhoneNumber: numberOf(310), firstName: 'Ada', variables: { customer: 'Ada', plan: 'gold' } },
    { toPhoneNumber: numberOf(311), firstName: 'Bob', variables: { customer: 'Bob', plan: 'gold' } },
  ])

  // Names of columns make files alike.
  for (const [name, row] of [
    ['may.csv', 312],
    ['june.csv', 313],
  ] as const) {
    await page.goto(`/calls/batch/new?agent=${agentId}`)
    await page.getByLabel('Outbound phone number id').fill('number-main')
    await choose(page, csv(name, ['Wer;Handynummer', `Cid;${numberOf(row)}`]))
    await expect(page.getByLabel('Handynummer stands for')).toHaveValue('toPhoneNumber')
    if (row === 312) {
      await page.getByLabel('Wer stands for').selectOption('variable:customer')
      await page.getByLabel('Variable plan').fill('basic')
      await page.getByLabel('Variable plan').blur()
      await page.getByRole('button', { name: 'Save mapping' }).click()
      const dialog = page.getByRole('dialog', { name: 'Save mapping' })
      await dialog.getByLabel('Name').fill('Monthly')
      await dialog.getByRole('button', { name: 'Save mapping' }).click()
    } else {
      await expect(page.getByText('Columns and values as in may.csv')).toBeVisible()
      await expect(page.getByLabel('Saved mapping')).toHaveValue('may.csv')
      await expect(page.getByLabel('Variable plan')).toHaveValue('basic')
      // A reload does not take that back.
      await expect(page.getByText('The row is ready.')).toBeVisible()
      await page.reload()
      await expect(page.getByText('The row is ready.')).toBeVisible()
      await expect(page.getByLabel('Wer stands for')).toHaveValue('variable:customer')
      await choose(page, csv('one.csv', ['Wer']), csv('two.csv', ['Wer']))
      await expect(page.getByText('Choose one file at a time.')).toBeVisible()
    }
    await page.getByRole('button', { name: 'Continue with 1 row' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Batch ${name}` })).toBeVisible()
  }
})

test('a value for every row counts as it is typed, and one that is taken away again makes no batch of rows that lack it', async ({
  page,
}) => {
  await prepare(page, unique('Plans'), [{ name: 'plan', required: true }])
  await choose(page, csv('plans.csv', ['phone', numberOf(320), numberOf(321)]))
  const plan = page.getByLabel('Variable plan')
  await plan.fill('gold')
  await expect(page.getByText('All 2 rows are ready.')).toBeVisible()
  await expect(plan).toBeFocused()
  await plan.fill('')
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByRole('alert')).toContainText('No column holds the required variable plan')
  await plan.fill('silver')
  await expect(page.getByText('All 2 rows are ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with 2 rows' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch plans.csv' })).toBeVisible()
})

test('what stands above the columns is left out, and a mapping is saved under a name and chosen for another file', async ({
  page,
}) => {
  await prepare(page, unique('Titled'), [{ name: 'customer', required: true }])
  const title = ['Calls of May;;', 'Exported;31 May;', ';;']
  await choose(page, csv('may.csv', [...title, 'Who;Phone;Note', `Ada;${numberOf(320)};x`]))
  await expect(page.getByText('may.csv: 1 row,')).toBeVisible()
  await expect(page.getByText('Left out above the columns: Calls of May · Exported 31 May')).toBeVisible()
  await page.getByLabel('Who stands for').selectOption('variable:customer')
  await page.getByLabel('Note stands for').selectOption('metadata:Note')
  await page.getByRole('button', { name: 'Save mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save mapping' })
  await dialog.getByRole('button', { name: 'Save mapping' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Recalls')
  await dialog.getByRole('button', { name: 'Save mapping' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Saved mapping')).toHaveValue('Recalls')
  await expect(page.getByText('Columns as in Recalls')).toBeVisible()

  // A reload keeps the name of what was chosen.
  page.on('dialog', (asked) => asked.accept())
  await page.reload()
  await expect(page.getByText('Restored may.csv')).toBeVisible()
  await expect(page.getByText('Columns as in Recalls')).toBeVisible()
  await expect(page.getByLabel('Saved mapping')).toHaveValue('Recalls')

  // The same columns in another order, and one that is not there.
  await choose(page, csv('june.csv', ['Phone;Who', `${numberOf(321)};Bob`]))
  await expect(page.getByLabel('Who stands for')).toHaveValue('skip')
  await page.getByLabel('Saved mapping').selectOption('Recalls')
  await expect(page.getByLabel('Who stands for')).toHaveValue('variable:customer')
  await expect(page.getByLabel('Phone stands for')).toHaveValue('toPhoneNumber')
  await expect(page.getByText('The row is ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete mapping' }).click()
  await expect(page.getByLabel('Saved mapping')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Saved mapping')).toHaveValue('Recalls')
})

test('failed rows that are chosen again are read as before, with values and country, also where another file had another country', async ({
  page,
}) => {
  const agentId = await prepare(page, unique('Retried'), [{ name: 'day', required: true }])
  const country = page.getByLabel('Country of numbers without +')
  await choose(page, csv('retry.csv', ['phone,vip note', `${numberOf(350)},gold`, '+15005550115,silver']))
  await country.selectOption('US')
  await page.getByLabel('vip note stands for').selectOption('metadata:vip note')
  await page.getByRole('button', { name: 'Use twice: vip note' }).click()
  await page.getByLabel('vip note also stands for').selectOption('firstName')
  await page.getByLabel('Variable day').fill('Monday')
  await page.getByLabel('Variable day').press('Enter')
  await expect(page.getByText('All 2 rows are ready.')).toBeVisible()
  await page.getByLabel('One call every').fill('0.05')
  await page.getByRole('button', { name: 'Continue with 2 rows' }).click()
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('button', { name: 'Place 2 calls' }).click()
  await expect(page.getByText('Sending is done.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Failed rows as CSV' }).click()
  const failed = await readFile(await (await downloading).path(), 'utf8')

  await page.goto(`/calls/batch/new?agent=${agentId}`)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await choose(page, csv('german.csv', ['Handy;Stadt', '089.2180.0;Ulm']))
  await country.selectOption('DE')
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('+498921800')
  await choose(page, csv('retry-failed.csv', failed.split('\r\n')))
  await expect(page.getByText('Columns and values as in retry.csv')).toBeVisible()
  await expect(page.getByText('The row is ready.')).toBeVisible()
  await expect(country).toHaveValue('US')
  await expect(page.getByLabel('vip note stands for')).toHaveValue('metadata:vip note')
  await expect(page.getByLabel('vip note also stands for')).toHaveValue('firstName')
  await expect(page.getByLabel('Variable day')).toHaveValue('Monday')

  // What was chosen for this file stays, whatever is read of it again.
  await country.selectOption('FR')
  await page.getByLabel('The first line names the columns').uncheck()
  await expect(page.getByLabel('Column 1 stands for')).toBeVisible()
  await page.getByLabel('The first line names the columns').check()
  await expect(page.getByLabel('vip note also stands for')).toHaveValue('firstName')
  await expect(country).toHaveValue('FR')
})

test('a file in an encoding that nobody can tell waits for a person to choose it', async ({ page }) => {
  await prepare(page, unique('Encoded'))
  const file = csv('central.csv', ['phone,vorname', `${numberOf(360)},`])
  // Łukaszť as Windows-1250 writes it; Windows-1252 has no letter for the last byte.
  const name = Buffer.from([0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a, 0x9d])
  await choose(page, { ...file, buffer: Buffer.concat([file.buffer, name]) })
  await expect(page.getByText('WINDOWS-1252, separated by comma')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose its encoding')
  await page.getByLabel('Encoding').focus()
  await page.getByLabel('Encoding').selectOption('windows-1250')
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('Łukaszť')
  await expect(page.getByLabel('Encoding')).toBeFocused()
  await expect(page.getByText('Choose its encoding')).toHaveCount(0)
  await page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1).click()
  await page.getByRole('dialog', { name: 'Row 1' }).getByLabel('Phone number').fill(numberOf(361))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText(numberOf(361))
  await page.reload()
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1250')
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('Łukaszť')
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText(numberOf(361))
  await expect(page.getByRole('button', { name: 'Continue with 1 row' })).toBeVisible()
})

test('two columns of one name are told apart by their place, also in a mapping that is saved', async ({
  page,
}) => {
  await prepare(page, unique('Twice'), [{ name: 'customer', required: true }])
  await choose(page, csv('twice.csv', ['phone,name,name', `${numberOf(340)},Ada,Lovelace`]))
  await expect(page.getByLabel('phone stands for')).toHaveValue('toPhoneNumber')
  await page.getByLabel('name (column 3) stands for').selectOption('variable:customer')
  await expect(page.getByLabel('name (column 2) stands for')).toBeVisible()

  const lines = [`Ann,${numberOf(341)},1,${numberOf(342)}`, `Bob,${numberOf(343)},2,${numberOf(344)}`]
  await choose(page, csv('two phones.csv', ['First name,Phone,Order,Phone', ...lines]))
  const second = page.getByLabel('Phone (column 2) stands for')
  const fourth = page.getByLabel('Phone (column 4) stands for')
  await second.selectOption('skip')
  await fourth.selectOption('toPhoneNumber')
  await page.getByRole('button', { name: 'Save mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save mapping' })
  await dialog.getByLabel('Name').fill('Second phone')
  await dialog.getByRole('button', { name: 'Save mapping' }).click()
  await expect(page.getByText('Columns as in Second phone')).toBeVisible()
  const stays = async () => {
    await expect(second).toHaveValue('skip')
    await expect(fourth).toHaveValue('toPhoneNumber')
  }
  await stays()
  await page.getByRole('button', { name: 'Propose again' }).click()
  await expect(second).toHaveValue('toPhoneNumber')
  await page.getByLabel('Saved mapping').selectOption('Second phone')
  await stays()
})

test('a file that is dropped and is none of rows is refused, and the one that was chosen stays', async ({
  page,
}) => {
  await prepare(page, unique('Dropper'))
  await choose(page, csv('people.csv', ['phone', numberOf(1)]))
  await expect(page.getByRole('status').filter({ hasText: 'people.csv: 1 row' })).toBeVisible()
  await drop(page, [markdown('notes.md', '# Notes\n')])
  const refused = page.getByRole('alert').filter({ hasText: 'This file cannot be used' })
  await expect(refused).toContainText('notes.md is not a CSV file.')
  await expect(page.getByRole('status').filter({ hasText: 'people.csv: 1 row' })).toBeVisible()
  await expect(page.getByText('The row is ready.')).toBeVisible()
})

test('a file that cannot be read leaves the one before, with what was corrected in it', async ({ page }) => {
  await prepare(page, unique('Keeper'), [{ name: 'customer', required: true }])
  const rows = page.getByRole('table', { name: 'Rows' })
  await choose(page, csv('people.csv', ['phone,customer', `${numberOf(320)},`]))
  await rows.getByRole('row').nth(1).click()
  const editor = page.getByRole('dialog', { name: 'Row 1' })
  await editor.getByLabel('Variable customer').fill('Grace')
  await editor.getByLabel('Variable customer').press('Enter')
  await expect(page.getByText('The row is ready.')).toBeVisible()
  for (const again of [false, true]) {
    await choose(page, csv('bad.csv', ['phone,customer', `"${numberOf(321)},Ada`]))
    await expect(page.getByRole('alert').filter({ hasText: 'This file cannot be used' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'people.csv: 1 row' })).toBeVisible()
    await expect(rows).toContainText('Grace')
    if (!again) {
      await expect(page.getByText(/^Restored/)).toHaveCount(0)
      await page.reload()
    }
  }
  await expect(rows).toContainText('Grace')
})

test('a file that cannot be read, chosen while the one before is still restored, leaves that one', async ({
  page,
}) => {
  await prepare(page, unique('Hasty'))
  const numbers = Array.from({ length: 20_000 }, (_, at) => `+1500555${String(at).padStart(5, '0')}`)
  await choose(page, csv('many.csv', ['phone', ...numbers]))
  const chosen = page.getByRole('status').filter({ hasText: 'many.csv: 20,000 rows' })
  await expect(chosen).toBeVisible()
  // Stored by then, or the reload would have nothing to bring back.
  await page.reload()
  await expect(chosen).toBeVisible()
  await page.reload({ waitUntil: 'commit' })
  await choose(page, csv('bad.csv', ['phone', `"${numberOf(321)}`]))
  await expect(page.getByRole('alert').filter({ hasText: 'This file cannot be used' })).toBeVisible()
  await expect(chosen).toBeVisible()
})

test('a new batch from the palette is another form than that of an agent, which Back restores', async ({
  page,
}) => {
  await prepare(page, unique('Former'))
  await choose(page, csv('people.csv', ['phone', numberOf(330)]))
  const chosen = page.getByRole('status').filter({ hasText: 'people.csv: 1 row' })
  await expect(chosen).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new batch of calls')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/calls\/batch\/new$/)
  await expect(page.getByLabel('Outbound phone number id')).toHaveValue('')
  await expect(chosen).toHaveCount(0)
  await page.goBack()
  await expect(chosen).toBeVisible()
  await expect(page.getByLabel('Outbound phone number id')).toHaveValue('number-main')
})
