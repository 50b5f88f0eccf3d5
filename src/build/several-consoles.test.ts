import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../proxy/config'
import { startConsole } from '../proxy/start'
import { openService } from '../service/open'
import { openTestDatabase } from '../service/service.fixture'

const FILE = '/api/v1/knowledge-base/file'
const TEXT = '# Opening hours\n\nNine to five.'

// What `npm start` puts together, several times on one database.
describe.skipIf(!process.env.TEST_DATABASE_URL)('two consoles on one database', () => {
  let store: Awaited<ReturnType<typeof openTestDatabase>>
  beforeAll(async () => {
    store = await openTestDatabase()
    await store.shut()
  })
  afterAll(() => store.close())

  async function start() {
    const dataDir = mkdtempSync(join(tmpdir(), 'console-'))
    const credentials = { apiKey: `key-${dataDir}`, accessToken: `token-${dataDir}` }
    const running = await startConsole({
      config: readConfig({ PORT: '0' }),
      openService: (publicUrl) =>
        openService({
          dataDir,
          databaseUrl: store.databaseUrl,
          credentials,
          publicUrl,
          programs: inject('programs'),
        }),
    })
    onTestFinished(async () => {
      await running.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    return async (path: string, method = 'GET', body?: string | object) => {
      const answer = await fetch(new URL(path, running.origin), {
        method,
        headers: { 'content-type': typeof body === 'string' ? 'text/markdown' : 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await answer.text()
      expect([answer.status, text], `${method} ${path}`).toEqual([expect.toBeOneOf([200, 201]), text])
      return text
    }
  }

  test('each takes the upload, preview and view addresses of the other', async () => {
    const [one, two] = [await start(), await start()]
    const { uploadUrl, fileId } = JSON.parse(
      await one('/generate-presigned-url', 'POST', { fileName: 'hours.md' }),
    )
    expect(uploadUrl).toMatch(/^\/console\/uploads\//)
    await two(uploadUrl, 'PUT', TEXT)
    await one(FILE, 'POST', { fileId })
    const { viewUrl, consolePreview } = JSON.parse(await two(`${FILE}/${fileId}/view`, 'POST'))
    expect(await one(consolePreview)).toBe(TEXT)
    const { pathname, search } = new URL(viewUrl)
    expect(await one(`${pathname}${search}`)).toBe(TEXT)
  })
})
