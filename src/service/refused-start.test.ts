import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../net/test-server.fixture'
import { placeEmptyDatabase } from './empty-database.fixture'
import { end, serviceProgram } from './program.fixture'

const { TEST_DATABASE_URL = '' } = process.env
/** What needs no server comes out the same beside one, and is not asked twice. */
const withoutServer = describe.skipIf(TEST_DATABASE_URL)

const spawnProgram = serviceProgram()
let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'refused-'))
  // The program of another user comes here, too.
  chmodSync(home, 0o755)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

type How = Parameters<typeof spawnProgram>[1]

/** What a start that must fail says; it ends with exit code 1 and has said nothing else. */
async function refusal(variables: Record<string, string>, how?: How): Promise<string> {
  const { child, said, ended } = spawnProgram({ DATA_DIR: join(home, 'unused'), ...variables }, how)
  await ended
  expect(said.out).toBe('')
  expect(said.error).toMatch(/^[^\n]+\.\n$/)
  expect(child.exitCode).toBe(1)
  return said.error.trim()
}

/** A root shell sees no permissions, so the program runs as somebody else. */
const SOMEBODY: How = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

withoutServer('a data directory that cannot be used', () => {
  test.runIf(process.platform === 'linux')('because it cannot be made', async () => {
    expect(await refusal({ DATA_DIR: '/proc/switchboard/data' })).toMatch(
      /^DATA_DIR cannot be used: it cannot be made there \(ENOENT, \/proc\/switchboard\); /,
    )
  })

  test('because a file is there, or where it should be made', async () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    for (const path of [file, join(file, 'data')])
      expect(await refusal({ DATA_DIR: path })).toMatch(/^DATA_DIR cannot be used: a file is in the way /)
  })

  test('because it may not be read or written', async () => {
    const closed = join(home, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    chmodSync(closed, 0o555)
    expect(await refusal({ DATA_DIR: closed }, SOMEBODY)).toMatch(/this user may not use it \(EACCES, /)
    expect(await refusal({ DATA_DIR: join(closed, 'data') }, SOMEBODY)).toMatch(
      /this user may not use it \(EACCES, /,
    )
    chmodSync(closed, 0o000)
    expect(await refusal({ DATA_DIR: closed }, SOMEBODY)).toMatch(/this user may not use it \(EACCES, /)
    chmodSync(closed, 0o700)
  })

  test('because the database in it belongs to another user', async () => {
    const data = join(home, 'another-users')
    await placeEmptyDatabase(data)
    chmodSync(data, 0o777)
    chmodSync(join(data, 'database'), 0o500)
    expect(await refusal({ DATA_DIR: data }, SOMEBODY)).toMatch(
      /this user may not use it \(EACCES, \S+database\)/,
    )
  })

  /** A file system of its own, in a namespace that ends with the program. */
  const mounts = spawnSync('unshare', ['-Urm', 'true']).status === 0
  const onDisk = (size: string, before: string, listTo = '/dev/null'): How => {
    const mount = `mount -t tmpfs -o size=${size} none "$DATA_DIR"; ${before}`
    const run = `${mount}; "$@"; code=$?; ls -A "$DATA_DIR" >${listTo}; exit $code`
    return { wrap: ['unshare', '-Urm', 'sh', '-c', run, 'sh'] }
  }

  test.runIf(mounts)('because it is read-only or full, with nothing left behind', async () => {
    const disk = join(home, 'disk')
    mkdirSync(disk)
    const readOnly = onDisk('1m', 'mount -o remount,ro "$DATA_DIR"')
    expect(await refusal({ DATA_DIR: disk }, readOnly)).toMatch(/the disk is read-only \(EROFS, /)
    const left = join(home, 'left-on-disk')
    const full = onDisk('1m', 'head -c 1048576 /dev/zero >"$DATA_DIR/filler"', left)
    expect(await refusal({ DATA_DIR: disk }, full)).toMatch(
      /^There is no room left on the disk of DATA_DIR; /,
    )
    expect(readFileSync(left, 'utf8')).toBe('filler\n')
    // Room for a file, none for a database.
    expect(await refusal({ DATA_DIR: disk }, onDisk('4m', 'true', left))).toMatch(/^There is no room left/)
    expect(readFileSync(left, 'utf8')).toBe('')
  })

  test('because another process has it, which finds nothing new in it', async () => {
    const data = join(home, 'held')
    await placeEmptyDatabase(data)
    const keys = { SERVICE_API_KEY: 'key-of-the-first', SERVICE_ACCESS_TOKEN: 'token-of-the-first' }
    const first = spawnProgram({ DATA_DIR: data, ...keys })
    await first.ready
    expect(first.said.error).toBe('')
    const before = readdirSync(data)
    expect(await refusal({ DATA_DIR: data })).toMatch(`is in use by process ${first.child.pid}; `)
    expect(readdirSync(data)).toEqual(before)
  })
})

withoutServer('an embedded database that cannot be opened', () => {
  test.each<[string, (database: string) => void, RegExp]>([
    ['without the file that says its version', (at) => rmSync(join(at, 'PG_VERSION')), /is damaged/],
    ['of another major version', (at) => writeFileSync(join(at, 'PG_VERSION'), '16\n'), /another version/],
    ['without its control file', (at) => rmSync(join(at, 'global/pg_control')), /is damaged/],
    ['with half a control file', (at) => truncateSync(join(at, 'global/pg_control'), 100), /is damaged/],
    [
      'with another control file',
      (at) => writeFileSync(join(at, 'global/pg_control'), 'x'.repeat(8192)),
      /is damaged/,
    ],
    ['without its log', (at) => rmSync(join(at, 'pg_wal'), { recursive: true }), /is damaged/],
    ['without its tables', (at) => rmSync(join(at, 'base'), { recursive: true }), /is damaged/],
    [
      'that is empty',
      (at) => {
        rmSync(at, { recursive: true })
        mkdirSync(at)
      },
      /is damaged/,
    ],
    [
      'that is a file',
      (at) => {
        rmSync(at, { recursive: true })
        writeFileSync(at, '')
      },
      /is damaged/,
    ],
    [
      'that is a link to nothing',
      (at) => {
        rmSync(at, { recursive: true })
        symlinkSync('nowhere', at)
      },
      /is damaged/,
    ],
  ])('%s', async (name, damage, sentence) => {
    const data = join(home, name)
    await placeEmptyDatabase(data)
    damage(join(data, 'database'))
    const copy = join(home, `${name}, before`)
    cpSync(data, copy, { recursive: true })
    expect(await refusal({ DATA_DIR: data })).toMatch(sentence)
    // Nothing was made in place of what was there.
    expect(existsSync(join(data, 'database', 'PG_VERSION'))).toBe(
      existsSync(join(copy, 'database', 'PG_VERSION')),
    )
  })

  test('of a later version of this program, also before it is opened', async () => {
    const data = join(home, 'later')
    await placeEmptyDatabase(data)
    const first = spawnProgram({ DATA_DIR: data })
    await first.ready
    await end(first.child, 'SIGTERM')
    expect(existsSync(join(data, 'database', 'switchboard-version'))).toBe(true)
    writeFileSync(join(data, 'database', 'switchboard-version'), '9999')
    expect(await refusal({ DATA_DIR: data })).toMatch(/made by a later version/)
  })
})

describe('a database server that cannot be used', () => {
  test.skipIf(TEST_DATABASE_URL)(
    'because nobody is there, or it never answers, or it is no database',
    async () => {
      const server = createServer(() => {})
      const url = `postgres://user:secret-word@${new URL(await listen(server)).host}/x`
      expect(await refusal({ DATABASE_URL: url })).toMatch(/^The database at DATABASE_URL does not answer; /)
      server.close()
      expect(await refusal({ DATABASE_URL: `postgres://user:secret-word@127.0.0.1:1/x` })).toMatch(
        /^The database at DATABASE_URL cannot be reached \(ECONNREFUSED\); /,
      )
      expect(await refusal({ DATABASE_URL: 'postgres://user:secret-word@no-such-host.invalid/x' })).toMatch(
        /^The database at DATABASE_URL cannot be reached \((ENOTFOUND|EAI_AGAIN)\); /,
      )
      const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
      const { host } = new URL(await listen(web))
      expect(await refusal({ DATABASE_URL: `postgres://user:secret-word@${host}/x` })).toMatch(
        /^DATABASE_URL does not lead to a PostgreSQL server /,
      )
      web.close()
    },
  )

  describe.runIf(TEST_DATABASE_URL)('which is there', () => {
    const name = `refused_${process.pid}`
    const onServer = async (...statements: string[]) => {
      const client = new Client({ connectionString: TEST_DATABASE_URL })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    }
    const at = (change: (url: URL) => void) => {
      const url = new URL(TEST_DATABASE_URL)
      change(url)
      return { DATABASE_URL: url.href }
    }
    const own = () =>
      at((url) => {
        url.pathname = name
      })
    beforeAll(() => onServer(`create database ${name}`, `create role ${name} login`))
    afterAll(() => onServer(`drop database ${name}`, `drop role ${name}`))

    test('but has no such user or database', async () => {
      expect(
        await refusal(
          at((url) => {
            url.pathname = 'no_such_database'
          }),
        ),
      ).toMatch(/^At DATABASE_URL there is no such database; /)
      expect(
        await refusal(
          at((url) => {
            url.username = 'nobody_at_all'
          }),
        ),
      ).toMatch(/does not let this user in/)
    })

    test('but the user may make no tables there', async () => {
      const url = own().DATABASE_URL
      const other = new URL(url)
      other.username = name
      expect(await refusal({ DATABASE_URL: other.href })).toMatch(/may not make tables there/)
    })

    test('but it can only be read', async () => {
      await onServer(`alter database ${name} set default_transaction_read_only = on`)
      expect(await refusal(own())).toMatch(/can only be read/)
      await onServer(`alter database ${name} reset default_transaction_read_only`)
    })

    test('but it was made by a later version', async () => {
      const client = new Client({ connectionString: own().DATABASE_URL })
      await client.connect()
      await client.query('create table migrations (number integer primary key, name text not null)')
      await client.query("insert into migrations values (9999, 'of-the-future')")
      await client.end()
      expect(await refusal(own())).toMatch(/made by a later version of this program/)
    })
  })
})

withoutServer('variables and port', () => {
  test('a .env that cannot be read', async () => {
    const at = mkdtempSync(join(home, 'env-'))
    mkdirSync(join(at, '.env'))
    expect(await refusal({}, { cwd: at })).toBe('.env cannot be read.')
  })

  test('a wrong variable in .env', async () => {
    const at = mkdtempSync(join(home, 'env-'))
    appendFileSync(join(at, '.env'), 'DATABASE_URL=mysql://x\n')
    expect(await refusal({}, { cwd: at })).toMatch(/^DATABASE_URL must /)
  })
})
