import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject, onTestFinished } from 'vitest'

/**
 * The worker of the embedded database on a disk that can fail: the real program, but while the file `fault` says so the system refuses its writes
 * as a full disk does (`full`), or the thread ends in the middle of one (`gone`). Gives the directory of programs to start it from.
 */
export function programsOnBrokenDisk() {
  const programs = mkdtempSync(join(tmpdir(), 'broken-disk-'))
  onTestFinished(() => rmSync(programs, { recursive: true, force: true }))
  const fault = join(programs, 'fault')
  const have = (what: 'full' | 'gone' | 'none') => writeFileSync(fault, what)
  have('none')
  const real = pathToFileURL(join(inject('programs'), 'pglite-worker.js')).href
  writeFileSync(
    join(programs, 'pglite-worker.js'),
    `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { writeSync } = fs
fs.writeSync = (...given) => {
  const fault = fs.readFileSync(${JSON.stringify(fault)}, 'utf8')
  if (fault === 'gone') process.exit(1)
  if (fault === 'full')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { errno: -28, code: 'ENOSPC', syscall: 'write' })
  return writeSync(...given)
}
syncBuiltinESMExports()
await import(${JSON.stringify(real)})
`,
  )
  writeFileSync(join(programs, 'package.json'), '{"type":"module"}')
  return { programs, have }
}
