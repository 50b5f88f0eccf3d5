import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { placeEmptyDatabase } from '../empty-database.fixture'
import type { LogEntry } from '../log'
import { programsOnBrokenDisk } from './broken-worker.fixture'
import { type DatabaseOptions, openDatabase } from './open-database'
import { isDiskFull, isStoreAway } from './store-away'

// Opening an embedded database takes seconds on a busy machine, and these open several.
vi.setConfig({ testTimeout: 120_000 })

const ENDLESS = `do 'begin loop end loop; end'`

/** An embedded store with one table of one row, `kept`. */
async function open(options: Partial<DatabaseOptions>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pglite-server-'))
  await placeEmptyDatabase(dataDir)
  chmodSync(join(dataDir, 'database'), 0o755)
  const log: LogEntry[] = []
  const opened = await openDatabase({
    dataDir,
    programs: inject('programs'),
    log: (entry) => log.push(entry),
    ...options,
  })
  onTestFinished(async () => {
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const pool = opened.db.$client
  await pool.query('create table notes (text text)')
  await pool.query(`insert into notes values ('kept')`)
  const notes = async () =>
    (await pool.query('select text from notes order by text')).rows.map(({ text }) => text)
  return { ...opened, dataDir, pool, log, notes }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it worked'),
    (error: unknown) => error,
  )

test('a statement that never ends is ended, its transaction is undone, and the next one works (D221)', async () => {
  const { pool, notes, log, isAnswering } = await open({ bounds: { statement: 3_000, connection: 60_000 } })
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`insert into notes values ('undone')`)
  const ended = failureOf(client.query(ENDLESS))
  const others = Promise.all(Array.from({ length: 5 }, notes))
  expect(await isAnswering()).toBe(false)
  expect(isStoreAway(await ended)).toBe(true)
  client.release()
  expect(await others).toEqual(Array(5).fill(['kept']))
  expect(await isAnswering()).toBe(true)
  expect(log.map(({ event, status, error }) => [event, status, error])).toEqual([
    ['store', 503, 'StoreStopped'],
    ['store', 200, undefined],
  ])
})

test('a thread that ends by itself is replaced, also when that takes several tries (D221)', async () => {
  const { programs, have } = programsOnBrokenDisk()
  const { pool, notes } = await open({ programs })
  have('gone')
  const lost = await failureOf(pool.query(`insert into notes values ('lost'); checkpoint`))
  expect(isStoreAway(lost)).toBe(true)
  // The disk still ends whoever writes to it, and opening writes.
  expect(isStoreAway(await failureOf(notes()))).toBe(true)
  // It ended while it wrote its own lock file, too, which is then empty.
  have('none')
  await expect.poll(() => notes().catch(() => 'away')).toContain('kept')
  await pool.query(`insert into notes values ('new')`)
  expect(await notes()).toContain('new')
})

test('is not opened again, and never overwritten, while files of it are missing (D249)', async () => {
  const { dataDir, pool, notes } = await open({ bounds: { statement: 1_000, connection: 60_000 } })
  const version = join(dataDir, 'database', 'PG_VERSION')
  const content = readFileSync(version)
  rmSync(version)
  expect(isStoreAway(await failureOf(pool.query(ENDLESS)))).toBe(true)
  expect(isStoreAway(await failureOf(notes()))).toBe(true)
  expect(existsSync(version)).toBe(false)
  writeFileSync(version, content)
  await expect.poll(() => notes().catch(() => 'away')).toEqual(['kept'])
})

test('a full disk is told as one, in a transaction too, and work goes on when there is room (D223)', async () => {
  const { programs, have } = programsOnBrokenDisk()
  const { db, pool, notes } = await open({ programs })
  have('full')
  const inTransaction = db.transaction(async (tx) => {
    await tx.execute(`insert into notes values ('too much')`)
  })
  expect(isDiskFull(await failureOf(inTransaction))).toBe(true)
  // Opened again it writes at once, so it stays away until there is room, and says why.
  await expect
    .poll(async () => isDiskFull(await pool.query(`insert into notes values ('too much')`).catch((e) => e)))
    .toBe(true)
  have('none')
  await expect
    .poll(() =>
      pool.query(`insert into notes values ('new')`).then(
        () => 'written',
        () => 'away',
      ),
    )
    .toBe('written')
  expect(await notes()).toEqual(['kept', 'new'])
})

test('is closed in bounded time while a statement never ends (D224)', async () => {
  const { pool, close } = await open({ bounds: { close: 500 } })
  const running = failureOf(pool.query(ENDLESS))
  const waiting = failureOf(pool.query('select 1'))
  await close()
  expect(isStoreAway(await running)).toBe(true)
  expect(isStoreAway(await waiting)).toBe(true)
})

test('who is cut off in a transaction leaves nothing of it to the next connection', async () => {
  const { pool, notes } = await open({})
  const client = await pool.connect()
  client.on('error', () => {})
  await client.query('begin')
  await client.query(`insert into notes values ('undone')`)
  client.connection.stream.destroy()
  client.release()
  expect(await notes()).toEqual(['kept'])
})

test('is for its owner alone, also where it was there before (safety 22)', async () => {
  const { dataDir } = await open({})
  expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700)
})
