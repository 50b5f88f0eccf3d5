import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { createBuilder, type Plugin, type Rollup } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { compress } from '../proxy/compress'
import { CUT_OFF, NOT_RENDERED, RENAMED, UNITLESS } from './light-react'

/** What the headers of an answer take, in bytes, about. */
const HEADERS = 295

/** The most that a screen may load before its rows, opened by its address: files, and bytes with headers. */
const LIMITS: Readonly<Record<string, readonly [scripts: number, bytes: number]>> = {
  '/': [3, 100_500],
  '/knowledge/files': [4, 110_500],
  '/knowledge/collections': [4, 109_500],
  '/knowledge/collections/$collectionId': [7, 116_000],
  '/agents': [6, 112_000],
  '/agents/new': [6, 123_500],
  '/agents/$agentId': [8, 115_000],
  '/tools': [10, 127_500],
  '/threads': [6, 117_000],
  '/threads/new': [7, 116_000],
  '/threads/$startedId': [9, 122_000],
  '/testing-lab': [8, 127_500],
  '/testing-lab/generate': [6, 112_000],
  '/testing-lab/run': [7, 115_500],
  '/testing-lab/compare': [5, 108_500],
  '/testing-lab/runs/$runId': [12, 127_500],
  '/calls': [5, 113_500],
  '/activity': [6, 116_000],
  '/settings': [4, 105_500],
}

/** The most that the page may take with the styles of its frame, compressed as the proxy does it: the first paint waits for all of it. */
const PAGE_BYTES = 4_400

/** Screens whose needs are written down. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  '/': ['/routes/index.tsx?tsr-split'],
  '/ with data': ['/routes/index.tsx?tsr-split', '/-overview/workspace.tsx', '/-overview/recent.tsx'],
  '/knowledge/files': ['/knowledge/files.tsx?tsr-split'],
  '/agents': ['/agents/index.tsx?tsr-split'],
  '/agents/new': ['/agents/new.tsx?tsr-split'],
  '/calls': ['/calls/index.tsx?tsr-split'],
}

let output: Rollup.RollupOutput['output']
const imports = new Map<string, readonly string[]>()
const sources = new Map<string, string>()
const noteImports: Plugin = {
  name: 'note-imports',
  buildEnd() {
    for (const id of this.getModuleIds()) {
      const info = this.getModuleInfo(id)
      imports.set(id, info?.importedIds ?? [])
      sources.set(id, info?.code ?? '')
    }
  },
}

/** Builds the console as `npm run build` does, and writes nothing. */
beforeAll(async () => {
  const { VITEST, NODE_ENV } = process.env
  Object.assign(process.env, { NODE_ENV: 'production' })
  delete process.env.VITEST
  try {
    const builder = await createBuilder({
      logLevel: 'error',
      build: { write: false },
      plugins: [noteImports],
    })
    const client = builder.environments.client
    if (!client) throw new Error('There is no client to build')
    output = ((await builder.build(client)) as Rollup.RollupOutput).output
  } finally {
    Object.assign(process.env, { VITEST, NODE_ENV })
  }
})

const chunks = () => output.filter((each): each is Rollup.OutputChunk => each.type === 'chunk')

function textOf(name: RegExp): string {
  const asset = output.find(({ fileName }) => name.test(fileName))
  return asset?.type === 'asset' ? String(asset.source) : '{}'
}

const preloads = () =>
  JSON.parse(textOf(/^preload\.json$/)) as {
    shell: string
    routes: readonly { pattern: string; modules: readonly string[]; shell: string }[]
  }

const hashOf = (name: string) =>
  (createHash('sha1').update(name).digest().readUInt32BE() + 36 ** 6).toString(36)

/**
 * A file as it would be if its content had no part in the names of files: one changed line gives some thirty others new names, and by
 * that chance alone the entry, which has them all, would be up to 170 bytes more or less (D790).
 */
function namedByTitle(code: string): string {
  const titles = new Map(chunks().map(({ fileName, name }) => [fileName.replace(/.*\//, ''), name]))
  // The entry has a title in its name, too, and a longer hash.
  return code.replace(
    /\b(index-\w)?[a-z0-9]{7}\.js/g,
    (file, entry) => `${entry ? 'index-0' : ''}${hashOf(titles.get(file) ?? file)}.js`,
  )
}

const sizes = new Map<string, number>()
function sizeOf({ fileName, code }: Rollup.OutputChunk): number {
  const size = sizes.get(fileName) ?? brotliCompressSync(namedByTitle(code)).length + HEADERS
  sizes.set(fileName, size)
  return size
}

/** The files that a screen loads, those of every screen among them. */
function filesOf(path: string): readonly Rollup.OutputChunk[] {
  const names = preloads().routes.find(({ pattern }) => pattern === path)?.modules ?? []
  const entry = chunks().filter(({ isEntry }) => isEntry)
  const always = new Set(entry.flatMap(({ fileName, imports }) => [fileName, ...imports]))
  return chunks().filter(({ fileName }) => always.has(fileName) || names.includes(`/${fileName}`))
}

function reachedFrom(id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const next of imports.get(id) ?? []) reachedFrom(next, found)
  return found
}

/** What of ours a module needs, by name. */
const needsOf = (ids: readonly string[]) => {
  const all = ids.flatMap((id) => [...reachedFrom(id)])
  return new Set(all.map((id) => /\/src\/([^?]+)/.exec(id)?.[1]).filter((name) => name !== undefined))
}

describe('what a screen loads first', () => {
  it('is limited for every screen', () => {
    const paths = preloads().routes.map(({ pattern }) => pattern)
    expect(Object.keys(LIMITS).sort()).toEqual(paths.sort())
  })

  it.each(Object.entries(LIMITS))('keeps to its limit: %s', (path, [scripts, bytes]) => {
    const files = filesOf(path)
    expect(files.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(bytes)
    expect(files.length).toBeLessThanOrEqual(scripts)
  })

  it('is painted from a page without properties of styles that nobody uses (D721)', () => {
    const sheet = textOf(/\.css$/)
    expect(
      [...sheet.matchAll(/@property --tw-(?:ring|blur|rotate|ordinal)[\w-]*/g)].map(([name]) => name),
    ).toEqual([])
    expect(sheet).toContain('@property --tw-border-style')
    expect(compress(Buffer.from(textOf(/^index\.html$/)), 'br').length).toBeLessThanOrEqual(PAGE_BYTES)
  })

  it('begins with a frame that needs no stylesheet, which is asked for before the scripts and holds up those alone (D825, D967)', () => {
    const page = textOf(/^index\.html$/)
    const [, frameStyles = ''] = /<style[^>]*>([\s\S]*)<\/style>/.exec(page) ?? []
    const sheet = textOf(/\.css$/)
    const frames = [preloads().shell, ...preloads().routes.map(({ shell }) => shell)].join('')
    const classes = [...frames.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
    const selectors = [...new Set(classes)].map((name) => `.${name.replace(/[^\w-]/g, '\\$&')}`)
    expect(selectors.filter((each) => sheet.includes(`${each}{`)).length).toBeGreaterThan(50)
    expect(selectors.filter((each) => sheet.includes(each) && !frameStyles.includes(each))).toEqual([])
    const order = [
      /<link rel="preload" as="style" href="([^"]+)">/,
      /<script type="module" [^>]*fetchpriority="low"/,
      /<!--app-shell-->/,
    ]
    const places = [...order, /<link rel="stylesheet" href="([^"]+)">/].map((part) => page.search(part))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
  })

  it('is compiled beside the thread of the page: the comment for it stands before everything else (D561)', () => {
    const [entry] = chunks().filter(({ isEntry }) => isEntry)
    expect(entry?.code.split('\n')[0]).toBe('//# allFunctionsCalledOnLoad')
  })

  it('is as few files as can be: the bundler keeps none for itself (D642)', () => {
    const [entry] = chunks().filter(({ isEntry }) => isEntry)
    expect(chunks().map(({ name }) => name)).not.toContain('rolldown-runtime')
    expect(entry?.code).not.toMatch(/^import|;import/m)
    expect(textOf(/^index\.html$/)).not.toContain('modulepreload')
    expect(chunks().filter(({ code }) => code.includes('rolldown-runtime'))).toEqual([])
  })

  it('has every file that it names (D794)', () => {
    const files = new Set(output.map(({ fileName }) => fileName))
    const named = chunks().flatMap(({ code }) =>
      [...code.matchAll(/"\.\/([\w.-]+\.js)"/g)].map(([, name]) => `assets/${name}`),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((name) => !files.has(name))).toEqual([])
  })

  it("keeps what a name stands for from build to build: who takes the bundler's own from the entry names the entry for something else, too (D680)", () => {
    const [entry] = chunks().filter(({ isEntry }) => isEntry)
    const name = entry?.fileName.replace(/.*\//, '')
    const taken = new RegExp(`import\\{([^}]*)\\}from"\\./${name}"`, 'g')
    const takers = chunks().flatMap(({ fileName, code }) => {
      const names = [...code.matchAll(taken)].flatMap(([, list = '']) => list.split(','))
      return names.some((each) => each.startsWith('run_')) ? [{ fileName, names }] : []
    })
    expect(takers).not.toEqual([])
    expect(takers.filter(({ names }) => names.every((each) => each.startsWith('run_')))).toEqual([])
  })

  it('has of a package what it needs, and not what only later parts need (D640)', () => {
    const [entry] = chunks().filter(({ isEntry }) => isEntry)
    const late = /(?:useBlocker|useMutation|mutationObserver)\.js$/
    expect(chunks().flatMap(({ moduleIds }) => moduleIds.filter((id) => late.test(id)))).not.toEqual([])
    expect(entry?.moduleIds.filter((id) => late.test(id))).toEqual([])
  })

  it('asks nothing of React that is cut off, in our modules and in those of packages (D850)', () => {
    const taken: string[] = []
    const rendered: string[] = []
    const set = new Set<string>()
    for (const id of chunks().flatMap(({ moduleIds }) => moduleIds)) {
      // The last draws at a server only.
      if (/\/node_modules\/(?:react|react-dom|scheduler)\/|\/ScriptOnce\.js$/.test(id)) continue
      const code = sources.get(id) ?? ''
      // Styles go another way.
      if (/from\s*["']react["'/]/.test(code))
        for (const [name] of code
          .replace(/\bstyle: \{[^}]*\}/g, '')
          .matchAll(/\b[a-z]+[A-Z]\w+(?=["']?\s*:)/g))
          set.add(name)
      for (const [, list = ''] of code.matchAll(
        /import\s*\{([^}]*)\}\s*from\s*["']react(?:-dom)?(?:\/client)?["']/g,
      ))
        taken.push(...list.split(',').map((each) => each.trim().replace(/ as .*/, '')))
      for (const [, name = ''] of code.matchAll(/\b(?:React|ReactDOM)(?:\$?\d+)?\.(\w+)/g)) taken.push(name)
      for (const [, name = ''] of code.matchAll(
        /(?:\bReact(?:\$?\d+)?\.|(?<![.\w])_?)(?:jsxs?|createElement)\(\s*["']([\w-]+)["']/g,
      ))
        rendered.push(name)
    }
    expect([...imports.keys()].filter((id) => id.includes('/react-compiler-runtime'))).toEqual([])
    expect(taken).toContain('useEffectEvent')
    expect(taken).toContain('createPortal')
    expect(rendered).toContain('button')
    expect([
      ...taken.filter((name) => CUT_OFF.test(name)),
      ...rendered.filter((name) => NOT_RENDERED.test(name)),
    ]).toEqual([])
    const react = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8')
    const renamed = [...react.matchAll(/\["(\w+)", "[\w:-]+"\]/g)].map(([, name = '']) => name)
    const unitless = /unitlessNumbers = new Set\(\s*"([^"]+)"/.exec(react)?.[1]?.split(' ') ?? []
    expect(renamed.length + unitless.length).toBeGreaterThan(100)
    expect([
      ...renamed.filter((name) => set.has(name) && !RENAMED.test(name)),
      ...unitless.filter((name) => set.has(name) && !UNITLESS.includes(name) && !RENAMED.test(name)),
    ]).toEqual([])
  })

  it('is known by name: what comes to it has to be wanted there', async () => {
    const named = (parts: readonly string[]) =>
      needsOf([...imports.keys()].filter((id) => parts.some((part) => id.includes(part))))
    const always = named(['/src/main.tsx'])
    const lists = Object.entries(NAMED).map(
      ([title, parts]) => [title, [...named(parts)].filter((name) => !always.has(name))] as const,
    )
    const text = [['Every screen', [...always]] as const, ...lists].map(([title, names]) =>
      [title, ...[...names].sort().map((name) => `  ${name}`)].join('\n'),
    )
    await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot('first-loads.txt')
  })
})
