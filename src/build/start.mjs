// `npm start` and the other server programs: builds if the sources changed, then runs the program in this process.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './built-from.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
// The program gets the arguments after its name.
const [program = 'main'] = process.argv.splice(2, 1)

/** @param {string} sentence */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  refuse(`Switchboard needs Node 20.19 or newer; this is ${process.versions.node}.`)
if (!existsSync(join(root, 'node_modules/vite'))) refuse('The packages are not installed; run npm ci.')

if (program === 'sample') {
  const dataDir = process.argv[2] ?? '.sample'
  // A directory of its own, whatever `.env` says, so that it never fills one with work of people.
  Object.assign(process.env, { DATA_DIR: dataDir, DATABASE_URL: '', SERVICE_URL: '' })
  try {
    process.loadEnvFile()
  } catch {
    // There is none, or the program says why it cannot be read.
  }
  const signIn = Object.keys(process.env).filter(
    (name) => /^(CONSOLE_(VIEWER_)?PASSWORD|OIDC_\w+)$/.test(name) && process.env[name]?.trim(),
  )
  // Whoever fills it would have to sign in.
  if (signIn.length > 0)
    refuse(
      `npm run sample fills its workspace through the public interface and so runs without sign-in: unset ${signIn.sort().join(' and ')}; once it is filled, DATA_DIR=${dataDir} npm start serves it with sign-in.`,
    )
}

if (!isBuilt()) {
  // Checks from the sources why the program cannot start, before the build.
  const { runnerImport } = await import('vite')
  const { NODE_ENV } = process.env
  const { module } = await runnerImport(join(root, 'src/build/refuse-early.ts'), { root, logLevel: 'error' })
  // Vite sets it for development, which is wrong for the build.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  const sentence = await module.refuseEarly(program)
  if (sentence) refuse(sentence)
  process.stderr.write('Building the console; this is needed once and takes a few seconds.\n')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--app', '--logLevel', 'error', '--configLoader', 'runner'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, BUILD_IF_CHANGED: 'yes' } },
  )
  if (status !== 0) process.exit(status ?? 1)
}
const { started } = await import(`../../dist/server/${program === 'sample' ? 'main' : program}.js`)
if (program === 'sample') {
  const { lookAfterSample } = await import('../../dist/server/sample.js')
  await lookAfterSample((await started).address)
}
