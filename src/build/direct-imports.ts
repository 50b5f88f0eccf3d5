import { readFile } from 'node:fs/promises'
import type { Plugin, Rollup } from 'vite'

/** Packages whose index only passes on what their modules export. */
const PACKAGES = [
  'lucide-react',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/router-core',
]

/** Where a name of an index comes from: the file as the index names it, and what it is called there. */
interface Origin {
  readonly from: string
  readonly name: string
}

type Names = ReadonlyMap<string, Origin>

const nameOf = (node: { type: string; name?: string; value?: unknown }) => String(node.name ?? node.value)

/** The names that an index passes on; those of another package that it passes on whole are under `*`. */
function readIndex(program: ReturnType<Rollup.PluginContext['parse']>): Names {
  const taken = new Map<string, Origin>()
  const names = new Map<string, Origin>()
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      for (const each of node.specifiers)
        if (each.type === 'ImportSpecifier')
          taken.set(each.local.name, { from: node.source.value, name: nameOf(each.imported) })
    } else if (node.type === 'ExportAllDeclaration') names.set('*', { from: node.source.value, name: '*' })
    else if (node.type === 'ExportNamedDeclaration')
      for (const { local, exported } of node.specifiers) {
        const name = nameOf(local)
        const origin = node.source ? { from: node.source.value, name } : taken.get(name)
        if (origin) names.set(nameOf(exported), origin)
      }
  }
  return names
}

/**
 * Imports from the module that has a name, and not through the index of its package: through that everything would import all modules of it, so
 * that what only one screen needs would be in the file that all screens load (D640).
 */
export function directImports(): Plugin {
  const indexes = new Map<string, Promise<Names>>()

  /** The file that has the name which `importer` takes from `source`, and what it is called there. */
  async function find(
    context: Rollup.PluginContext,
    { from, name }: Origin,
    importer: string,
  ): Promise<Origin | undefined> {
    const id = (await context.resolve(from, importer))?.id
    if (id === undefined) return undefined
    if (!PACKAGES.includes(from)) return { from: id, name }
    const index = indexes.get(id) ?? readFile(id, 'utf8').then((code) => readIndex(context.parse(code)))
    indexes.set(id, index)
    const names = await index
    const other = names.get('*')
    const origin = names.get(name) ?? (other && { ...other, name })
    return origin && find(context, origin, id)
  }

  return {
    name: 'direct-imports',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      order: 'post',
      filter: { code: new RegExp(`from\\s*["'](?:${PACKAGES.join('|')})["']`) },
      async handler(code, importer) {
        let direct = code
        for (const node of this.parse(code).body.toReversed()) {
          if (node.type !== 'ImportDeclaration' || !PACKAGES.includes(node.source.value)) continue
          const imports = await Promise.all(
            node.specifiers.map(async (each) => {
              if (each.type !== 'ImportSpecifier') return undefined
              const origin = await find(
                this,
                { from: node.source.value, name: nameOf(each.imported) },
                importer,
              )
              return (
                origin &&
                `import { ${origin.name} as ${each.local.name} } from ${JSON.stringify(origin.from)};`
              )
            }),
          )
          if (imports.includes(undefined)) continue
          direct = direct.slice(0, node.start) + imports.join('') + direct.slice(node.end)
        }
        return { code: direct, map: null }
      },
    },
  }
}
