import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../net/test-server.fixture'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The package with its sources, not built, and with an empty page: what is tested is how it starts. */
let copy = ''
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'start-'))
  for (const name of [
    'src',
    'public',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
  ])
    cpSync(here(name), join(copy, name), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) })
  symlinkSync(here('node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'index.html'), '<!doctype html><html><head><title>Empty</title></head></html>')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const running: ChildProcess[] = []
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
})

/** Without its plugins the build takes a second; Vite leaves them out where VITEST is set. */
const BARE = { PATH: process.env.PATH ?? '', VITEST: 'true' }

function run(args: readonly string[], variables: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { DATA_DIR: join(copy, 'unused'), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.error += chunk
  })
  return { child, said, ended: once(child, 'close') }
}

const START = {
  'npm start': ['src/build/start.mjs'],
  'npm run service': ['src/build/start.mjs', 'service'],
  'npm run sample': ['src/build/start.mjs', 'sample', 'sampled'],
  'npm run dev': ['node_modules/vite/bin/vite.js', '--configLoader', 'runner'],
} as const
const start = (
  program: keyof typeof START,
  { VITEST: _, ...bare }: Record<string, string>,
  variables: Record<string, string>,
) => run(START[program], { ...bare, ...(program === 'npm run dev' ? {} : { VITEST: 'true' }), ...variables })

describe('what keeps a program from starting is said in one sentence before anything is built', {
  timeout: 120_000,
}, () => {
  let taken = 0
  const blocker = createServer()
  beforeAll(async () => {
    taken = Number(new URL(await listen(blocker)).port)
    mkdirSync(join(copy, 'held'))
    // The process of this test has it.
    writeFileSync(join(copy, 'held', 'lock.1'), JSON.stringify({ pid: process.pid, started: null }))
    mkdirSync(join(copy, 'damaged', 'database'), { recursive: true })
  })
  afterAll(() => blocker.close())

  const cases: [string, () => Record<string, string>, RegExp][] = [
    ['a wrong variable', () => ({ PORT: 'x', SERVICE_PORT: 'x' }), /^(SERVICE_)?PORT must be /],
    ['no limit of requests', () => ({ REQUESTS_PER_SECOND: '-1' }), /^REQUESTS_PER_SECOND must be /],
    ['a directory that is held', () => ({ DATA_DIR: join(copy, 'held') }), / is in use by process \d+; /],
    ['a taken port', () => ({ PORT: String(taken), SERVICE_PORT: String(taken) }), /^Port \d+ is in use; /],
    ['a directory that cannot be made', () => ({ DATA_DIR: '/proc/x/data' }), /^DATA_DIR cannot be used: /],
    ['a damaged database', () => ({ DATA_DIR: join(copy, 'damaged') }), /PG_VERSION is missing/],
    ['no database server', () => ({ DATABASE_URL: 'postgres://a@127.0.0.1:1/x' }), /\(ECONNREFUSED\)/],
  ]
  // What they ask is the same, and what it says of each variable is tested beside it. The development server loads everything first, and is asked once
  // (D944): a damaged database is found last.
  const asked = {
    'npm start': cases,
    'npm run service': cases.filter(([what]) => /variable|held|taken|damaged/.test(what)),
    'npm run dev': cases.filter(([what]) => /damaged/.test(what)),
    'npm run sample': [
      [
        'sign-in',
        () => ({ CONSOLE_PASSWORD: 'a long password', CONSOLE_VIEWER_PASSWORD: 'another long one' }),
        /^npm run sample [^\n]* without sign-in: unset CONSOLE_PASSWORD and CONSOLE_VIEWER_PASSWORD; [^\n]* DATA_DIR=sampled npm start /,
      ],
    ] satisfies typeof cases,
  }
  for (const program of ['npm start', 'npm run service', 'npm run dev', 'npm run sample'] as const)
    test.each(asked[program])(`${program}: %s`, async (_, variables, sentence) => {
      const ports = { PORT: '0', SERVICE_PORT: '0' }
      const { child, said, ended } = start(program, BARE, { ...ports, ...variables() })
      await ended
      expect(said).toEqual({ out: '', error: expect.stringMatching(/^[^\n]+\.\n$/) })
      expect(said.error).toMatch(sentence)
      expect(child.exitCode).toBe(1)
      expect(existsSync(join(copy, 'dist'))).toBe(false)
    })
})

describe('a build', { timeout: 120_000 }, () => {
  const BUILD = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--app',
    '--logLevel',
    'error',
    '--configLoader',
    'runner',
  ]
  const STAMP = () => join(copy, 'dist', 'built-from')
  /** Nobody is there, and nobody is asked. */
  const HOSTED = { SERVICE_URL: 'http://127.0.0.1:9', PORT: '0' }
  const readyPage = async ({ said, ended }: ReturnType<typeof run>) => {
    let over = false
    ended.then(() => {
      over = true
    })
    await expect.poll(() => over || said.out.includes('\n')).toBe(true)
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said.out)?.[0]
    expect(origin, said.error).toBeDefined()
    return (await fetch(`${origin}/`)).text()
  }

  test('that is killed leaves no stamp, and the next one is made as if it had never been', async () => {
    const { child, ended } = run(BUILD, BARE)
    await expect.poll(() => existsSync(join(copy, 'dist', 'lock.1')), { interval: 5 }).toBe(true)
    child.kill('SIGKILL')
    await ended
    expect(existsSync(STAMP())).toBe(false)
  })

  test('is made once by two that start at the same time', async () => {
    const both = [start('npm start', BARE, HOSTED), start('npm start', BARE, HOSTED)]
    for (const each of both) expect(await readyPage(each)).toContain('<title>Empty</title>')
    const count = (words: string) => both.filter(({ said }) => said.error.includes(words)).length
    expect(count('Building') - count('It was built meanwhile')).toBe(1)
    expect(readdirSync(join(copy, 'dist')).sort()).toEqual([
      'built-from',
      'client',
      expect.stringMatching(/^lock[.]\d$/),
      'server',
    ])
    // Who builds need not be who starts.
    const [dist, parts] = ['dist', 'dist/client'].map((name) => statSync(join(copy, name)).mode)
    expect(dist).toBe(parts)
  })

  test('by npm run build is not made again by npm start, but again when the sources change', async () => {
    appendFileSync(join(copy, 'src', 'styles.css'), '/* changed */')
    const build = run(BUILD, BARE)
    await build.ended
    expect(build.child.exitCode, build.said.error).toBe(0)
    const built = start('npm start', BARE, HOSTED)
    await readyPage(built)
    expect(built.said.error).not.toContain('Building')
    appendFileSync(join(copy, 'src', 'styles.css'), '/* changed again */')
    const changed = start('npm start', BARE, HOSTED)
    await expect.poll(() => changed.said.error).toContain('Building')
  })
})
