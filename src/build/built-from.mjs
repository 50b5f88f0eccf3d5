import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const DIST = join(root, 'dist')

/** Holds the fingerprint of the sources of `dist`; absent without a whole build. */
export const STAMP = join(DIST, 'built-from')

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

/** A hash of everything that affects a build. */
export function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  for (const input of ['index.html', 'package-lock.json', 'public', 'src', 'vite.config.ts'])
    for (const file of filesUnder(join(root, input)))
      if (!/\.(test|fixture)\.|route-tree\.gen\.ts$/.test(file))
        hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Whether `dist` was built from the sources as they are now. */
export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint()
