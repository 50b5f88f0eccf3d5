import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StartRefused } from '../../net/start-refused'
import { lockDirectory } from './lock'

let directory = ''
let program = ''

/** Takes the lock in a process of its own, says how it went, and holds it until its input ends. */
const HOLDER = `
import { lockDirectory } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).pathname)}
try {
  lockDirectory(process.argv[2])
  console.info('held')
  process.stdin.resume()
} catch (error) {
  console.info(error.message)
}`

beforeAll(async () => {
  program = mkdtempSync(join(tmpdir(), 'lock-program-'))
  writeFileSync(join(program, 'holder.mjs'), HOLDER)
  const input = join(program, 'holder.mjs')
  const output = { entryFileNames: 'bundled.mjs' }
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: program,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input, output },
    },
  })
})
afterAll(() => rmSync(program, { recursive: true, force: true }))

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
  return () => rmSync(directory, { recursive: true, force: true })
})

function startHolder() {
  const child = spawn(process.execPath, [join(program, 'bundled.mjs'), directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const said = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim())
  return { child, said }
}

/** The id of a process that is no more. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

describe('the lock on a data directory (safety 12)', () => {
  test('is refused while another process holds it, naming that process, and free when it was killed', async () => {
    const { child, said } = startHolder()
    expect(await said).toBe('held')
    expect(() => lockDirectory(directory)).toThrow(StartRefused)
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDirectory(directory).release()
  })

  test('is refused to the process that has it, and free again once released', () => {
    const lock = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow('already in use by this process')
    lock.release()
    lockDirectory(directory).release()
    expect(readdirSync(directory)).toHaveLength(1)
  })

  test.each([1, 2, 3])(
    'of many that start at once exactly one gets it, also over a stale lock (round %i)',
    async (round) => {
      if (round > 1)
        writeFileSync(join(directory, 'lock.7'), JSON.stringify({ pid: deadPid(), started: null }))
      const starters = Array.from({ length: 6 }, startHolder)
      const said = await Promise.all(starters.map((starter) => starter.said))
      const winner = starters[said.indexOf('held')]
      expect(said.filter((each) => each === 'held')).toHaveLength(1)
      expect(said.filter((each) => each.includes(`in use by process ${winner?.child.pid}`))).toHaveLength(5)
      for (const { child } of starters) child.kill('SIGKILL')
    },
  )

  // The old lock is a pipe: whoever reads it stands still until it is written, with what it knew before.
  test.skipIf(process.platform === 'win32')(
    'who looked before another took it does not take the next number',
    async () => {
      const old = join(directory, 'lock.7')
      execFileSync('mkfifo', [old])
      const { child, said } = startHolder()
      const pipe = await open(old, 'w')
      const mine = JSON.stringify({ pid: process.pid, started: null })
      writeFileSync(join(directory, 'lock.8'), mine)
      await pipe.writeFile(JSON.stringify({ pid: deadPid(), started: null }))
      await pipe.close()
      expect(await said).toContain(`in use by process ${process.pid}`)
      expect(readFileSync(join(directory, 'lock.8'), 'utf8')).toBe(mine)
      child.kill('SIGKILL')
    },
  )

  test.runIf(process.platform === 'linux')(
    'a process id that was given to another program does not count',
    () => {
      writeFileSync(join(directory, 'lock.1'), JSON.stringify({ pid: process.ppid, started: 'long ago' }))
      const lock = lockDirectory(directory)
      expect(JSON.parse(readFileSync(join(directory, 'lock.2'), 'utf8')).pid).toBe(process.pid)
      lock.release()
    },
  )

  test('what a killed starter left behind is removed, and what one that still starts needs is not', () => {
    const leftover = `lock-${deadPid()}-0123456789ab`
    const wanted = `lock-${process.ppid}-0123456789ab`
    for (const name of [leftover, wanted, 'lock-file']) writeFileSync(join(directory, name), '')
    lockDirectory(directory).release()
    expect(readdirSync(directory).sort()).toEqual([wanted, 'lock-file', 'lock.1'].sort())
  })

  test('a directory that is made is for its user alone', () => {
    const made = join(directory, 'some', 'where')
    lockDirectory(made).release()
    expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  test('a damaged lock file does not keep anyone out', () => {
    writeFileSync(join(directory, 'lock.3'), '{"pid":')
    lockDirectory(directory).release()
    expect(readdirSync(directory)).toEqual(['lock.4'])
  })
})
