import { SourceMap } from 'node:module'
import type { CDPSession } from 'playwright/test'
import { createBuilder, type Rollup } from 'vite'
import { median } from './measure'

/** Milliseconds of a page's thread, by the module whose code ran. */
type Times = ReadonlyMap<string, number>

/** Tells of a place in a built script which module it comes from. The same build once more, as the one that is served has no maps. */
export async function findModules(): Promise<(url: string, line: number, column: number) => string> {
  const env = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const build = { write: false, sourcemap: 'hidden' as const }
  const builder = await createBuilder({ configLoader: 'runner', logLevel: 'error', build })
  const client = builder.environments.client
  if (!client) throw new Error('There is no client to build')
  const { output } = (await builder.build(client)) as Rollup.RollupOutput
  process.env.NODE_ENV = env
  const maps = new Map<string, SourceMap>(
    output.flatMap((each) =>
      each.type === 'asset' && each.fileName.endsWith('.js.map')
        ? [[`/${each.fileName.slice(0, -4)}`, new SourceMap(JSON.parse(String(each.source)))] as const]
        : [],
    ),
  )
  // The comment before the entry is put there when its map is made (D561).
  const entry = output.find((each) => each.type === 'chunk' && each.isEntry)?.fileName
  return (url, line, column) => {
    const path = new URL(url).pathname
    const found = maps.get(path)?.findEntry(path === `/${entry}` ? line - 1 : line, column)
    const source = found && 'originalSource' in found ? found.originalSource : undefined
    return source?.replace(/^.*\/(?:node_modules|src)\//, '').replace(/\?.*/, '') ?? path
  }
}

/** What runs while `load` does, by module; what is no script's stands in brackets. */
export async function profile(
  session: CDPSession,
  moduleAt: Awaited<ReturnType<typeof findModules>>,
  load: () => Promise<void>,
): Promise<Times> {
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 200 })
  await session.send('Profiler.start')
  await load()
  const { nodes, samples = [], timeDeltas = [] } = (await session.send('Profiler.stop')).profile
  const names = new Map(
    nodes.map(({ id, callFrame: { url, functionName, lineNumber, columnNumber } }) => [
      id,
      url.includes('/assets/') ? moduleAt(url, lineNumber, columnNumber) : functionName || '(page)',
    ]),
  )
  const times = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const name = names.get(id) ?? '(unknown)'
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1000)
  }
  return times
}

/** The median of each module over several loads, the longest first. */
export function medians(loads: readonly Times[]): (readonly [module: string, ms: number])[] {
  const names = new Set(loads.flatMap((times) => [...times.keys()]))
  return [...names]
    .filter((name) => name !== '(idle)')
    .map((name) => [name, median(loads.map((times) => times.get(name) ?? 0))] as const)
    .sort((a, b) => b[1] - a[1])
}
