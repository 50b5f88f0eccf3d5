import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { frontOf } from './front'
import { button, dialog, openCollection, row } from './knowledge-steps'
import { DEPLOYED, deployMoved, prepare, startRestructure, step, TESTED, tick } from './restructure-steps'
import { test as base, expect, unique } from './screen'
import { CREDENTIALS } from './stack'

/** The service itself, without the console, as a person sees it elsewhere. */
let service = ''
/** The id of a file that is refused in every collection. */
let refused = ''

/** A console with the real local service, which lacks the operations that list agents, and list and create versions. */
const test = base.extend({
  baseURL: async ({ stack }, use) => {
    const running = await stack.startService(CREDENTIALS)
    service = running.origin
    const isVersions = /^\/api\/v1\/agents\/[^/]+(\/versions)?$/
    const front = await frontOf(service, ({ method, path }) =>
      isVersions.test(path) || (method === 'GET' && path === '/api/v1/agents')
        ? 404
        : refused !== '' && path.endsWith(`/file/${refused}`)
          ? 409
          : undefined,
    )
    const console = await stack.startConsole({
      ...CREDENTIALS,
      SERVICE_URL: front.origin,
      UPLOAD_ORIGINS: service,
    })
    await use(console.origin)
    await console.stop()
    await front.close()
    await running.stop()
  },
})

/** Does what a person does in the service: copies the version with the other collection. Resolves with its id. */
async function copyElsewhere(page: Page, agentId: string, collectionId: string): Promise<string> {
  const headers = { 'x-api-key': CREDENTIALS.SERVICE_API_KEY }
  const address = `${service}/api/v1/agents/${agentId}`
  const { agent } = await (await page.request.get(`${address}/versions`, { headers })).json()
  const answer = await page.request.post(address, {
    headers,
    data: { ...agent.versions[0], knowledgeBaseCollectionIds: [collectionId] },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).version.id
}

test('where the service cannot move a version, a person does, notes its id, and the restructure continues', async ({
  page,
}) => {
  const { files, old, agent, agentId } = await prepare(page)
  const fresh = unique('Elsewhere')
  await startRestructure(page, old, fresh)
  await expect(step(page, 'Move the agent versions')).toContainText('Waits for you')
  const byHand = page.getByRole('region', { name: `Move ${agent} by hand` })
  await expect(byHand).toContainText('cannot list and copy versions')
  await expect(byHand).toContainText('Among its collections, put')
  expect(await seriousFindings(page)).toEqual([])

  const link = page.getByRole('link', { name: 'Open the new collection' })
  const collectionId = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  const newVersion = byHand.getByLabel('Id of the new version')
  await newVersion.fill('no id at all')
  await newVersion.press('Enter')
  await expect(page.getByText('no id at all is no id')).toBeVisible()
  await expect(newVersion).toHaveValue('no id at all')
  await newVersion.fill(await copyElsewhere(page, agentId, collectionId))
  await button(page, 'Note as moved').click()
  await expect(step(page, 'Test the answers')).toContainText('Waits for you')

  await tick(page, TESTED).check()
  await expect(page.getByText('The service does not report what is deployed.')).toBeVisible()
  await tick(page, DEPLOYED).click()
  await expect(page.getByText(`The former version of ${agent} is recorded here as deployed.`)).toBeVisible()
  await expect(tick(page, DEPLOYED)).not.toBeChecked()
  await deployMoved(page, agent)
  await tick(page, DEPLOYED).check()
  await button(page, `Retire ${old}`).click()
  // Nobody can say who else answers from it, so its name is typed.
  const question = dialog(page, `Retire ${old}?`)
  await expect(question).toContainText('The service does not report the versions of 1 agent.')
  await question.getByRole('textbox').fill(old)
  await question.getByRole('button', { name: 'Remove its files' }).click()
  await expect(page.getByText('The restructure is complete')).toBeVisible()
  await openCollection(page, fresh)
  for (const name of files) await expect(row(page, name)).toBeVisible()
})

test('a file that is refused is named among the requests of its step; a moved version is noted without its id, and a person ticks what was done', async ({
  page,
}) => {
  const { files, old } = await prepare(page)
  const name = files[1] ?? ''
  const { files: listed } = await (await page.request.get('/api/v1/knowledge-base/files')).json()
  refused = listed.find((file: { fileName: string }) => file.fileName === name).fileId
  await startRestructure(page, old, unique('Parts'))
  await expect(step(page, 'Attach the files')).toContainText(`${name}: 409 `)
  await expect(page.getByRole('alert')).toContainText(name)
  refused = ''
  await button(page, 'Continue').click()

  await button(page, 'Note as moved').click()
  await expect(page.getByText('version id not known here')).toBeVisible()
  await tick(page, TESTED).check()
  await tick(page, DEPLOYED).check()
  await button(page, 'Keep the old collection').click()
  await expect(page.getByText(`${old} was kept as it is`)).toBeVisible()
})
