// `npm start` and the other programs of the server: builds when the sources changed since the last build, then runs the server in this process.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = join(root, 'dist/built-from')

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  for (const input of ['index.html', 'package-lock.json', 'public', 'src', 'vite.config.ts'])
    for (const file of filesUnder(join(root, input)))
      if (!/\.(test|fixture)\.|route-tree\.gen\.ts$/.test(file))
        hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

const wanted = fingerprint()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  process.stderr.write('Building the console; this is needed once and takes a few seconds.\n')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--app', '--logLevel', 'error', '--configLoader', 'runner'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, wanted)
}
// What follows the program's name is for the program.
const [program = 'main'] = process.argv.splice(2, 1)
await import(`../../dist/server/${program}.js`)
