import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ui = fileURLToPath(new URL('..', import.meta.url))
const routes = fileURLToPath(new URL('../../routes', import.meta.url))
const componentsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))
const parts = componentsIn(ui)
const textOf = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

/** The parts that a file imports, also late, and those that they import. */
function shownBy(path: string, found = new Set<string>()): ReadonlySet<string> {
  found.add(path)
  for (const [, wanted = ''] of textOf(ui, path).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
    const target = `${relative(ui, join(ui, dirname(path), wanted))}.tsx`
    if (parts.includes(target) && !found.has(target)) shownBy(target, found)
  }
  return found
}

test('the gallery shows every part', () => {
  const shown = shownBy('design/gallery.tsx')
  expect(parts.filter((path) => !shown.has(path))).toEqual([])
})

test('the gallery shows every component that a screen takes from a part, not only its file', () => {
  const isDesign = (path: string) => path.startsWith('design')
  const exported = parts
    .filter((path) => !isDesign(path))
    .flatMap((path) =>
      [...textOf(ui, path).matchAll(/^export (?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(
        ([, name = '']) => name,
      ),
    )
  const drawn = (texts: readonly string[]) =>
    new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/<([A-Z]\w*)|\)\)\.([A-Z]\w*)/g)].map((it) => it[1] ?? it[2]),
      ),
    )
  const inScreens = drawn(componentsIn(routes).map((path) => textOf(routes, path)))
  const inGallery = drawn(parts.filter(isDesign).map((path) => textOf(ui, path)))
  const wanted = exported.filter((name) => inScreens.has(name))
  expect(wanted.length).toBeGreaterThan(30)
  expect(wanted.filter((name) => !inGallery.has(name))).toEqual([])
})
