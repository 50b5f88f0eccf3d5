import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as tar from 'tar'
import { beforeEach, describe, expect, test } from 'vitest'
import { placeEmptyDatabase } from '../empty-database.fixture'
import { agentBody } from '../journeys.fixture'
import { end, serviceProgram } from '../program.fixture'

const KEY = 'key-of-the-saved-service'
const MARKDOWN = { 'content-type': 'text/markdown' }

const spawnProgram = serviceProgram()
let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'backup-'))
  return () => rmSync(directory, { recursive: true, force: true })
})
const inside = (name: string) => join(directory, name)

// biome-ignore lint/suspicious/noExplicitAny: what answers hold is compared, never computed with
type Answer = any

/** Starts the service on a data directory; gives a way to ask it. */
async function serve(dataDir: string) {
  const keys = { SERVICE_API_KEY: KEY, SERVICE_ACCESS_TOKEN: KEY }
  const { child, said, ready } = spawnProgram({ DATA_DIR: dataDir, ...keys })
  const { origin } = await ready
  expect(origin, said.error).not.toBe('')
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
    const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return (response.status === 204 ? undefined : response.json()) as Promise<Answer>
  }
  return { child, ask }
}

type Ask = Awaited<ReturnType<typeof serve>>['ask']

/** Runs a command to its end; gives its exit code and what it said. */
async function run(program: string, dataDir: string, file?: string, variables = {}) {
  const { child, said, ended } = spawnProgram({ DATA_DIR: dataDir, ...variables }, [
    program,
    ...(file ? [file] : []),
  ])
  await ended
  return { code: child.exitCode, ...said }
}

async function upload(ask: Ask, name: string, content: string): Promise<string> {
  const { uploadUrl, fileId } = await ask('POST', '/generate-presigned-url', { fileName: name })
  expect((await fetch(uploadUrl, { method: 'PUT', body: content, headers: MARKDOWN })).status).toBe(200)
  await ask('POST', '/api/v1/knowledge-base/file', { fileId })
  return fileId
}

const remove = (ask: Ask, fileId: string) => ask('DELETE', `/api/v1/knowledge-base/file/${fileId}`)

interface Listed {
  readonly id: string
  readonly status: string
}

const listFiles = async (ask: Ask): Promise<Listed[]> =>
  (await ask('GET', '/api/v1/knowledge-base/files')).files

async function viewFile(ask: Ask, id: string): Promise<string> {
  const { viewUrl } = await ask('POST', `/api/v1/knowledge-base/file/${id}/view`)
  const answer = await fetch(viewUrl)
  expect(answer.status).toBe(200)
  return answer.text()
}

const allRead = async (ask: Ask) =>
  expect
    .poll(async () => (await listFiles(ask)).filter(({ status }) => status === 'UPLOADED'), {
      timeout: 60_000,
    })
    .toEqual([])

describe('npm run backup and npm run restore', { timeout: 120_000 }, () => {
  test('a store that is restored elsewhere answers every list as it did, and goes on', async () => {
    await placeEmptyDatabase(inside('data'))
    const { child, ask } = await serve(inside('data'))
    const fileIds: string[] = []
    for (let index = 0; index < 5; index++)
      fileIds.push(
        await upload(ask, `guide-${index}.md`, `# Guide ${index}\n\nParcels leave on day ${index}.`),
      )
    const { agent } = await ask('POST', '/api/v1/agents', agentBody())
    const { collection } = await ask('POST', '/api/v1/knowledge-base/collection', {
      name: 'Desk',
      description: '',
    })
    for (const id of fileIds.slice(0, 2))
      await ask('POST', `/api/v1/knowledge-base/collection/${collection.id}/file/${id}`)
    await ask('POST', '/api/v1/testing-lab/scenarios', {
      agent_id: agent.cekuraAgentId,
      name: 'Hours',
      instructions: 'You want to know the opening hours.',
      first_message: 'When are you open?',
    })
    await allRead(ask)
    const answers = async (asking: Ask) => [
      await asking('GET', '/api/v1/knowledge-base/files'),
      await asking('GET', '/api/v1/knowledge-base/collections'),
      await asking('GET', `/api/v1/agents/${agent.id}/versions`),
      await asking('GET', '/api/v1/agent-calls'),
      await asking('GET', '/api/v1/testing-lab/scenarios'),
      await asking('GET', '/api/v1/testing-lab/runs'),
      await asking('POST', '/api/v1/knowledge-base/search', { query: 'parcels' }),
      await Promise.all(fileIds.map((id) => viewFile(asking, id))),
    ]
    const before = await answers(ask)

    const saved = await run('backup', inside('data'), inside('saved.tar.gz'))
    expect(saved).toMatchObject({ code: 0, error: '' })
    expect(saved.out).toMatch(
      /^Saved 5 files \(.*\), 1 agent .*saved\.tar\.gz: [\d.]+ MB in .* held for [\d.]+ s\.\n$/,
    )
    expect(statSync(inside('saved.tar.gz')).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory).sort()).toEqual(['data', 'saved.tar.gz'])
    await expect
      .poll(() => readdirSync(inside('data')).filter((name) => name.startsWith('snapshot-')))
      .toEqual([])
    // What happens afterwards is not in it.
    await remove(ask, fileIds[4] ?? '')
    await end(child, 'SIGTERM')

    const restored = await run('restore', inside('elsewhere'), inside('saved.tar.gz'))
    expect(restored).toMatchObject({ code: 0, error: '' })
    expect(readdirSync(inside('elsewhere')).filter((name) => name.startsWith('restoring-'))).toEqual([])
    const second = await serve(inside('elsewhere'))
    expect(await answers(second.ask)).toEqual(before)
    const added = await upload(second.ask, 'more.md', '# More\n\nOne more.')
    await allRead(second.ask)
    expect(await viewFile(second.ask, added)).toContain('One more.')
    await end(second.child, 'SIGTERM')

    // The same with no service: this time without the file that was deleted.
    expect(await run('backup', inside('data'), inside('later.tar.gz'))).toMatchObject({ code: 0, error: '' })
    expect(await run('restore', inside('third'), inside('later.tar.gz'))).toMatchObject({
      code: 0,
      error: '',
    })
    const third = await serve(inside('third'))
    expect((await listFiles(third.ask)).map(({ id }) => id).sort()).toEqual(fileIds.slice(0, 4).sort())
  })

  test('taken while files come and go, it holds what was acknowledged before and nothing by half', async () => {
    await placeEmptyDatabase(inside('data'))
    const { child, ask } = await serve(inside('data'))
    const content = new Map<string, string>()
    const stored: string[] = []
    const removed: string[] = []
    let working = true
    let made = 0
    const work = async () => {
      while (working) {
        const number = ++made
        const text = `# Document ${number}\n\nmark${number} ${'and more text. '.repeat(200 + (number % 7) * 300)}`
        const id = await upload(ask, `document-${number}.md`, text)
        content.set(id, text)
        stored.push(id)
        await ask('POST', '/api/v1/agents', agentBody({ name: `Agent ${number}` }))
        const oldest = number % 3 === 0 ? stored.shift() : undefined
        if (oldest) {
          await remove(ask, oldest)
          removed.push(oldest)
        }
      }
    }
    const workers = [work(), work()]
    await expect.poll(() => stored.length, { timeout: 60_000 }).toBeGreaterThan(15)

    for (const name of ['first', 'second', 'third']) {
      const [before, gone] = [[...stored], [...removed]]
      const saved = await run('backup', inside('data'), inside(name))
      expect(saved).toMatchObject({ code: 0, error: '' })
      const deletedMeanwhile = new Set(removed)
      expect(await run('restore', inside(`${name}-restored`), inside(name))).toMatchObject({
        code: 0,
        error: '',
      })
      const copy = await serve(inside(`${name}-restored`))
      await allRead(copy.ask)
      const listed = await listFiles(copy.ask)
      const ids = listed.map(({ id }) => id)
      expect(listed.filter(({ status }) => status !== 'INGESTED')).toEqual([])
      expect(before.filter((id) => !ids.includes(id) && !deletedMeanwhile.has(id))).toEqual([])
      expect(gone.filter((id) => ids.includes(id))).toEqual([])
      for (const id of ids) {
        const text = await viewFile(copy.ask, id)
        // One whose answer came after the list was made is not known here yet.
        if (content.has(id)) expect(text).toBe(content.get(id))
        const [mark] = /mark\d+/.exec(text) ?? []
        const { passages } = await copy.ask('POST', '/api/v1/knowledge-base/search', {
          query: mark,
          limit: 1,
        })
        expect(passages, mark).toMatchObject([{ fileId: id }])
      }
      await end(copy.child, 'SIGTERM')
    }
    working = false
    await Promise.all(workers)
    await end(child, 'SIGTERM')
  })

  test('what cannot be saved is refused in one sentence, and nothing is written', async () => {
    await placeEmptyDatabase(inside('data'))
    writeFileSync(inside('there'), 'mine')
    const refused = async (said: RegExp | string, ...given: Parameters<typeof run>) => {
      const { code, out, error } = await run(...given)
      expect([code, out]).toEqual([1, ''])
      expect(error).toMatch(said)
      expect(error.trimEnd()).not.toContain(given[3] ? 'secret-word' : '\n')
    }
    await refused(/there exists already and was not touched/, 'backup', inside('data'), inside('there'))
    await refused('Name the file to write', 'backup', inside('data'))
    await refused(/There is no store in .*nothing\.\n$/, 'backup', inside('nothing'), inside('saved'))
    await refused(
      /saved.*\.part cannot be used \(open: ENOENT\)/,
      'backup',
      inside('data'),
      inside('no/saved'),
    )
    const server = { DATABASE_URL: 'postgres://user:secret-word@127.0.0.1:1/x' }
    await refused(/pg_dump .*\n.*pg_restore /, 'backup', inside('data'), inside('saved'), server)
    expect(readFileSync(inside('there'), 'utf8')).toBe('mine')
    expect(readdirSync(directory).sort()).toEqual(['data', 'there'])
  })

  test('a backup that is damaged, cut, or none, is refused, and so is a directory that holds something', async () => {
    await placeEmptyDatabase(inside('data'))
    const { child, ask } = await serve(inside('data'))
    await upload(ask, 'guide.md', randomBytes(20_000).toString('base64'))
    await allRead(ask)
    const saved = inside('saved')
    expect(await run('backup', inside('data'), saved)).toMatchObject({ code: 0 })
    const refused = async (said: RegExp, file: string, dataDir = inside('new'), variables = {}) => {
      const there = existsSync(dataDir) && readdirSync(dataDir)
      const { code, out, error } = await run('restore', dataDir, file, variables)
      expect([code, out]).toEqual([1, ''])
      expect(error).toMatch(said)
      expect(existsSync(dataDir) && readdirSync(dataDir)).toEqual(there)
    }
    await refused(/is in use by process \d+/, saved, inside('data'))
    await end(child, 'SIGKILL')
    await refused(/is not empty, and a restore never replaces anything/, saved, inside('data'))
    await refused(/DATABASE_URL is set/, saved, inside('new'), { DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    await refused(/cannot be used \(stat: ENOENT\)/, inside('missing'))

    const { size } = statSync(saved)
    for (const cut of [0, 100, Math.floor(size / 2), size - 1]) {
      copyFileSync(saved, inside('cut'))
      truncateSync(inside('cut'), cut)
      await refused(/cut is no backup of Switchboard, or it is damaged/, inside('cut'))
    }
    const flipped = readFileSync(saved)
    flipped.writeUInt8(flipped.readUInt8(size - 1000) ^ 1, size - 1000)
    writeFileSync(inside('flipped'), flipped)
    await refused(/damaged/, inside('flipped'))
    writeFileSync(inside('letter'), 'Dear reader')
    await refused(/letter is no backup of Switchboard, or it is damaged/, inside('letter'))

    // Archives that are whole, and not what they should be.
    mkdirSync(inside('other'))
    writeFileSync(inside('other/readme'), 'hello')
    await tar.create({ cwd: inside('other'), gzip: true, file: inside('strange') }, ['readme'])
    await refused(/strange is no backup of Switchboard: it holds other files/, inside('strange'))
    await tar.create({ cwd: inside('other'), gzip: true, file: inside('above'), preservePaths: true }, [
      '../letter',
    ])
    await refused(/above is no backup of Switchboard/, inside('above'))
    mkdirSync(inside('whole'))
    await tar.extract({ cwd: inside('whole'), file: saved })
    const manifest = JSON.parse(readFileSync(inside('whole/manifest.json'), 'utf8'))
    const pack = async (name: string, names: string[], changes = {}) => {
      writeFileSync(inside('whole/manifest.json'), JSON.stringify({ ...manifest, ...changes }))
      await tar.create({ cwd: inside('whole'), gzip: true, file: inside(name) }, names)
    }
    await pack('later', ['manifest.json', 'database', 'blobs'], { schema: manifest.schema + 1 })
    await refused(/was made by a later version/, inside('later'))
    await pack('future', ['manifest.json', 'database', 'blobs'], { format: 2 })
    await refused(/no backup that this version of Switchboard can read/, inside('future'))
    await pack('bytes', ['manifest.json', 'database'])
    await refused(/is damaged: it does not hold what it says/, inside('bytes'))
    await pack('records', ['manifest.json', 'blobs'])
    await refused(/is damaged: it does not hold what it says/, inside('records'))
    await pack('counts', ['manifest.json', 'database', 'blobs'], {
      records: { ...manifest.records, files: 7 },
    })
    await refused(/is damaged: it does not hold what it says/, inside('counts'))

    // An empty directory that is there will do.
    mkdirSync(inside('empty'))
    expect(await run('restore', inside('empty'), saved)).toMatchObject({ code: 0, error: '' })
  })
})
