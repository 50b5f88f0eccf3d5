import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseSync } from 'vite'

/** Which folders a folder of `src` may import besides itself, and which packages. The table of the README's map. */
interface Rule {
  readonly ours: readonly string[]
  readonly packages: RegExp
}

const NODE = /^node:/
const PAGE =
  /^(react(\/.*)?|react-dom(\/.*)?|@tanstack\/react-(router|query)|react-hook-form|@hookform\/resolvers\/.*)$/
const DATABASE = /^(pg|drizzle-orm(\/.*)?|@electric-sql\/pglite(\/.*)?)$/
const READERS = /^(unpdf(\/.*)?|mdast-util-.*|micromark-.*|mdast)$/

const any = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'))

export const RULES: Readonly<Record<string, Rule>> = {
  contract: { ours: [], packages: /^zod\/mini$/ },
  client: { ours: ['contract'], packages: /^$/ },
  // Rows of a CSV file are read and judged in a worker of their own.
  jobs: { ours: ['client', 'contract'], packages: /^(papaparse|libphonenumber-js\/min)$/ },
  ledger: { ours: ['client', 'contract'], packages: /^(idb|zod\/mini)$/ },
  queries: { ours: ['client', 'jobs', 'ledger', 'contract'], packages: /^@tanstack\/react-query$/ },
  ui: {
    ours: [],
    packages:
      /^(react|react-dom|react\/jsx-runtime|@radix-ui\/.*|react-hook-form|react-dropzone|lucide-react(\/.*)?|libphonenumber-js(\/.*)?|get-nonce|diff|pdfjs-dist\/.*|mdast-util-(from-markdown|gfm)|micromark-extension-gfm|@codemirror\/[a-z]+)$/,
  },
  routes: { ours: ['queries', 'ui', 'contract'], packages: any(PAGE, /^(lucide-react(\/.*)?|zod\/mini)$/) },
  // One script for other pages: whatever it imported would weigh on them.
  widget: { ours: [], packages: /^$/ },
  // Who is on the public internet: proxy and service ask before they connect to what somebody named. And what both ask of who calls them.
  net: { ours: [], packages: NODE },
  proxy: {
    ours: ['contract', 'net'],
    packages: any(NODE, /^(hono(\/.*)?|@hono\/node-server(\/.*)?|openid-client|undici|zod\/mini)$/),
  },
  service: {
    ours: ['contract', 'net'],
    packages: any(
      NODE,
      DATABASE,
      READERS,
      /^(tar|hono(\/.*)?|@hono\/node-server(\/.*)?|zod(\/mini|\/v4\/core)?|openai|vitest)$/,
    ),
  },
  // The sample workspace: a user of the interface, beside the console that it starts.
  sample: { ours: ['contract', 'proxy', 'service'], packages: NODE },
  build: {
    ours: ['contract', 'ui', 'ledger', 'net', 'proxy', 'service'],
    packages: any(NODE, PAGE, /^(vite|@tailwindcss\/node|terser|vitest(\/.*)?|zod\/mini)$/),
  },
}

/** The one place where proxy and service meet, so that `npm start` is one process. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = { 'proxy/main.ts': ['service'] }

const STATIC = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']
const STATIC_OR_LATE = [...STATIC, 'ImportExpression', 'TSImportType']

export interface Source {
  readonly path: string
  readonly text: string
}

const hasProperty = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value

/** The modules a file names. Parsed, because strings and comments can look like imports. */
function importsOf({ path, text }: Source, syntax = STATIC_OR_LATE): string[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`)
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (hasProperty(node, 'type') && syntax.includes(String(node.type)) && hasProperty(node, 'source')) {
      if (hasProperty(node.source, 'value')) found.push(String(node.source.value))
      // No rule can check a name that is computed at run time.
      else if (node.source !== null) found.push('(a computed name)')
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(program)
  return found
}

const isTest = (path: string) => /\.(test|fixture)\.tsx?$/.test(path)

const resolveFrom = (path: string, wanted: string) =>
  posix.join(posix.dirname(path), wanted.replace(/\?.*$/, ''))

export function findForbiddenImports(source: Source): string[] {
  const { path } = source
  const [folder = ''] = path.split('/')
  if (!path.includes('/')) return []
  const rule = RULES[folder]
  if (!rule) return [`${path}: src/${folder} is not in the table of who may import whom`]
  return importsOf(source).flatMap((wanted) => {
    if (!wanted.startsWith('.')) {
      const allowed =
        rule.packages.test(wanted) ||
        (isTest(path) && /^(vitest|vite|node:.*|fake-indexeddb(\/.*)?|fast-check)$/.test(wanted))
      return allowed ? [] : [`${path} imports the package ${wanted}`]
    }
    const [target = ''] = resolveFrom(path, wanted).split('/')
    const allowed = target === folder || rule.ours.includes(target) || EXCEPTIONS[path]?.includes(target)
    return allowed ? [] : [`${path} imports from src/${target}`]
  })
}

function importGraph(sources: readonly Source[], syntax = STATIC_OR_LATE): Map<string, Set<string>> {
  const ours = sources.filter(({ path }) => !isTest(path) && !path.includes('.gen.'))
  const paths = new Set(ours.map(({ path }) => path))
  const resolved = (path: string, wanted: string) =>
    ['', '.ts', '.tsx'].map((end) => resolveFrom(path, wanted) + end).filter((name) => paths.has(name))
  return new Map(
    ours.map((source) => [
      source.path,
      new Set(importsOf(source, syntax).flatMap((wanted) => resolved(source.path, wanted))),
    ]),
  )
}

/** Files that import each other in a circle: each file with the others it reaches and is reached from. */
export function findCircles(sources: readonly Source[]): string[] {
  const graph = importGraph(sources)
  const reached = (from: string, found = new Set<string>()) => {
    for (const path of graph.get(from) ?? [])
      if (!found.has(path)) {
        found.add(path)
        reached(path, found)
      }
    return found
  }
  const reach = new Map([...graph.keys()].map((path) => [path, reached(path)]))
  const circles = [...reach].flatMap(([path, others]) =>
    others.has(path)
      ? [
          [...others]
            .filter((other) => reach.get(other)?.has(path))
            .sort()
            .join(' <> '),
        ]
      : [],
  )
  return [...new Set(circles)].sort()
}

/** Lines a file may have. Tables of data may be longer. */
const LONGEST = 300
const DATA = ['service/store/schema.ts']

const lineCount = (text: string) => text.split('\n').length - 1

export const findLongFiles = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, text }) => !isTest(path) && !path.includes('.gen.') && lineCount(text) > LONGEST)
    .map(({ path }) => path)
    .filter((path) => !DATA.includes(path))

/** Files so short that they belong in the only file that reads them. What is loaded late or by a worker stands apart. */
export function findFragments(sources: readonly Source[]): string[] {
  const graph = importGraph(sources, STATIC)
  const short = sources.filter(({ path, text }) => graph.has(path) && lineCount(text) < 15)
  return short
    .map(({ path }) => path)
    .filter((path) => [...graph.values()].filter((imports) => imports.has(path)).length === 1)
}

/** Imports of a file that is an address: what screens share stands beside it, in a file with a leading dash. */
export function findScreenImports(sources: readonly Source[]): string[] {
  const isScreen = (path: string) => path.startsWith('routes/') && !path.includes('/-')
  return [...importGraph(sources)].flatMap(([path, imports]) =>
    [...imports].filter(isScreen).map((screen) => `${path} imports the screen ${screen}`),
  )
}

export function readSources(src: string): Source[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))
}
