import { watchRequests } from './agent-steps'
import { choose, csv, prepare } from './batch-steps'
import { expect, test, unique } from './screen'

// Both of ranges without subscribers.
const [BERLIN, LONDON] = ['+493023125001', '+447700900123']

test.use({ timezoneId: 'UTC' })

test('a batch waits for its start, and for the hours of each country', async ({ page }) => {
  await page.clock.install({ time: '2026-01-15T07:00:00Z' })
  await prepare(page, unique('Hours'))
  await choose(page, csv('hours.csv', ['phone', LONDON, BERLIN]))
  await page.getByLabel('One call every').fill('0.05')
  await page.getByLabel('Not before').fill('2026-01-15T07:20')
  await page.getByLabel('Call from').fill('08:00')
  await page.getByLabel('Call until').fill('18:00')
  await expect(page.getByText('for all of them, once it is within the hours of each.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with 2 rows' }).click()
  // In the person's own time: both wait for the start, London an hour more than Berlin for its morning.
  const rows = page.getByRole('table', { name: 'Rows' }).getByRole('row')
  await expect(rows.filter({ hasText: BERLIN })).toContainText(/Not before .*07:20/)
  await expect(rows.filter({ hasText: LONDON })).toContainText(/Not before .*08:00/)
  await page.getByRole('button', { name: 'Start batch' }).click()
  const placed = watchRequests(page, 'POST', '/dispatch')
  const numbers = () => placed.map((request) => request.postDataJSON().toPhoneNumber)
  await expect(page.getByRole('dialog')).toContainText('15 Jan 2026, 07:20')
  await expect(page.getByRole('dialog')).toContainText('08:00 to 18:00')
  await expect(page.getByRole('dialog')).toContainText('Sending takes about')
  await page.getByRole('button', { name: 'Place 2 calls' }).click()
  await expect(page.getByText(/Waiting until .*07:20/)).toBeVisible()
  expect(numbers()).toEqual([])
  // Nobody knows how long that is.
  await expect(page.getByText(/about .* left/)).toHaveCount(0)
  // A second tab says so, too.
  const other = await page.context().newPage()
  await other.goto(page.url())
  const elsewhere = (time: string) =>
    other.getByText(new RegExp(`^Another tab of this browser sends this batch\\. Waiting until .*${time}`))
  await expect(elsewhere('07:20')).toBeVisible()

  // In Berlin it is 08:20, in London 07:20.
  await page.clock.fastForward('20:00')
  await expect.poll(numbers).toEqual([BERLIN])
  await expect(page.getByText(/Waiting until .*08:00/)).toBeVisible()
  await expect(elsewhere('08:00')).toBeVisible()
  await page.clock.fastForward('40:00')
  await expect(page.getByText('Sending is done.')).toBeVisible()
  expect(numbers()).toEqual([BERLIN, LONDON])
  // A row leads to its call.
  await rows.getByRole('link', { name: BERLIN }).click()
  await expect(page.getByRole('dialog', { name: `Call to ${BERLIN}` })).toBeVisible()
})

test('a batch whose hours never suit pauses, and does not say how much time is left', async ({ page }) => {
  await prepare(page, unique('Never'))
  // All time zones of the United States are never within one hour.
  await choose(page, csv('never.csv', ['phone', '+14155551001']))
  await page.getByLabel('Call from').fill('09:00')
  // Nearly the whole day, which nobody says by mistake for long.
  await page.getByLabel('Call until').fill('08:00')
  const night = page.getByText('These hours go over midnight: calls are placed during 23 h of each day.')
  await expect(night).toBeVisible()
  const whole = page.getByText('These hours begin and end alike: calls are placed at any hour of the day.')
  await page.getByLabel('Call until').fill('09:00')
  await expect(whole).toBeVisible()
  await page.getByLabel('Call until').fill('10:00')
  await expect(night).toHaveCount(0)
  await expect(whole).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue with 1 row' }).click()
  // What is set says that it was.
  await page.getByText('Change pace').click()
  await page.getByRole('button', { name: 'Set pace' }).click()
  await expect(page.getByText('The pace was set')).toBeVisible()
  // The fold closes around the button.
  const fold = page.locator('summary', { hasText: 'Change pace' })
  await expect(page.getByRole('button', { name: 'Set pace' })).toBeHidden()
  await expect(fold).toBeFocused()
  const rows = page.getByRole('table', { name: 'Rows' })
  await expect(rows).toContainText('No hour suits')
  await page.getByRole('button', { name: 'Start batch' }).click()
  // Whoever starts it is told before.
  await expect(page.getByText('1 of these numbers can never be called within these hours.')).toBeVisible()
  await page.getByRole('button', { name: 'Place 1 call' }).click()
  await expect(page.getByText('Paused: no hour suits the numbers that are left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(page.getByText(/about .* left/)).toHaveCount(0)
})

test('a batch goes by the start and the hours that its page shows, also where nobody pressed "Set pace"', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-01-15T07:00:00Z' })
  await prepare(page, unique('Typed'))
  await choose(page, csv('typed.csv', ['phone', LONDON]))
  await page.getByRole('button', { name: 'Continue with 1 row' }).click()
  const placed = watchRequests(page, 'POST', '/dispatch')
  const pace = page.getByRole('form', { name: 'Pace' })
  const start = page.getByRole('button', { name: 'Start batch' })
  // What cannot be set is not passed over.
  await page.getByText('Change pace').click()
  await pace.getByLabel('Not before').fill('2026-01-15T06:00')
  await page.getByText('Change pace').click()
  await start.click()
  await expect(pace.getByLabel('Not before')).toBeFocused()
  await expect(pace.getByLabel('Not before')).toHaveAccessibleDescription(/past|later/i)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await pace.getByLabel('Not before').fill('2026-01-15T09:30')
  await pace.getByLabel('Call from').fill('09:00')
  await pace.getByLabel('Call until').fill('17:00')
  await start.click()
  await expect(page.getByRole('dialog')).toContainText('15 Jan 2026, 09:30')
  // The whole of it is in sight on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = page.getByRole('dialog')
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(page.getByRole('dialog')).toContainText('09:00 to 17:00')
  await page.getByRole('button', { name: 'Place 1 call' }).click()
  await expect(page.getByText(/Waiting until .*09:30/)).toBeVisible()
  expect(placed).toHaveLength(0)
})
