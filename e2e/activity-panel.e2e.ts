import type { Locator, Page } from 'playwright/test'
import { createAgent, deploy, haveAgent } from './agent-steps'
import { labIdOf } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'

const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Activity' }).getByRole('row').filter({ hasText: text })

/** Saves what is typed as a further version, on the page of the agent. */
async function saveVersion(page: Page, voicemail: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Voicemail message' }).fill(voicemail)
  const save = page.getByRole('button', { name: 'Save as new version' })
  const asNew = page.getByRole('checkbox', { name: 'As a new version' })
  await expect(save.or(asNew).first()).toBeVisible()
  if (await asNew.isVisible()) await asNew.check()
  await save.click()
  await expect(page.getByText('No changes')).toBeVisible()
}

test('versions are told apart by their numbers, and a deployment says in words what it replaced and why', async ({
  page,
}) => {
  needs('createAgentVersion', 'listAgentVersions')
  const name = unique('Front desk')
  await createAgent(page, name)
  await deploy(page, 'It answers as it should')
  await saveVersion(page, 'Call back.')
  await saveVersion(page, 'Call back tomorrow.')
  await deploy(page, 'Spring opening hours')
  await page.goto('/activity')
  await expect(rowOf(page, 'Version created')).toHaveCount(2)
  await expect(rowOf(page, 'Version created').nth(0)).toContainText(`${name}, version 3`)
  await expect(rowOf(page, 'Version created').nth(1)).toContainText(`${name}, version 2`)

  // The reason is what a person remembers of it.
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('spring opening')
  await expect(page.getByText(/^1 of \d+ writes$/)).toBeVisible()
  await rowOf(page, `${name}, version 3`).getByRole('cell').first().click()
  const panel = page.getByRole('dialog', { name: 'Version deployed' })
  // When it was is exact here.
  await expect(panel.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d GMT/)).toHaveCount(2)
  const note = panel.getByRole('region', { name: 'Note' })
  await expect(note).toContainText('Spring opening hours')
  await expect(note).toContainText('In place of')
  await expect(note).toContainText('Version 1')
  await expect(note).toContainText('it has no test result')
  const seen = await panel.innerText()
  expect(seen).not.toMatch(/replacedVersionId|lacking|verdict/)
  await expect(panel.getByText('Replaced version id', { exact: true })).toBeHidden()
  await panel.getByText('Details', { exact: true }).click()
  await expect(panel.getByText('Replaced version id', { exact: true })).toBeVisible()
})

test('a run has its verdict in its panel, and the way to it; sent again without a name it has none', async ({
  page,
  stack,
}) => {
  needs('listAgentVersions', 'readRun')
  const name = unique('Tested desk')
  const { agentId } = await haveAgent(page, name)
  const labId = await labIdOf(page, stack, agentId)
  await page.goto(`/testing-lab/generate?agent=${agentId}`)
  await expect(page.getByLabel('Testing lab agent id')).toHaveValue(String(labId))
  await page.getByLabel('Number of scenarios').fill('1')
  await page.getByRole('button', { name: 'Generate scenarios' }).click()
  const generated = page.getByRole('region', { name: '1 scenario came back' })
  await expect(generated).toContainText('Written by rules.')
  await expect(page.getByRole('heading', { level: 1, name: 'Scenarios generated' })).toBeVisible()
  await page.getByRole('link', { name: 'Run these' }).click()
  await page.getByRole('button', { name: 'Run scenarios' }).click()
  const question = page.getByRole('dialog', { name: 'Start this run?' })
  await question.getByRole('button', { name: 'Run now' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText(/\d (passed|failed|unclear)/)

  await page.goto('/activity')
  await rowOf(page, 'Run started').getByRole('cell').first().click()
  const panel = page.getByRole('dialog', { name: 'Run started' })
  await expect(panel.getByRole('region', { name: 'Result' })).toContainText(/Passed|Failed|Unclear/)
  expect(await panel.innerText()).not.toMatch(/agentId|versionId/)
  await panel.getByRole('link', { name: 'Open run' }).click()
  await expect(page).toHaveURL(/\/testing-lab\/runs\//)
  await expect(result).toBeVisible()
  await page.goBack()
  await panel.getByRole('link', { name: 'Run again' }).click()
  await expect(page.getByText('Filled in from an earlier run')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')

  await page.goto('/activity')
  await rowOf(page, 'Scenarios generated').getByRole('cell').first().click()
  await page.getByRole('link', { name: 'Generate again' }).click()
  await expect(page.getByText('Filled in from an earlier request')).toBeVisible()
})

test('beside its panel the second line of a write begins where its first does', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  const name = unique('Lined desk')
  await createAgent(page, name)
  await page.goto('/activity')
  await rowOf(page, name).first().getByRole('cell').first().click()
  await expect(page.getByRole('dialog', { name: 'Agent created' })).toBeVisible()
  const time = rowOf(page, name).first().getByRole('time')
  const leftOf = async (part: Locator) => (await part.boundingBox())?.x
  await expect
    .poll(() => leftOf(time))
    .toBe(await leftOf(rowOf(page, name).first().getByRole('button', { name: 'Agent created' })))
})
