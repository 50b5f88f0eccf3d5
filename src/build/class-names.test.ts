import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { __unstable__loadDesignSystem as loadDesignSystem } from '@tailwindcss/node'
import { expect, it } from 'vitest'
import { readSources } from './boundaries'
import { classLists } from './class-lists'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(root).filter(({ path }) => /^(ui|routes)\/.*\.tsx?$/.test(path))
const design = await loadDesignSystem(readFileSync(`${root}styles.css`, 'utf8'), { base: root })

/** They only mark an element for others: `group-hover:underline`. */
const MARK = /^(?:group|peer)(?:\/[\w-]+)?$/

const makesCss = (name: string) => MARK.test(name) || design.candidatesToCss([name])[0] !== null
const unknownIn = (path: string, text: string) =>
  classLists({ path, text }, makesCss).flatMap((list) =>
    list.split(/\s+/).filter((name) => name !== '' && !makesCss(name)),
  )

it('every class of a part or a screen makes CSS', () => {
  const unknown = sources.flatMap(({ path, text }) => unknownIn(path, text).map((name) => `${path}: ${name}`))
  expect(unknown).toEqual([])
  expect(sources.length).toBeGreaterThan(100)
})

it.each([
  ['an attribute', '<p className="flex sm:max-w-md" />', 'sm:max-w-md'],
  ['a choice within an attribute', "<p className={wide ? 'px-2' : 'px-2 rounded-xl'} />", 'rounded-xl'],
  ['a template', '<p className={`px-2 bg-red-500 $' + '{wide}`} />', 'bg-red-500'],
  ['a list of them', "const look = classNames('px-2', wide && 'shadow-lg')", 'shadow-lg'],
  ['a constant elsewhere', "const looks = { good: 'bg-good-soft rounded-xl' }", 'rounded-xl'],
  ['an attribute of another name', '<Icon iconClassName="text-lg" />', 'text-lg'],
])('an unknown class is found in %s', (_, code, name) => {
  expect(
    unknownIn('ui/a.tsx', `const wide = true\n${code.startsWith('<') ? `const a = ${code}` : code}`),
  ).toEqual([name])
})

it('words are no classes', () => {
  for (const words of ['Hidden table of flex-time', 'block, inline-flex or so', 'content-type', 'aria-label'])
    expect(unknownIn('ui/a.ts', `const said = ${JSON.stringify(words)}`)).toEqual([])
})
