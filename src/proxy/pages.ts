import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { ConsoleInfo } from '../contract/console-info'
import { StartRefused } from '../net/start-refused'
import { escapeText, refuseMethod, SAFE_HEADERS } from './answer'
import { answerAsset, answerMissing, readAssets } from './assets'
import { compress, encodingFor } from './compress'
import type { Admitted } from './team/sessions'

const NONCE_PLACEHOLDER = '__CSP_NONCE__'

function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc[\s=])[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  )
}

/**
 * The policy of one page: nothing foreign but recordings (D285), no evaluation, styles by nonce, never inside a frame (safety rule 14).
 * `serviceOrigin`: where recordings may be beside https addresses.
 */
function contentPolicy(
  nonce: string,
  scriptHashes: readonly string[],
  serviceOrigin: string | undefined,
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    ["media-src 'self' https:", serviceOrigin].filter(Boolean).join(' '),
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** `preload.json` of the build: what each screen shows and loads first (D45, D730). */
const preloadFile = z.object({
  /** The frame that the page shows before any script, as HTML. */
  shell: z.string(),
  routes: z.array(
    z.object({
      /** In the router's syntax: `/knowledge/collections/$collectionId`. */
      pattern: z.string(),
      modules: z.array(z.string()),
      data: z.array(z.string()),
      /** The same with this screen marked as the current one, and with its heading. */
      shell: z.string(),
    }),
  ),
})

/** What the page of an address begins with. */
interface FirstParts {
  readonly tags: string
  readonly shell: string
}

const matches = (pattern: string, path: string) => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => (segment.startsWith('$') ? given[at] !== '' : segment === given[at]))
  )
}

/**
 * The head tags and the frame of an address. The pattern with the fewest parameters wins, as in the router.
 * With a query a screen may show something else than its heading says, so it has the frame alone (D730). Throws for a malformed file.
 */
export function readPreloads(json: string, basePath = ''): (path: string, query?: string) => FirstParts {
  const file = preloadFile.parse(JSON.parse(json))
  const anyScreen = placeUnder(basePath, file.shell)
  const address = (path: string) => escapeText(`${basePath}${path}`)
  const parameters = ({ pattern }: { pattern: string }) => pattern.split('$').length
  const routes = file.routes
    .toSorted((one, other) => parameters(one) - parameters(other))
    .map(({ pattern, modules, data, shell }) => ({
      pattern,
      shell: placeUnder(basePath, shell),
      tags: [
        ...modules.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${address(href)}">`),
        ...data.map((href) => `<link rel="preload" as="fetch" crossorigin href="${address(href)}">`),
      ].join(''),
    }))
  return (path, query) => {
    const { tags = '', shell = anyScreen } = routes.find(({ pattern }) => matches(pattern, path)) ?? {}
    return { tags, shell: query ? anyScreen : shell }
  }
}

const PAGE_HEADERS = {
  ...SAFE_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()',
  'x-frame-options': 'DENY',
  vary: 'accept-encoding',
} as const

/** Keeps a page that opened this one from holding on to it. A browser begins another process for it, so it comes where there is a session to keep (D874). */
const APART = { 'cross-origin-opener-policy': 'same-origin' } as const

export interface Pages {
  /**
   * Answers `path` with a file of the build, the page itself, or 404. Returns what it was, for the log. `describe`: what the page is
   * told of its connection (D825); `admitted`: who is signed in, for the first picture (D482).
   */
  answer(
    response: ServerResponse,
    path: string,
    describe: () => ConsoleInfo,
    admitted?: Admitted,
  ): 'asset' | 'page' | 'missing'
}

/** The addresses of the page, and where the page itself finds the path, when the console stands under one (D460). */
const placeUnder = (basePath: string, html: string) =>
  basePath === ''
    ? html
    : html
        .replace(/(\s(?:href|src)=")\/(?!\/)/g, (_, before: string) => `${before}${basePath}/`)
        .replace('<html', () => `<html data-base="${basePath}"`)

const attributesOf = (info: ConsoleInfo, { person, position }: Partial<Admitted> = {}) =>
  Object.entries({ role: person?.role, position, info: JSON.stringify(info) })
    .map(([name, value]) => (value ? ` data-${name}="${escapeText(value)}"` : ''))
    .join('')

interface PageOptions {
  /** Of a hosted service. */
  readonly serviceOrigin?: string
  readonly basePath: string
}

/** Serves the console's build. Throws `StartRefused` when `directory` has none. */
export function openPages(directory: string, { serviceOrigin, basePath }: PageOptions): Pages {
  const root = resolve(directory)
  const index = join(root, 'index.html')
  if (!existsSync(index))
    throw new StartRefused('The console is not built: index.html is missing; run npm run build.')
  const template = placeUnder(basePath, readFileSync(index, 'utf8'))
  const hashes = hashInlineScripts(template)
  const assets = readAssets(root)
  const preloads = join(root, 'preload.json')
  const partsOf = existsSync(preloads)
    ? readPreloads(readFileSync(preloads, 'utf8'), basePath)
    : () => ({ tags: '', shell: '' })

  const answerPage = (response: ServerResponse, path: string, info: ConsoleInfo, admitted?: Admitted) => {
    const nonce = randomBytes(18).toString('base64')
    const { tags, shell } = partsOf(path, response.req.url?.split('?')[1])
    const html = template
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      .replace('<html', () => `<html${attributesOf(info, admitted)}`)
      .replace('</head>', () => `${tags}</head>`)
      .replace('<!--app-shell-->', () => shell)
    const encoding = encodingFor(response.req)
    const body = encoding ? compress(Buffer.from(html), encoding) : Buffer.from(html)
    response.writeHead(200, {
      ...PAGE_HEADERS,
      ...(admitted && APART),
      'content-security-policy': contentPolicy(nonce, hashes, serviceOrigin),
      'content-length': body.length,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    response.end(response.req.method === 'HEAD' ? undefined : body)
  }

  return {
    answer(response, path, describe, admitted) {
      const { method, headers } = response.req
      if (method !== 'GET' && method !== 'HEAD') {
        refuseMethod(response, ['GET', 'HEAD'])
        return 'missing'
      }
      const asset = assets.get(path)
      if (asset) {
        answerAsset(response, path, asset)
        return 'asset'
      }
      // A request for a file never gets the page instead. Ids with a dot still open for a person (D46).
      const isFile = path.startsWith('/assets/') || /\.[A-Za-z0-9]{1,8}$/.test(path)
      if (isFile && !(headers.accept?.includes('text/html') && !path.startsWith('/assets/'))) {
        answerMissing(response)
        return 'missing'
      }
      answerPage(response, path, describe(), admitted)
      return 'page'
    },
  }
}
