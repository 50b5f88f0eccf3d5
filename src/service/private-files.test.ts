import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { placeEmptyDatabase } from './empty-database.fixture'
import { serviceProgram } from './program.fixture'

// Safety 22: what the service stores is for its owner alone, also where it was there before.

const spawnProgram = serviceProgram()
let dataDir = ''

beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'private-'))
  dataDir = join(parent, 'data')
  return () => rmSync(parent, { recursive: true, force: true })
})

/** Starts it as a careless shell would: without a mask, files are made for everybody unless they say otherwise. */
async function start() {
  const { ready, said } = spawnProgram(
    { DATA_DIR: dataDir },
    { wrap: ['sh', '-c', 'umask 000 && exec "$0" "$@"'] },
  )
  const { origin } = await ready
  expect(said.error).toBe('')
  return origin
}

/** What others may do with a path. */
const forOthers = (path: string) => statSync(path).mode & 0o077
/** What others can reach. The embedded database makes its files for everybody; its directory keeps them out (D440). */
const openIn = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (forOthers(path)) return [path]
    return entry.isDirectory() && entry.name !== 'database' ? openIn(path) : []
  })

test('others reach nothing of a store, whatever the mask says', async () => {
  await placeEmptyDatabase(dataDir)
  const origin = await start()
  const { apiKey } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
  const asked = await fetch(`${origin}/generate-presigned-url`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ fileName: 'a.md' }),
  })
  const { uploadUrl } = (await asked.json()) as { uploadUrl: string }
  const headers = { 'content-type': 'text/markdown' }
  expect((await fetch(uploadUrl, { method: 'PUT', headers, body: '# Hours' })).status).toBe(200)
  expect([forOthers(dataDir), openIn(dataDir)]).toEqual([0, []])
})

test('an older store is closed at its next start', async () => {
  await placeEmptyDatabase(dataDir)
  mkdirSync(join(dataDir, 'blobs'))
  const key = { apiKey: 'key-of-an-older-start', accessToken: 'token-of-an-older-start' }
  writeFileSync(join(dataDir, 'credentials.json'), `${JSON.stringify(key, null, 2)}\n`)
  const parts = ['', 'database', 'blobs']
  for (const name of parts) chmodSync(join(dataDir, name), 0o755)
  chmodSync(join(dataDir, 'credentials.json'), 0o644)
  await start()
  expect([...parts, 'credentials.json'].map((name) => forOthers(join(dataDir, name)))).toEqual([0, 0, 0, 0])
})

test('a directory with other things in it stays open, and the parts of the store in it are closed', async () => {
  await placeEmptyDatabase(dataDir)
  mkdirSync(join(dataDir, 'photos'))
  chmodSync(dataDir, 0o755)
  await start()
  expect(statSync(dataDir).mode & 0o777).toBe(0o755)
  for (const name of ['database', 'blobs', 'credentials.json']) expect(forOthers(join(dataDir, name))).toBe(0)
})
