import { brotliCompressSync } from 'node:zlib'
import { createBuilder, type Plugin, type Rollup } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

/** What the headers of an answer take, in bytes, about. */
const HEADERS = 330

/** The most that a screen may load before its rows, opened by its address: files, and bytes with headers. */
const LIMITS: Readonly<Record<string, readonly [scripts: number, bytes: number]>> = {
  '/': [6, 128_500],
  '/knowledge/files': [7, 137_000],
  '/knowledge/collections': [8, 138_500],
  '/knowledge/collections/$collectionId': [13, 157_000],
  '/agents': [10, 138_500],
  '/agents/new': [10, 166_500],
  '/agents/$agentId': [11, 142_000],
  '/tools': [15, 155_500],
  '/threads': [10, 143_000],
  '/threads/new': [10, 143_000],
  '/threads/$startedId': [13, 148_500],
  '/testing-lab': [12, 155_000],
  '/testing-lab/generate': [11, 145_000],
  '/testing-lab/run': [11, 144_500],
  '/testing-lab/compare': [9, 137_500],
  '/testing-lab/runs/$runId': [16, 159_500],
  '/calls': [9, 140_000],
  '/activity': [8, 137_500],
  '/settings': [6, 130_500],
}

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
const noteImports: Plugin = {
  name: 'note-imports',
  buildEnd() {
    for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id)?.importedIds ?? [])
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

const preloads = () => {
  const asset = output.find(({ fileName }) => fileName === 'preload.json')
  const text = asset?.type === 'asset' ? String(asset.source) : '{}'
  return JSON.parse(text) as { routes: readonly { pattern: string; modules: readonly string[] }[] }
}

const sizes = new Map<string, number>()
function sizeOf({ fileName, code }: Rollup.OutputChunk): number {
  const size = sizes.get(fileName) ?? brotliCompressSync(code).length + HEADERS
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

  it('is compiled beside the thread of the page: the comment for it stands before everything else (D561)', () => {
    const [entry] = chunks().filter(({ isEntry }) => isEntry)
    expect(entry?.code.split('\n')[0]).toBe('//# allFunctionsCalledOnLoad')
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
