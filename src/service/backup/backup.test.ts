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
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { StartRefused } from '../../net/start-refused'
import { placeEmptyDatabase } from '../empty-database.fixture'
import { addAgent, addCollection, addFile } from '../journeys.fixture'
import { openedServices, type Served } from '../service.fixture'
import { programsOnBrokenDisk } from '../store/broken-worker.fixture'
import { isDiskFull } from '../store/store-away'
import { backUp } from './backup'
import type { Command } from './command'
import { restore } from './restore'

let directory = ''
const services = openedServices()
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'backup-'))
  await placeEmptyDatabase(inside('data'))
})
afterEach(async () => {
  await services.closeAll()
  rmSync(directory, { recursive: true, force: true })
})
const inside = (name: string) => join(directory, name)

const open = (name: string) =>
  services.open({
    dataDir: inside(name),
    extract: async () => ({ ok: true, passages: [{ text: 'Parcels leave daily.' }] }),
  })

const command = (name: string, file?: string, changes: Partial<Command> = {}): Command => ({
  argument: file && inside(file),
  dataDir: inside(name),
  programs: inject('programs'),
  signal: new AbortController().signal,
  ...changes,
})

interface Listed {
  readonly id: string
  readonly status: string
}

const listFiles = async ({ send }: Served) =>
  ((await send('/api/v1/knowledge-base/files')).json as { files: Listed[] }).files

async function viewFile({ send, service }: Served, id: string): Promise<string> {
  const { json } = await send(`/api/v1/knowledge-base/file/${id}/view`, { method: 'POST' })
  const answer = await service().fetch(new Request((json as { viewUrl: string }).viewUrl))
  expect(answer.status).toBe(200)
  return answer.text()
}

const allRead = (served: Served) =>
  expect.poll(async () => (await listFiles(served)).filter(({ status }) => status === 'UPLOADED')).toEqual([])

const find = ({ send }: Served, query: string) =>
  send('/api/v1/knowledge-base/search', { method: 'POST', body: { query, limit: 1 } })

const remove = ({ send }: Served, id: string) =>
  send(`/api/v1/knowledge-base/file/${id}`, { method: 'DELETE' })

describe('a backup of the embedded store', { timeout: 240_000 }, () => {
  test('that is restored elsewhere answers every list as the store did, and goes on', async () => {
    const first = await open('data')
    const fileIds: string[] = []
    for (let index = 0; index < 5; index++)
      fileIds.push(
        await addFile(first, `guide-${index}.md`, `# Guide ${index}\n\nParcels leave on day ${index}.`),
      )
    const { agentId, labId } = await addAgent(first)
    const collectionId = await addCollection(first)
    for (const id of fileIds.slice(0, 2))
      await first.send(`/api/v1/knowledge-base/collection/${collectionId}/file/${id}`, { method: 'POST' })
    const scenario = {
      agent_id: labId,
      name: 'Hours',
      instructions: 'You want to know the opening hours.',
      first_message: 'When are you open?',
    }
    await first.send('/api/v1/testing-lab/scenarios', { method: 'POST', body: scenario })
    await allRead(first)
    const answers = async (served: Served) => [
      (await served.send('/api/v1/knowledge-base/files')).text,
      (await served.send('/api/v1/knowledge-base/collections')).text,
      (await served.send('/api/v1/tools')).text,
      (await served.send(`/api/v1/agents/${agentId}/versions`)).text,
      (await served.send('/api/v1/agent-calls')).text,
      (await served.send(`/api/v1/testing-lab/scenarios?agent_id=${labId}`)).text,
      (await served.send(`/api/v1/testing-lab/runs?agent_id=${labId}`)).text,
      ((await find(served, 'parcels')).json as { passages: unknown }).passages,
      ...(await Promise.all(fileIds.map((id) => viewFile(served, id)))),
    ]
    const before = await answers(first)
    expect(JSON.stringify(before)).toContain('Hours')
    const session = { startedAt: new Date(), seenAt: new Date() }
    const person = { name: 'anna', role: 'operator', signIn: 'password' } as const
    await first.service().team.sessions.start('a digest', { person, ...session })

    const said = await backUp(command('data', 'saved'))
    expect(said).toMatch(
      /^Saved 5 files \(.*\), 1 agent .*saved: [\d.]+ MB in .* s; the service was held for [\d.]+ s\.$/,
    )
    expect(statSync(inside('saved')).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory).sort()).toEqual(['data', 'saved'])
    expect(readdirSync(inside('data')).filter((name) => name.startsWith('snapshot-'))).toEqual([])
    // What happens afterwards is not in it.
    await remove(first, fileIds[4] ?? '')
    await first.close()

    expect(await restore(command('elsewhere', 'saved'))).toMatch(/^Restored 5 files \(.*\), 1 agent /)
    expect(readdirSync(inside('elsewhere')).filter((name) => name.startsWith('restoring-'))).toEqual([])
    const second = await open('elsewhere')
    expect(await answers(second)).toEqual(before)
    // Who signed out since the backup stays signed out.
    expect(await second.service().team.sessions.find('a digest')).toBeUndefined()
    const added = await addFile(second, 'more.md', '# More\n\nOne more.')
    await allRead(second)
    expect(await viewFile(second, added)).toContain('One more.')

    // The same with no service running: this time without the file that was deleted.
    expect(await backUp(command('data', 'later'))).toMatch(/^Saved 4 files .* s\.$/)
    expect(readdirSync(inside('data')).filter((name) => name.startsWith('snapshot-'))).toEqual([])
    await restore(command('third', 'later'))
    const third = await open('third')
    expect((await listFiles(third)).map(({ id }) => id).sort()).toEqual(fileIds.slice(0, 4).sort())
  })

  test('taken while files come and go, holds what was acknowledged before, and nothing by half', async () => {
    const first = await open('data')
    const content = new Map<string, string>()
    const stored: string[] = []
    const removed: string[] = []
    let working = true
    let made = 0
    const work = async () => {
      while (working) {
        const number = ++made
        const text = `# Document ${number}\n\n${randomBytes(2_000 + (number % 7) * 30_000).toString('base64')}`
        const id = await addFile(first, `document-${number}.md`, text)
        content.set(id, text)
        stored.push(id)
        await addAgent(first, { name: `Agent ${number}` })
        const oldest = number % 3 === 0 ? stored.shift() : undefined
        if (oldest) {
          await remove(first, oldest)
          removed.push(oldest)
        }
      }
    }
    const workers = [work(), work()]
    const enough = () => expect.poll(() => made)
    await enough().toBeGreaterThan(12)
    const had = { stored: [...stored], removed: [...removed] }
    await backUp(command('data', 'saved'))
    const removedMeanwhile = new Set(removed)
    await enough().toBeGreaterThan(made + 3)
    working = false
    await Promise.all(workers)
    await first.close()

    await restore(command('restored', 'saved'))
    const copy = await open('restored')
    await allRead(copy)
    const listed = await listFiles(copy)
    const ids = listed.map(({ id }) => id)
    expect(listed.filter(({ status }) => status !== 'INGESTED')).toEqual([])
    expect(had.stored.filter((id) => !ids.includes(id) && !removedMeanwhile.has(id))).toEqual([])
    expect(had.removed.filter((id) => ids.includes(id))).toEqual([])
    for (const id of ids) expect(await viewFile(copy, id)).toBe(content.get(id))
  })

  test('is refused in one sentence where it cannot be made, and nothing is written', async () => {
    writeFileSync(inside('there'), 'mine')
    const refused = (said: RegExp, ...given: Parameters<typeof command>) =>
      expect(backUp(command(...given))).rejects.toThrow(said)
    await refused(/there exists already and was not touched/, 'data', 'there')
    await refused(/^Name the file to write/, 'data')
    await refused(/^There is no store in .*nothing\.$/, 'nothing', 'saved')
    await refused(/^There is no directory .*no; make it/, 'data', 'no/saved')
    const server = { databaseUrl: 'postgres://127.0.0.1:1/x' }
    await refused(/pg_dump .*\n.*pg_restore /, 'data', 'saved', server)
    expect(readFileSync(inside('there'), 'utf8')).toBe('mine')
    expect(readdirSync(directory).sort()).toEqual(['data', 'there'])
    expect(readdirSync(inside('data')).filter((name) => name.startsWith('snapshot-'))).toEqual([])
  })

  test('of a damaged store is refused, and the store stays as it is', async () => {
    rmSync(inside('data/database/PG_VERSION'))
    const control = readFileSync(inside('data/database/global/pg_control'))
    await expect(backUp(command('data', 'none.tar.gz'))).rejects.toThrow(/PG_VERSION is missing/)
    expect(readFileSync(inside('data/database/global/pg_control')).equals(control)).toBe(true)
    expect(existsSync(inside('data/database/PG_VERSION'))).toBe(false)
  })

  test('that is stopped leaves no file, and neither does one whose service ends', async () => {
    const first = await open('data')
    await addFile(first, 'large.md', randomBytes(3_000_000).toString('base64'))
    const stopping = new AbortController()
    const stopped = backUp(command('data', 'stopped', { signal: stopping.signal }))
    await expect
      .poll(() => readdirSync(directory).some((name) => name.endsWith('.part')), {
        interval: 1,
      })
      .toBe(true)
    stopping.abort()
    await expect(stopped).rejects.toThrow('aborted')

    const ended = backUp(command('data', 'ended'))
    await expect
      .poll(() => readdirSync(inside('data')).some((name) => name.startsWith('snapshot-')), {
        interval: 1,
      })
      .toBe(true)
    await Promise.all([
      first.close(),
      expect(ended).rejects.toThrow('The service stopped before the backup was complete; nothing was kept.'),
    ])
    expect(readdirSync(directory)).toEqual(['data'])
    expect(readdirSync(inside('data')).filter((name) => name.startsWith('snapshot-'))).toEqual([])
  })

  test('that is damaged, cut, or none, is not restored; nor is one where something is', async () => {
    const first = await open('data')
    await addFile(first, 'guide.md', randomBytes(20_000).toString('base64'))
    await allRead(first)
    await backUp(command('data', 'saved'))
    const refused = async (said: RegExp, file: string, name = 'new', changes = {}) => {
      const there = existsSync(inside(name)) && readdirSync(inside(name))
      const error: unknown = await restore(command(name, file, changes)).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(file === 'missing' ? Error : StartRefused)
      expect(error).toMatchObject({ message: expect.stringMatching(said) })
      expect(existsSync(inside(name)) && readdirSync(inside(name))).toEqual(there)
    }
    await refused(/is already in use by this process/, 'saved', 'data')
    await first.close()
    await refused(/is not empty, and a restore never replaces anything/, 'saved', 'data')
    await refused(/DATABASE_URL is set/, 'saved', 'new', { databaseUrl: 'postgres://127.0.0.1:1/x' })
    await refused(/ENOENT/, 'missing')

    const { size } = statSync(inside('saved'))
    for (const cut of [0, 100, Math.floor(size / 2), size - 1]) {
      copyFileSync(inside('saved'), inside('cut'))
      truncateSync(inside('cut'), cut)
      await refused(/cut is not a backup of Switchboard, or it is damaged/, 'cut')
    }
    // In a file, and in the checksum, which is read last. One bit alone may say how far back the same zeros stand, and then nothing is damaged.
    for (const place of [size - 1000, size - 8]) {
      const flipped = readFileSync(inside('saved'))
      flipped.writeInt32LE(~flipped.readInt32LE(place), place)
      writeFileSync(inside('flipped'), flipped)
      await refused(/damaged/, 'flipped')
    }
    writeFileSync(inside('letter'), 'Dear reader')
    await refused(/letter is not a backup of Switchboard, or it is damaged/, 'letter')

    // Archives that are whole, and not what they should be.
    mkdirSync(inside('other'))
    writeFileSync(inside('other/readme'), 'hello')
    await tar.create({ cwd: inside('other'), gzip: true, file: inside('strange') }, ['readme'])
    await refused(/strange is not a backup of Switchboard: it holds other files/, 'strange')
    await tar.create({ cwd: inside('other'), gzip: true, file: inside('above'), preservePaths: true }, [
      '../letter',
    ])
    await refused(/above is not a backup of Switchboard/, 'above')
    mkdirSync(inside('whole'))
    await tar.extract({ cwd: inside('whole'), file: inside('saved') })
    const manifest = JSON.parse(readFileSync(inside('whole/manifest.json'), 'utf8'))
    const pack = async (name: string, names: string[], changes = {}) => {
      writeFileSync(inside('whole/manifest.json'), JSON.stringify({ ...manifest, ...changes }))
      await tar.create({ cwd: inside('whole'), gzip: true, file: inside(name) }, ['manifest.json', ...names])
    }
    await pack('later', ['database', 'blobs'], { schema: manifest.schema + 1 })
    await refused(/was made by a later version/, 'later')
    await pack('future', ['database', 'blobs'], { format: 2 })
    await refused(/not a backup that this version of Switchboard can read/, 'future')
    await pack('bytes', ['database'])
    await refused(/is damaged: its content does not match its manifest/, 'bytes')
    await pack('records', ['blobs'])
    await refused(/is damaged: its content does not match its manifest/, 'records')
    await pack('counts', ['database', 'blobs'], { records: { ...manifest.records, files: 7 } })
    await refused(/is damaged: its content does not match its manifest/, 'counts')

    writeFileSync(inside('whole/database/PG_VERSION'), '17\n')
    await pack('older', ['database', 'blobs'])
    await refused(/was made by another version of PostgreSQL \(17; this one is 18\)/, 'older')

    // A disk that is full says nothing about the backup.
    const { programs, have } = programsOnBrokenDisk()
    have('full')
    const unable: unknown = await restore(command('new', 'saved', { programs })).catch((error) => error)
    expect(isDiskFull(unable)).toBe(true)

    // An empty directory that is there will do.
    mkdirSync(inside('empty'))
    expect(await restore(command('empty', 'saved'))).toMatch(/^Restored 1 file /)
  })
})
