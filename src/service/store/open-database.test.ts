import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { inOrder } from '../../net/request-order'
import { openTestDatabase } from '../service.fixture'
import { migrate } from './migrate'
import { openDatabase } from './open-database'
import * as schema from './schema'

const opened = await openTestDatabase()
afterAll(() => opened.close())

const tables = (Object.values(schema) as unknown[]).filter((value) => is(value, PgTable))

async function rowsOf<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await opened.db.execute(query)).rows as Row[]
}

describe('the tables that queries are written with', () => {
  test('are the tables of the migrated database', async () => {
    const rows = await rowsOf<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
    const described = tables.map((table) => getTableConfig(table).name)
    expect([...described, 'migrations'].sort()).toEqual(rows.map(({ name }) => name))
  })

  test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    '%s has the same columns',
    async (name, table) => {
      const rows = await rowsOf<{ name: string; type: string; required: boolean }>(sql`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by attname`)
      const described = getTableConfig(table).columns.map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        required: column.notNull,
      }))
      described.sort((one, other) => (one.name < other.name ? -1 : 1))
      expect(described).toEqual(rows)
    },
  )
})

describe('the store', () => {
  test('serves the statements of requests in the order in which these came (D711)', async () => {
    const done: string[] = []
    const ask = async (name: string) => {
      await opened.db.execute(sql`select 1`)
      done.push(name)
    }
    const { max } = opened.db.$client.options
    let asking: Promise<void>[] = []
    const last = opened.db.transaction(async () => {
      const early = inOrder(async () => {
        await sleep(20)
        return [ask('early')]
      })
      await sleep(5)
      asking = [...inOrder(() => [ask('late'), ask('late, too')]), ...(await early)]
    })
    // With a server there are more connections; all but one stay in use.
    const others = Array.from({ length: max - 1 }, () =>
      opened.db.transaction(async () => {
        await last
        await Promise.all(asking)
      }),
    )
    await Promise.all([last, ...others])
    await Promise.all(asking)
    expect(done).toEqual(['early', 'late', 'late, too'])
  })

  test('survives statements that are refused, and rolls back what was not finished', async () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const collection = (id: string) => ({ id, name: id, description: '', createdAt: now, updatedAt: now })
    await opened.db.insert(schema.collections).values(collection('kept'))
    for (let round = 0; round < 3; round++)
      await expect(opened.db.insert(schema.collections).values(collection('kept'))).rejects.toMatchObject({
        cause: { code: '23505' },
      })
    const failing = opened.db.transaction(async (tx) => {
      await tx.insert(schema.collections).values(collection('lost'))
      await tx.execute(sql`select 1 / 0`)
    })
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
    const rows = await opened.db.select({ id: schema.collections.id }).from(schema.collections)
    expect(rows).toEqual([{ id: 'kept' }])
  })

  test('a connection that ends in the middle of a transaction leaves nothing of it', async () => {
    const client = await opened.db.$client.connect()
    await client.query('begin')
    await client.query('create table unfinished (x int)')
    await client.query("set application_name = 'left behind'")
    client.release(true)
    const rows = await rowsOf<{ found: string | null; name: string }>(
      sql`select to_regclass('unfinished')::text as found, current_setting('application_name') as name`,
    )
    expect(rows).toEqual([{ found: null, name: '' }])
  })

  test('transactions that cannot begin give their connections back', async () => {
    const begin = () => opened.db.transaction(async () => {}, { isolationLevel: 'none' as 'serializable' })
    for (let round = 0; round < 10; round++)
      await expect(begin()).rejects.toMatchObject({ cause: { code: '42601' } })
    expect(await rowsOf(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  test('takes large values and many queries at once', async () => {
    const large = 'ü'.repeat(3_000_000)
    const rows = await rowsOf<{ size: number }>(sql`select length(${large}::text) as size`)
    expect(rows).toEqual([{ size: 3_000_000 }])
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, index) => rowsOf<{ n: number }>(sql`select ${index}::int as n`)),
    )
    expect(many.map(([row]) => row?.n)).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })
})

test('a crash while the embedded database is made leaves nothing that is taken for one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'half-made-'))
  mkdirSync(join(dataDir, 'database.making'))
  writeFileSync(join(dataDir, 'database.making', 'PG_VERSION'), '18\n')
  const { db, close } = await openDatabase({ dataDir, programs: inject('programs') })
  expect(await db.$count(schema.agents)).toBe(0)
  expect(readdirSync(dataDir)).toEqual(['database'])
  await close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('migrations', () => {
  test('a database of a later version is refused and left alone', async () => {
    await opened.db.execute(sql`insert into migrations (number, name) values (9999, 'from the future')`)
    await expect(migrate(opened.db.$client)).rejects.toThrow('later version')
    await opened.db.execute(sql`delete from migrations where number = 9999`)
  })

  test('opening what is there again keeps it', async () => {
    const first = await openTestDatabase()
    await first.db.execute(sql`create table mark (x int)`)
    const { dataDir, databaseUrl } = first
    await first.shut()
    const second = await openDatabase({ dataDir, databaseUrl, programs: inject('programs') })
    const { rows } = await second.db.execute(sql`select count(*)::int as count from mark`)
    expect(rows).toEqual([{ count: 0 }])
    await second.close()
    await first.close()
  })
})
