import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { credentialsPath, openSecrets, showCredentials } from './credentials'
import { openTestDatabase } from './service.fixture'
import { secrets } from './store/schema'

const opened = await openTestDatabase()
let dataDir = ''
afterAll(() => opened.close())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'))
})
afterEach(async () => {
  await opened.db.delete(secrets)
  rmSync(dataDir, { recursive: true, force: true })
})

const keep = (directory = dataDir) => openSecrets(opened.db, directory)

test('are made once, for all processes that start at once and later', async () => {
  const all = await Promise.all([keep(), keep(join(dataDir, 'other')), keep()])
  all.push(await keep())
  for (const each of all) expect(each).toEqual(all[0])
  expect(all[0]?.linkKey).toHaveLength(32)
  expect(all[0]?.apiKey).toMatch(/^local-key-\S{32}$/)
})

test('of an older data directory are taken over, unless the store has some', async () => {
  const old = { apiKey: 'key-of-before', accessToken: 'token-of-before' }
  const linkKey = Buffer.alloc(32, 5)
  writeFileSync(credentialsPath(dataDir), JSON.stringify(old))
  writeFileSync(join(dataDir, 'link.key'), linkKey.toString('base64'))
  expect(await keep()).toEqual({ ...old, linkKey })
  writeFileSync(credentialsPath(dataDir), 'nothing that can be read')
  expect(await keep()).toEqual({ ...old, linkKey })
  await opened.db.delete(secrets)
  await expect(keep()).rejects.toMatchObject({ name: 'StartRefused', message: /delete it and new ones/ })
})

test('lie in the data directory for their user to read', () => {
  const credentials = { apiKey: 'a', accessToken: 'b' }
  for (const directory of [dataDir, join(dataDir, 'made')]) {
    showCredentials(directory, credentials)
    expect(JSON.parse(readFileSync(credentialsPath(directory), 'utf8'))).toEqual(credentials)
    expect(statSync(credentialsPath(directory)).mode & 0o777).toBe(0o600)
  }
})
