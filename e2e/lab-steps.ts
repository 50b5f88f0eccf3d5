import { expect, type Page } from 'playwright/test'

/** Creates a collection without the browser; resolves with its id. */
export async function addCollection(page: Page, name: string): Promise<string> {
  const made = await page.request.post('/api/v1/knowledge-base/collection', {
    data: { name, description: '' },
  })
  const reply = await made.json()
  return (reply.collection ?? reply).id
}

/** Puts a Markdown document into a collection, and waits until it is INGESTED. */
export async function addDocument(
  page: Page,
  collectionId: string,
  fileName: string,
  text: string,
): Promise<void> {
  const target = await (await page.request.post('/generate-presigned-url', { data: { fileName } })).json()
  await page.request.put(target.uploadUrl, {
    headers: { 'Content-Type': 'text/markdown' },
    data: Buffer.from(text),
  })
  const { fileId } = target
  await page.request.post('/api/v1/knowledge-base/file', { data: { fileId } })
  const adding = `/api/v1/knowledge-base/collection/${collectionId}/file/${fileId}`
  expect((await page.request.post(adding)).status()).toBeLessThan(300)
  await expect
    .poll(async () => {
      const { files } = await (await page.request.get('/api/v1/knowledge-base/files')).json()
      return files.find((file: { id: string }) => file.id === fileId)?.status
    })
    .toBe('INGESTED')
}

/** Adds an agent that another service has, by its ids, and ends on its page. */
export async function addForeignAgent(
  page: Page,
  origin: string,
  { agentId, versionId, labId, name }: { agentId: string; versionId: string; labId: number; name: string },
): Promise<void> {
  await page.goto(`${origin}/agents/${agentId}?add=agent`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Version id').fill(versionId)
  await dialog.getByLabel('Testing lab agent id').fill(String(labId))
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The two documented operations of the testing lab, in the form that `serveReplies` takes. */
export const labReplies = ({ generate, run }: { generate?: unknown; run?: unknown }) => ({
  'POST /api/v1/testing-lab/scenarios/generate': generate,
  'POST /api/v1/testing-lab/scenarios/run': run,
})
