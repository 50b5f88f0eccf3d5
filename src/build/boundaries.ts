import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseSync } from 'vite'

/** Which folders a folder of `src` may import besides itself, and which packages. The table of the README's map. */
interface Rule {
  readonly ours: readonly string[]
  readonly packages: RegExp
}

const NODE = /^node:/
const PAGE =
  /^(react(\/.*)?|react-dom(\/.*)?|@tanstack\/react-(router|query|virtual)|react-hook-form|@hookform\/resolvers\/.*)$/
const DATABASE = /^(pg|drizzle-orm(\/.*)?|@electric-sql\/pglite(\/.*)?)$/
const READERS = /^(unpdf(\/.*)?|mdast-util-.*|micromark-.*|mdast)$/

const any = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'))

export const RULES: Readonly<Record<string, Rule>> = {
  contract: { ours: [], packages: /^zod\/mini$/ },
  client: { ours: ['contract'], packages: /^$/ },
  // Rows of a CSV file are read and judged in a worker of their own.
  jobs: { ours: ['client', 'contract'], packages: /^(papaparse|libphonenumber-js\/min)$/ },
  ledger: { ours: ['contract'], packages: /^(idb|zod\/mini)$/ },
  queries: { ours: ['client', 'jobs', 'ledger', 'contract'], packages: /^@tanstack\/react-query$/ },
  ui: {
    ours: [],
    packages:
      /^(react|react-dom|react\/jsx-runtime|@radix-ui\/.*|react-hook-form|react-dropzone|@tanstack\/react-virtual|lucide-react(\/.*)?|libphonenumber-js(\/.*)?|get-nonce|diff|pdfjs-dist\/.*|mdast-util-(from-markdown|gfm)|micromark-extension-gfm|@codemirror\/[a-z]+)$/,
  },
  routes: { ours: ['queries', 'ui', 'contract'], packages: any(PAGE, /^(lucide-react(\/.*)?|zod\/mini)$/) },
  proxy: {
    ours: ['contract'],
    packages: any(NODE, /^(hono(\/.*)?|@hono\/node-server(\/.*)?|undici|zod\/mini)$/),
  },
  service: {
    ours: ['contract'],
    packages: any(
      NODE,
      DATABASE,
      READERS,
      /^(tar|hono(\/.*)?|@hono\/node-server(\/.*)?|zod(\/mini|\/v4\/core)?|openai|vitest)$/,
    ),
  },
  build: {
    ours: ['contract', 'ui', 'proxy', 'service'],
    packages: any(NODE, PAGE, /^(vite|vitest(\/.*)?|zod\/mini)$/),
  },
}

/** The one place where proxy and service meet, so that `npm start` is one process. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = { 'proxy/main.ts': ['service'] }

/** What names another module by its `source`: imports, late ones, those of types, and what is exported from elsewhere. */
const NAMES_MODULE = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

/** Read from the syntax, as a string or a comment may well look like an import. */
function importsIn(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`)
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && NAMES_MODULE.has(String(node.type)) && 'source' in node) {
      const { source: named } = node
      if (typeof named === 'object' && named !== null && 'value' in named) found.push(String(named.value))
      // What is put together while it runs cannot be held to any rule.
      else if (named !== null) found.push('(a computed name)')
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(program)
  return found
}

const isTest = (path: string) => /\.(test|fixture)\.tsx?$/.test(path)

/** Every import of one file that its folder may not have, as a sentence. `path` is relative to `src`, with slashes. */
export function violationsOf(path: string, source: string): string[] {
  const [folder = ''] = path.split('/')
  const rule = path.includes('/') ? RULES[folder] : undefined
  if (!rule)
    return path.includes('/') ? [`${path}: src/${folder} is not in the table of who may import whom`] : []
  return importsIn(path, source).flatMap((wanted) => {
    const bare = wanted.replace(/\?.*$/, '')
    if (!bare.startsWith('.')) {
      // Tests may use the test runner and node; what they test is held to the rules all the same.
      const allowed =
        rule.packages.test(bare) ||
        (isTest(path) && /^(vitest|vite|node:.*|fake-indexeddb(\/.*)?)$/.test(bare))
      return allowed ? [] : [`${path} imports the package ${bare}`]
    }
    const target = relative('.', resolve(dirname(path), bare)).split(sep)[0] ?? ''
    const allowed = target === folder || rule.ours.includes(target) || EXCEPTIONS[path]?.includes(target)
    return allowed ? [] : [`${path} imports from src/${target}`]
  })
}

function sourcesUnder(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return sourcesUnder(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Checks every file under `src`. */
export function findViolations(src: string): string[] {
  return sourcesUnder(src).flatMap((path) =>
    violationsOf(relative(src, path).split(sep).join('/'), readFileSync(path, 'utf8')),
  )
}
