import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from 'playwright/test'

/** Makes a collection behind the browser's back; resolves with its id. */
export async function addCollection(page: Page, name: string): Promise<string> {
  const made = await page.request.post('/api/v1/knowledge-base/collection', {
    data: { name, description: '' },
  })
  const reply = await made.json()
  return (reply.collection ?? reply).id
}

/** Puts a Markdown document into a collection, and waits until answers can rest on it. */
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

/** A service that answers the two documented operations of the testing lab in whatever shape it is told to, and no other. */
export interface OtherLab {
  readonly origin: string
  /** What it was sent, by the end of the address. */
  readonly sent: { path: string; body: unknown }[]
  /** What it answers from now on. */
  answer(replies: { generate?: unknown; run?: unknown }): void
  close(): Promise<void>
}

export async function serveLab(): Promise<OtherLab> {
  const sent: OtherLab['sent'] = []
  let replies: { generate?: unknown; run?: unknown } = {}
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const name = /^\/api\/v1\/testing-lab\/scenarios\/(generate|run)$/.exec(request.url ?? '')?.[1]
      response.setHeader('content-type', 'application/json')
      if (request.method !== 'POST' || !name)
        return void response.writeHead(404).end('{"message":"No such address."}')
      sent.push({ path: name, body: JSON.parse(text) })
      response.writeHead(200).end(JSON.stringify(name === 'run' ? replies.run : replies.generate))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    answer: (next) => {
      replies = { ...replies, ...next }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
