import type { Page } from 'playwright/test'
import { haveAgent } from './agent-steps'
import { expect, test } from './screen'
import { openBrowser, openTeamPage, PASSWORD, signIn, signInDialog, VIEWER_PASSWORD } from './team-steps'

const signOutDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign out?' })

test('signing out leaves a tab that is not asked to forget as it is; where drafts are forgotten, every tab is signed out', async ({
  browser,
  stack,
}) => {
  const { page, context } = await openTeamPage(browser, stack)
  const other = await context.newPage()
  await other.goto('/knowledge/collections?new=true')
  await other.getByRole('dialog').getByLabel('Name').fill('Typed before')
  // On a phone the menu says who is signed in.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByText('Operator', { exact: true })).toBeVisible()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await signOutDialog(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(signInDialog(other)).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('#main')).toBeVisible()
  // Signed in again elsewhere, it is told when somebody comes back to it.
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(signInDialog(other)).toHaveCount(0)
  await expect(other.getByRole('dialog').getByLabel('Name')).toHaveValue('Typed before')

  // From the palette, by keyboard alone.
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.evaluate(() => sessionStorage.setItem('switchboard.draft.test', '"typed"'))
  await expect(page.getByText('Operator', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused()
  await page.keyboard.type('sign out')
  await expect(page.getByRole('option', { name: 'Sign out', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(signOutDialog(page)).toBeVisible()
  await signOutDialog(page).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await signOutDialog(page).getByRole('button', { name: 'Sign out' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('switchboard.draft.test'))).toBeNull()
  // The other tab leaves as well, since what it stores is to be forgotten.
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the log of everyone says who did what, narrowed to a person, and is downloaded', async ({
  browser,
  stack,
}) => {
  const { page, origin } = await openTeamPage(browser, stack)
  await haveAgent(page, 'Front desk')
  const viewer = await (await openBrowser(browser, origin)).newPage()
  await signIn(viewer, '/', VIEWER_PASSWORD)
  await page.goto('/activity')
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log).toContainText('Create the agent')
  await expect(log).toContainText('viewer')
  // Rows are as high as the list takes them for, however many ids they have, and nothing lies over an id.
  const rows = await log
    .locator('tbody tr[data-row]')
    .evaluateAll((all) =>
      all.map((row) => [
        row.getBoundingClientRect().height,
        [...row.querySelectorAll('code')].every(
          (id) =>
            id.getBoundingClientRect().right <=
            (id.parentElement?.querySelector('button')?.getBoundingClientRect().left ?? 0),
        ),
      ]),
    )
  expect(rows.length).toBeGreaterThan(2)
  expect(new Set(rows.map(([height]) => height)).size).toBe(1)
  expect(rows.filter(([, isFree]) => !isFree)).toEqual([])
  await expect(log.getByRole('row').filter({ hasText: 'Deploy the version' })).toContainText('+1')
  await page.getByLabel('Person').selectOption('viewer')
  await expect(page).toHaveURL(/person=viewer/)
  await expect(log).not.toContainText('Create the agent')
  await expect(log).toContainText('Sign in')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit.csv')
})
