import { basename, dirname } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { type PlannedModule, planChunks, type Visit } from './chunk-plan'
import { writtenShorter } from './write-shorter.mjs'

/** Minified and compressed, code is about so much of what it was; packages have more comments. */
const SHRINKS = { ours: 0.2, packages: 0.12 }

/** The record of this browser, which most screens open at once, though none imports it. */
const LEDGER = '/src/ledger/ledger.'

/** Screens that are opened most, or have the least room: what each loads by itself, and how much it counts, where another screen counts 1. */
const SCREENS: readonly { readonly loads: readonly string[]; readonly weight: number }[] = [
  { loads: ['/knowledge/files.tsx?tsr-split'], weight: 16 },
  { loads: ['/agents/new.tsx?tsr-split', LEDGER], weight: 3 },
  // With what comes once its first fields are there (D930).
  { loads: ['/agents/new.tsx?tsr-split', '/agents/-agent-fields.', LEDGER], weight: 6 },
  { loads: ['/testing-lab/generate.tsx?tsr-split', LEDGER], weight: 2 },
  { loads: ['/runs/$runId.tsx?tsr-split', LEDGER], weight: 1.125 },
  { loads: ['/routes/agents/$agentId.tsx?tsr-split', LEDGER], weight: 2 },
  { loads: ['/routes/index.tsx?tsr-split', LEDGER], weight: 2 },
  { loads: ['/routes/calls/index.tsx?tsr-split'], weight: 4 },
  { loads: ['/routes/threads/new.tsx?tsr-split', LEDGER], weight: 3 },
  { loads: ['/routes/agents/index.tsx?tsr-split', LEDGER], weight: 2 },
  { loads: ['/routes/activity/index.tsx?tsr-split', LEDGER], weight: 4 },
  {
    loads: ['/routes/index.tsx?tsr-split', '/-overview/workspace.', '/-overview/recent.', LEDGER],
    weight: 4.8,
  },
  { loads: ['/routes/threads/index.tsx?tsr-split'], weight: 4 },
  { loads: ['/routes/tools/index.tsx?tsr-split', LEDGER], weight: 2 },
  { loads: ['/routes/settings/index.tsx?tsr-split', LEDGER], weight: 2 },
  // What a page loads besides where people sign in, and for what the team recorded.
  { loads: ['/routes/index.tsx?tsr-split', '/queries/team.', LEDGER], weight: 0.5 },
  {
    loads: [
      '/-shell/session.',
      '/client/session.',
      '/queries/team.',
      '/-shared/team-import.',
      '/queries/offered.',
      LEDGER,
    ],
    weight: 0.3,
  },
]

/** Screens that do without the record. */
const WITHOUT_LEDGER = '/routes/knowledge/'

/** A part that loads when somebody asks for it. */
const LATER = 0.02

/** The screens, each with what it loads by itself, and everything else that is loaded later. */
function visitsOf(modules: ReadonlyMap<string, PlannedModule>): readonly Visit[] {
  const later = [...modules.values()].flatMap(({ loadsLater }) => loadsLater)
  const roots = [...new Set(later)].filter((id) => modules.has(id)).sort()
  const named = SCREENS.map(({ loads, weight }) => ({
    modules: roots.filter((id) => loads.some((part) => id.includes(part))),
    weight,
  }))
  const isNamed = (id: string) => SCREENS.some(({ loads: [screen = ''] }) => id.includes(screen))
  const others = roots.filter((id) => !isNamed(id))
  const ledger = roots.filter((id) => id.includes(LEDGER))
  return [
    ...named,
    ...others.map((id) => {
      if (!id.includes('tsr-split=')) return { modules: [id], weight: LATER }
      return { modules: id.includes(WITHOUT_LEDGER) ? [id] : [id, ...ledger], weight: 1 }
    }),
  ]
}

/** Has a browser compile a script whole beside the thread of the page, where each function would wait for its compiler when it is first called (D561). */
const COMPILE_WHOLE = '//# allFunctionsCalledOnLoad\n'

/** What so many others import is loaded by many screens, so it is written shorter, too, as what a named screen loads is, unless it is that long. All scripts would take 17 s (D966). */
const MANY = 4
const LONG = 30_000

/** Writes the entry, and beside it what is loaded often, in fewer bytes: 1.5 kB for every screen, and up to 0.3 more. */
async function writeShorter(scripts: readonly Rollup.OutputChunk[]): Promise<void> {
  const imported = scripts.flatMap(({ imports }) => imports)
  const countOf = ({ fileName }: Rollup.OutputChunk) => imported.filter((each) => each === fileName).length
  const isNamed = ({ moduleIds }: Rollup.OutputChunk) =>
    SCREENS.some(({ loads }) => loads.some((part) => moduleIds.some((id) => id.includes(part))))
  const parts = [
    scripts.filter(({ isEntry }) => isEntry),
    scripts.filter((script) => script.code.length < LONG && (countOf(script) >= MANY || isNamed(script))),
  ]
  await Promise.all(
    parts.map(async (part) => {
      const written = await writtenShorter(part.map(({ code }) => code))
      for (const [at, script] of part.entries()) script.code = written[at] ?? script.code
    }),
  )
}

const RUNTIME = 'rolldown-runtime'

/** How a script names the bundler's own few hundred bytes, and what it takes of them. */
const takesRuntime = (file: string) => new RegExp(`import\\{([^}]*)\\}from"\\./${file}";`)

/**
 * Puts the bundler's own few hundred bytes into the entry, which every script has loaded: alone they are one more request, of which a browser has
 * six at a time (D642).
 */
function takeRuntimeIn(bundle: Rollup.OutputBundle): void {
  const scripts = Object.values(bundle).filter((output) => output.type === 'chunk')
  const entry = scripts.find(({ isEntry }) => isEntry)
  const runtime = scripts.find(({ name }) => name === RUNTIME)
  if (!entry || !runtime) return
  const file = basename(runtime.fileName)
  const taken = takesRuntime(file)
  const own = /^(.*)export\{(.*)\};?\s*$/s.exec(runtime.code)
  const pairs = (list = '') => list.split(',').map((each) => each.split(' as ') as [string, string?])
  const given = pairs(own?.[2]).map(([local, name]) => `${name ?? local}:${local}`)
  // Only names of one and two letters are given by the bundler.
  const passedOn = pairs(taken.exec(entry.code)?.[1]).map(
    ([name, local]) => `${local ?? name} as run_${name}`,
  )
  const standing = (_: string, list: string) =>
    `const{${list.replaceAll(' as ', ':')}}=(()=>{${own?.[1]}return{${given.join()}}})();`
  entry.code = `${entry.code.replace(taken, standing)}export{${passedOn.join()}};`
  const ofEntry = new RegExp(`(?<=import\\{)(?=[^}]*\\}from"\\./${basename(entry.fileName)}")`)
  for (const script of scripts) {
    const [, list] = taken.exec(script.code) ?? []
    if (list === undefined || script === entry || script === runtime) continue
    const names = pairs(list).map(([name, local]) => `run_${name} as ${local ?? name},`)
    // Without another import of the entry its name would stay while the entry's changes, and browsers keep for a year what a name stood for (D680).
    script.code = ofEntry.test(script.code)
      ? script.code.replace(taken, '').replace(ofEntry, names.join(''))
      : script.code.replace(taken, standing)
  }
  const page = bundle['index.html']
  if (page?.type === 'asset')
    page.source = String(page.source).replace(new RegExp(`\\s*<link[^>]*${file}"[^>]*>`), '')
  delete bundle[runtime.fileName]
}

/** What a file is called: as a module of it, and as the folder where that says nothing. */
function nameFor(id: string): string {
  const [name = ''] = basename(id).split('.')
  return (name === 'index' ? basename(dirname(id)) : name).replaceAll('$', '')
}

/** Puts modules into files as `planChunks` says, by what imports what (D491). */
export function plannedChunks(): Plugin {
  const names = new Map<string, string>()
  return {
    name: 'planned-chunks',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                output: {
                  // The entry names all files that are loaded later: titles would make it 0.4 kB more, and no compression makes hashes smaller (D794).
                  hashCharacters: 'base36',
                  // The bundler's own is told by its title until it is in the entry.
                  chunkFileNames: ({ name }) => `assets/${name === RUNTIME ? `${name}-` : ''}[hash:7].js`,
                  codeSplitting: {
                    // The plan has no circles, so no module needs to be taken along.
                    includeDependenciesRecursively: false,
                    groups: [{ name: (id) => names.get(id) ?? null, debugName: 'planned' }],
                  },
                },
              },
            },
          }
        : null,
    generateBundle: {
      // It has to stand before everything else, also before what Vite puts there.
      order: 'post',
      async handler(_, bundle) {
        takeRuntimeIn(bundle)
        const scripts = Object.values(bundle).filter((output) => output.type === 'chunk')
        await writeShorter(scripts)
        for (const script of scripts) if (script.isEntry) script.code = COMPILE_WHOLE + script.code
      },
    },
    buildEnd(error) {
      if (error) return
      const modules = new Map<string, PlannedModule>()
      const { root } = this.environment.config
      let entry = ''
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        if (!info) continue
        const shrinks = id.includes('/node_modules/') ? SHRINKS.packages : SHRINKS.ours
        // The code names other modules by where they lie on this machine, which must not decide what is joined.
        const size = (info.code?.replaceAll(root, '').length ?? 0) * shrinks
        modules.set(id, { size, imports: info.importedIds, loadsLater: info.dynamicallyImportedIds })
        if (info.isEntry) entry = id
      }
      const sizeOf = (id: string) => modules.get(id)?.size ?? 0
      const later = new Set([...modules.values()].flatMap(({ loadsLater }) => loadsLater))
      const taken = new Set<string>()
      for (const ids of planChunks(modules, entry, visitsOf(modules))) {
        const asked = ids.filter((id) => later.has(id))
        const [largest = ''] = (asked.length > 0 ? asked : [...ids]).sort((a, b) => sizeOf(b) - sizeOf(a))
        const file = ids.includes(entry) ? 'entry' : nameFor(largest)
        let name = file
        for (let at = 2; taken.has(name); at += 1) name = `${file}-${at}`
        taken.add(name)
        for (const id of ids) names.set(id, name)
      }
    },
  }
}
