import { rm } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { haveAgent, openTab, watchRequests } from './agent-steps'
import { markdown } from './documents'
import { chooseFiles, fileName, haveFiles, row } from './knowledge-steps'
import { needs } from './needs'
import { copyBuild, renameAssets } from './other-build'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

const news = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const reload = (page: Page) => news(page).getByRole('button', { name: 'Reload: Switchboard was updated' })

test('a console that is updated under open pages says so: nothing is sent twice, and nothing typed is lost', async ({
  browser,
  stack,
}) => {
  needs('createAgentVersion', 'listAgentVersions')
  const build = await copyBuild()
  const service = await stack.sharedService()
  const connected = { ...CREDENTIALS, SERVICE_URL: service.origin, UPLOAD_ORIGINS: service.origin }
  const { origin, stop } = await stack.startConsole(connected, build)
  // Pages of their own, because the browser logs the failed loads that this test is about.
  const context = await browser.newContext({ baseURL: origin })
  const wrong: string[] = []
  const questions: string[] = []
  context.on('weberror', (failure) => wrong.push(failure.error().message))
  context.on('dialog', (question) => {
    questions.push(question.type())
    void question.dismiss()
  })
  const [writing, going, choosing] = await Promise.all([
    context.newPage(),
    context.newPage(),
    context.newPage(),
  ])
  const { agentId } = await haveAgent(writing, unique('Updated desk'), {}, origin)
  const there = fileName('there')
  await haveFiles(writing, [markdown(there)])
  await writing.goto(`/agents/${agentId}`)
  await expect(writing.getByText('No changes')).toBeVisible()
  await writing.getByLabel('Voicemail message').fill('Call back.')
  await going.goto('/settings')
  await expect(going.getByRole('region', { name: 'About' })).toBeVisible()
  await choosing.goto('/knowledge/files')
  await expect(row(choosing, there)).toBeVisible()
  await stop()
  await renameAssets(build)
  await stack.startConsole({ ...connected, PORT: new URL(origin).port }, build)

  // A write whose code is late, a late overlay, a late tab: the page stays, with what was typed.
  const sent = watchRequests(writing, 'POST', `/api/v1/agents/${agentId}`)
  await writing.getByRole('button', { name: 'Save as new version' }).click()
  await expect(news(writing)).toContainText('Reload to go on. Forms keep what you typed.')
  await expect(writing.getByRole('alert')).toContainText('Switchboard was updated. Nothing was sent.')
  await writing.keyboard.press('Control+k')
  await expect(news(writing)).toContainText('A part of this page could not be loaded')
  await openTab(writing, 'Versions')
  await expect(writing).toHaveURL(/tab=versions/)
  await openTab(writing, 'Configure')
  await expect(writing.getByRole('textbox', { name: 'Voicemail message' })).toHaveValue('Call back.')
  expect(sent).toEqual([])
  await reload(writing).click()
  await expect(writing.getByText('1 change', { exact: true })).toBeVisible()
  await expect(news(writing)).not.toContainText('updated')
  await writing.getByRole('button', { name: 'Save as new version' }).click()
  await expect(writing.getByText('The version was created')).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(questions).toEqual([])

  // A late screen.
  await going.getByRole('link', { name: 'Testing lab', exact: true }).click()
  await expect(going.getByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
  await expect(going.getByRole('alert')).toContainText('Switchboard was updated.')
  await going.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(going.getByRole('heading', { level: 1, name: 'Testing lab' })).toBeVisible()

  // Files that were chosen would go with the page, so the browser asks.
  await chooseFiles(choosing, [markdown(fileName('chosen'))])
  await expect(choosing.getByRole('alert')).toContainText('Reload the page, then choose the files again.')
  await reload(choosing).click()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await expect(choosing.getByRole('alert')).toContainText('1 upload cannot be shown')
  expect(wrong).toEqual([])
  await rm(build, { recursive: true })
})
