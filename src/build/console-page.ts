import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { compile, optimize } from '@tailwindcss/node'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'
import { listCollections } from '../contract/collections'
import { listFiles } from '../contract/files'
import { Page } from '../ui/page'
import { Shell } from '../ui/shell'

/** Replaced by a fresh value in every answer of the proxy, so that styles of ours pass the content policy. */
const NONCE = '__CSP_NONCE__'

const themeScript = readFileSync(new URL('../ui/theme-script.js', import.meta.url), 'utf8').replace(
  /^\s*\/\/.*\n/gm,
  '',
)

/** What a screen reads first, by its route file. The proxy preloads it (D80). */
const FIRST_READS: Readonly<Record<string, readonly string[]>> = {
  'index.tsx': [listFiles.path, listCollections.path],
  'knowledge/files.tsx': [listFiles.path, listCollections.path],
  'knowledge/collections/index.tsx': [listCollections.path],
  'knowledge/collections/$collectionId.tsx': [listCollections.path, listFiles.path],
  'agents/index.tsx': [],
  'agents/new.tsx': [],
  'agents/$agentId.tsx': [],
  'tools/index.tsx': [],
  'threads/index.tsx': [],
  'threads/new.tsx': [],
  'threads/$startedId.tsx': [],
  'testing-lab/index.tsx': [],
  'testing-lab/generate.tsx': [],
  'testing-lab/run.tsx': [],
  'testing-lab/compare.tsx': [],
  'testing-lab/runs/$runId.tsx': [],
  'calls/index.tsx': [],
  'activity/index.tsx': [],
  'settings/index.tsx': [],
}

const addressOf = (routeFile: string) => `/${routeFile.replace(/\/?(index)?\.tsx$/, '')}`

const chunksOf = (bundle: Rollup.OutputBundle) =>
  Object.values(bundle).filter((output): output is Rollup.OutputChunk => output.type === 'chunk')

/** The chunk with the lazy part of a route, and what it imports, without what the entry loads anyway. */
function modulesOf(routeFile: string, bundle: Rollup.OutputBundle): string[] {
  const chunks = new Map(chunksOf(bundle).map((chunk) => [chunk.fileName, chunk]))
  const reach = (start: Rollup.OutputChunk[], found = new Set<string>()): Set<string> => {
    for (const chunk of start) {
      if (found.has(chunk.fileName)) continue
      found.add(chunk.fileName)
      reach(
        chunk.imports.flatMap((name) => chunks.get(name) ?? []),
        found,
      )
    }
    return found
  }
  const eager = reach([...chunks.values()].filter((chunk) => chunk.isEntry))
  const own = [...chunks.values()].filter((chunk) =>
    chunk.moduleIds.some((id) => id.includes(`/src/${routeFile}?`)),
  )
  return [...reach(own)].filter((name) => !eager.has(name)).map((name) => `/${name}`)
}

/** The title of a screen, the line below it and the link above it, where its source says them in plain words, one after the other (D730). */
export function headingIn(source: string) {
  const [, title, context, to, label] =
    /<Page\s+(?:fill\s+)?title="([^"]+)"\s+context="([^"]+)"(?:\s+back=\{<BackLink to="([^"]+)">([^<]+)<)?/.exec(
      source,
    ) ?? []
  return title && { title, context, back: to && createElement('a', { href: to }, label) }
}

/** The frame of a page as HTML, with the current screen marked and its heading in place; without a `routeFile`, of any page. */
function renderAppShell(routeFile?: string) {
  const file = routeFile === 'agents/new.tsx' ? 'agents/-new-agent-form.tsx' : routeFile
  // Of a screen for one of many the title is in what it reads.
  const heading =
    file &&
    !file.includes('$') &&
    headingIn(readFileSync(new URL(`../routes/${file}`, import.meta.url), 'utf8'))
  return renderToStaticMarkup(
    createElement(
      Shell,
      {
        path: routeFile ? addressOf(routeFile) : '',
        renderLink: ({ to, ...link }) => createElement('a', { href: to, ...link }),
      },
      // To be seen only: the screen replaces it, so nobody should begin to read or press there.
      heading && createElement('div', { inert: true, 'aria-hidden': true }, createElement(Page, heading)),
    ),
  )
}

/** Every frame that a page may begin with: that of each screen, and that of any. */
const shells = () => [undefined, ...Object.keys(FIRST_READS)].map(renderAppShell)

/** Flat rules; those of an at-rule are left as they are. */
const RULES = /@[^{}]*\{[^{}]*\}|([^{}@;]+)\{[^{}]*\}/g

/**
 * What of `css` can apply to a page of these elements: rules that name others alone are left out, and those for parts that browsers draw.
 * `css`: minified. The whole stylesheet follows the frame, so only what the first picture shows is to be right.
 */
export function stylesOf(elements: ReadonlySet<string>, css: string): string {
  const applies = (selectors: string) => {
    const named = selectors.match(/(?<![\w.#:[=\\-])[a-z][a-z\d]*/g)
    return named ? named.some((name) => elements.has(name)) : !/^::|^:-/.test(selectors)
  }
  let left = css.replace(RULES, (rule, selectors?: string) => (!selectors || applies(selectors) ? rule : ''))
  // What held nothing else.
  for (let before = ''; before !== left; ) [before, left] = [left, left.replace(/@[^{};]+\{\}/g, '')]
  return left
}

/** The part of the stylesheet that the frames need, made of the classes and elements they have. */
async function frameStyles(): Promise<string> {
  const frames = shells()
  const elements = new Set(['html', 'body', ...(frames.join('').match(/(?<=<)[a-z][a-z\d]*/g) ?? [])])
  const classes = frames.flatMap((shell) =>
    [...shell.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) =>
      names.replaceAll('&gt;', '>').replaceAll('&amp;', '&').split(' '),
    ),
  )
  const source = new URL('../styles.css', import.meta.url)
  const { build } = await compile(await readFile(source, 'utf8'), {
    base: fileURLToPath(new URL('.', source)),
    onDependency: () => {},
  })
  return stylesOf(elements, optimize(build([...new Set(classes)]), { minify: true }).code)
}

/**
 * Puts the styles of the frame into the page, so that it is painted before anything else is loaded. The stylesheet is asked for with
 * the scripts, and stands below the frame: what is above it is painted meanwhile, and no script runs before it is there (D825). Scripts
 * wait for the page, its styles and what it reads where a connection has to choose (D967).
 */
async function placeStyles(html: string, { css }: { readonly css: string }): Promise<string> {
  const frame = await frameStyles()
  return html
    .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
    .replace(
      '<script type="module"',
      (entry) => `<link rel="preload" as="style" href="${css}">${entry} fetchpriority="low"`,
    )
    .replace('</head>', () => `<style nonce="${NONCE}">${frame}</style></head>`)
    .replace('</body>', () => `<link rel="stylesheet" href="${css}"></body>`)
}

/**
 * The page that paints before any script: the app shell from the same component that React renders, its styles and the choice of
 * theme in the page, and the list from which the proxy preloads a route's code and first data.
 */
export function consolePage(): Plugin {
  return {
    name: 'console-page',
    applyToEnvironment: (environment) => environment.name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const page = html.replace('<!--theme-script-->', () => `<script>${themeScript}</script>`)
        const css = Object.keys(context.bundle ?? {}).find((name) => name.endsWith('.css'))
        // The proxy puts the shell in, as it is for each address.
        return css
          ? placeStyles(page, { css: `/${css}` })
          : {
              html: page.replace('<!--app-shell-->', () => renderAppShell()),
              tags: [] as HtmlTagDescriptor[],
            }
      },
    },
    generateBundle(_, bundle) {
      const routes = Object.entries(FIRST_READS).map(([file, reads]) => ({
        pattern: addressOf(file),
        modules: modulesOf(`routes/${file}`, bundle),
        data: reads,
        shell: renderAppShell(file),
      }))
      const source = JSON.stringify({ shell: renderAppShell(), routes })
      this.emitFile({ type: 'asset', fileName: 'preload.json', source })
    },
  }
}

const isEntry = (output: Rollup.OutputBundle[string] | undefined) =>
  output?.type === 'chunk' && output.isEntry

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes `.br` and `.gz` files beside every asset worth it; the proxy serves them as they are. */
export function compressedAssets(): Plugin {
  return {
    name: 'compressed-assets',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|json|mjs)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir ?? '', name)
          const content = await readFile(path)
          if (content.length < 1024) return
          const params = {
            // The largest two beside the entry come with a preview: the last tenth of theirs is half of the time (D250).
            [constants.BROTLI_PARAM_QUALITY]: content.length > 400_000 && !isEntry(bundle[name]) ? 9 : 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          }
          await writeFile(`${path}.br`, await brotli(content, { params }))
          await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
        }),
      )
    },
  }
}
