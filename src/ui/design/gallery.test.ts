import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ui = fileURLToPath(new URL('..', import.meta.url))
const parts = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))

/** The parts that a file imports, also late, and those that they import. */
function shownBy(path: string, found = new Set<string>()): ReadonlySet<string> {
  found.add(path)
  const text = readFileSync(join(ui, path), 'utf8')
  for (const [, wanted = ''] of text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
    const target = `${relative(ui, join(ui, dirname(path), wanted))}.tsx`
    if (parts.includes(target) && !found.has(target)) shownBy(target, found)
  }
  return found
}

test('the gallery shows every part', () => {
  const shown = shownBy('design/gallery.tsx')
  expect(parts.filter((path) => !shown.has(path))).toEqual([])
})
