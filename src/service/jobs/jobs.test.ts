import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { gate } from '../../net/gate.fixture'
import type { LogEntry } from '../log'
import { openTestDatabase } from '../service.fixture'
import { type Database, openDatabase } from '../store/open-database'
import { jobs } from '../store/schema'
import { startJobs } from './jobs'
import { enqueue, type Job, type Queue } from './queue'

const opened = await openTestDatabase()
let outcomes: string[] = []
const log: LogEntry[] = []
type Jobs = ReturnType<typeof startJobs>

const running: Jobs[] = []
// What jobs write, to see what is written twice or not at all.
await opened.db.execute(sql`create table outcomes (line text not null)`)
afterEach(async () => {
  for (const each of running.splice(0)) await each.close()
  await opened.db.execute(sql`delete from outcomes`)
  await opened.db.delete(jobs)
  outcomes = []
})
afterAll(() => opened.close())

const write = (db: Pick<Database, 'execute'>, line: string) =>
  db.execute(sql`insert into outcomes values (${line})`)
const written = async () =>
  ((await opened.db.execute(sql`select line from outcomes order by line`)).rows as { line: string }[]).map(
    ({ line }) => line,
  )

const finish = (job: Job, line: string) => job.finish((tx) => write(tx, line))

/** What a process works with; `work` writes the key of the job unless it is told otherwise. */
function start(name: string, changes: Partial<Queue> = {}, db = opened.db): Jobs {
  const queue: Queue = {
    name,
    attemptsMax: 2,
    work: (job) => finish(job, job.key),
    giveUp: async (tx, key) => void (await write(tx, `${key} was given up`)),
    putBack: async (_, key) => void outcomes.push(`${key} was put back`),
    ...changes,
  }
  const started = startJobs({ db, queues: [queue], log: (entry) => log.push(entry) })
  running.push(started)
  return started
}

const jobRow = async (key: string) => (await opened.db.select().from(jobs).where(eq(jobs.key, key)))[0]
const WAIT = { timeout: 25_000, interval: 20 }

test('every job of a queue is done once, by whichever of several workers', async () => {
  for (let key = 0; key < 60; key += 1) await enqueue(opened.db, { queue: 'many', key: String(key) })
  const [one, two] = [start('many', { lanes: 1 }), start('many', { lanes: 1 })]
  await Promise.all([one.idle(['many']), two.idle(['many'])])
  expect((await written()).map(Number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, key) => key),
  )
})

test('what a transaction queues and takes back is never begun', async () => {
  const jobs = start('taken')
  await opened.db
    .transaction(async (tx) => {
      await enqueue(tx, { queue: 'taken', key: 'a' })
      throw new Error('no')
    })
    .catch(() => {})
  jobs.wake()
  await jobs.idle(['taken'])
  expect(await written()).toEqual([])
})

test('a job for later starts then, and one that is asked for again waits anew', async () => {
  const jobs = start('later')
  await enqueue(opened.db, { queue: 'later', key: 'a', afterMs: 1 })
  await enqueue(opened.db, { queue: 'later', key: 'b', afterMs: 1 })
  await enqueue(opened.db, { queue: 'later', key: 'b', afterMs: 3_600_000 })
  jobs.wake()
  await expect.poll(written, WAIT).toEqual(['a'])
  expect(await jobRow('b')).toMatchObject({ attempts: 0, lease: null })
})

test('a job that is asked for again while somebody is at it is done anew, and the first outcome is dropped', async () => {
  const [begun, proceed] = [gate(), gate()]
  let times = 0
  const jobs = start('again', {
    async work(job) {
      const line = `time ${++times}`
      if (times === 1) {
        begun.open()
        await proceed.opened
      }
      await finish(job, line)
    },
  })
  await enqueue(opened.db, { queue: 'again', key: 'a' })
  jobs.wake()
  await begun.opened
  await enqueue(opened.db, { queue: 'again', key: 'a' })
  proceed.open()
  await jobs.idle(['again'])
  expect(await written()).toEqual(['time 2'])
})

test('what breaks is tried again after a pause, then given up; others go on meanwhile', async () => {
  const jobs = start('breaks', {
    async work(job) {
      if (job.key === 'bad') throw new Error('broken')
      await finish(job, job.key)
    },
  })
  await enqueue(opened.db, { queue: 'breaks', key: 'bad' })
  await enqueue(opened.db, { queue: 'breaks', key: 'good' })
  jobs.wake()
  await expect.poll(written, WAIT).toEqual(['good'])
  expect((await jobRow('bad'))?.attempts).toBe(1)
  await jobs.idle(['breaks'])
  expect(await written()).toEqual(['bad was given up', 'good'])
})

test('what a full store breaks is put back and not tried again at once', async () => {
  let times = 0
  const jobs = start('full', {
    async work(job) {
      times++
      if (times < 3) throw Object.assign(new Error('full'), { code: '53100' })
      await finish(job, `attempt ${(await jobRow(job.key))?.attempts}`)
    },
  })
  const begun = performance.now()
  await enqueue(opened.db, { queue: 'full', key: 'a' })
  jobs.wake('full')
  await expect.poll(written, WAIT).toEqual(['attempt 1'])
  expect(performance.now() - begun).toBeGreaterThan(2_000)
})

test('the job of a dead worker is taken up when its lease has run out, and given up when that was often', async () => {
  const dead = { queue: 'dead', lease: randomUUID(), leasedUntil: sql<Date>`now() + interval '2 s'` }
  await opened.db.insert(jobs).values([
    { ...dead, key: 'once', attempts: 1 },
    { ...dead, key: 'often', attempts: 2 },
  ])
  const worker = start('dead')
  await worker.idle(['dead'])
  expect(await written()).toEqual(['often was given up', 'once'])
})

test('a stop puts back what is at hand at once, and does not wait for what does not end', async () => {
  const [begun, stuck] = [gate(), gate()]
  const working = start('stops', {
    lanes: 2,
    async work({ key, signal }) {
      if (key === 'moves')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      begun.open()
      await stuck.opened
    },
  })
  await enqueue(opened.db, { queue: 'stops', key: 'moves' })
  working.wake()
  await expect.poll(async () => (await jobRow('moves'))?.attempts, WAIT).toBe(1)
  await opened.db.insert(jobs).values({ queue: 'stops', key: 'hangs', lane: 1 })
  working.wake()
  await begun.opened
  await working.close()
  expect(outcomes).toEqual(['moves was put back'])
  expect(await jobRow('moves')).toMatchObject({ attempts: 0, lease: null })
  // Left to its lease.
  expect((await jobRow('hangs'))?.lease).not.toBeNull()
  stuck.open()
})

test('a job moves to another lane without a try', async () => {
  const worker = start('lanes', {
    lanes: 2,
    work: (job) => (job.lane === 0 ? job.moveTo(1) : finish(job, `${job.key} in lane ${job.lane}`)),
  })
  await enqueue(opened.db, { queue: 'lanes', key: 'a' })
  worker.wake()
  await worker.idle(['lanes'])
  expect(await written()).toEqual(['a in lane 1'])
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'another process is told by the server, long before it would look',
  async () => {
    const other = await openDatabase({
      dataDir: opened.dataDir,
      databaseUrl: opened.databaseUrl,
      programs: inject('programs'),
    })
    try {
      const worker = start('told', {}, other.db)
      // Until it listens.
      const listening = async () =>
        (
          await opened.db.execute(
            sql`select from pg_stat_activity where query = 'listen jobs' and datname = current_database()`,
          )
        ).rows.length
      await expect.poll(listening, WAIT).toBe(1)
      const looked = performance.now()
      await enqueue(opened.db, { queue: 'told', key: 'a' })
      await expect.poll(written, WAIT).toEqual(['a'])
      expect(performance.now() - looked).toBeLessThan(8_000)
      await worker.close()
    } finally {
      await other.close()
    }
  },
)

test('a job goes on in the place of another lane, without a new try, while its own lane goes on; a place that is taken is not given', async () => {
  const [taken, proceed] = [gate(), gate()]
  const worker = start('places', {
    lanes: 2,
    async work(job) {
      if (job.key === 'long') {
        expect(job.takePlaceIn(1)).toBe(true)
        taken.open()
        await proceed.opened
      } else if (job.lane === 0 && !job.takePlaceIn(1)) return job.moveTo(1)
      await finish(job, `${job.key} in lane ${job.lane}`)
    },
  })
  await enqueue(opened.db, { queue: 'places', key: 'long' })
  worker.wake('places')
  await taken.opened
  await enqueue(opened.db, { queue: 'places', key: 'next' })
  worker.wake('places')
  await expect.poll(async () => (await jobRow('next'))?.lane, WAIT).toBe(1)
  expect(await jobRow('long')).toMatchObject({ attempts: 1, lane: 0 })
  expect(await written()).toEqual([])
  proceed.open()
  await worker.idle(['places'])
  expect(await written()).toEqual(['long in lane 0', 'next in lane 1'])
})
