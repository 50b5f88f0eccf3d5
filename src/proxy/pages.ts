import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { refuseMethod, SAFE_HEADERS } from './answer'
import { answerAsset, answerMissing, readAssets } from './assets'
import { contentPolicy, hashInlineScripts, NONCE_PLACEHOLDER } from './csp'
import { chooseEncoding } from './encoding'
import { readPreloads } from './preload'
import { StartError } from './start-error'

const PAGE_HEADERS = {
  ...SAFE_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()',
  'x-frame-options': 'DENY',
  vary: 'accept-encoding',
} as const

/** Per answer, so quick rather than small: the nonce differs each time and nothing can be kept. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export interface Pages {
  /** Answers `path` with a file of the build, the page itself, or 404. Returns what it was, for the log. */
  answer(response: ServerResponse, path: string): 'asset' | 'page' | 'missing'
}

/** Serves the console's build. Throws one sentence when there is none at `directory`. */
export function openPages(directory: string): Pages {
  const root = resolve(directory)
  const index = join(root, 'index.html')
  if (!existsSync(index))
    throw new StartError('The console is not built: index.html is missing; run npm run build.')
  const template = readFileSync(index, 'utf8')
  const hashes = hashInlineScripts(template)
  const assets = readAssets(root)
  const preloads = join(root, 'preload.json')
  const tagsFor = existsSync(preloads) ? readPreloads(readFileSync(preloads, 'utf8')) : () => ''

  const answerPage = (response: ServerResponse, path: string) => {
    const nonce = randomBytes(18).toString('base64')
    const html = template
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      .replace('</head>', () => `${tagsFor(path)}</head>`)
    const encoding = chooseEncoding(String(response.req.headers['accept-encoding'] ?? ''), ['br', 'gzip'])
    const body =
      encoding === 'br'
        ? brotliCompressSync(html, BROTLI)
        : encoding === 'gzip'
          ? gzipSync(html)
          : Buffer.from(html)
    response.writeHead(200, {
      ...PAGE_HEADERS,
      'content-security-policy': contentPolicy(nonce, hashes),
      'content-length': body.length,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    response.end(response.req.method === 'HEAD' ? undefined : body)
  }

  return {
    answer(response, path) {
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
      // Whoever asks for a file gets no page in its place; ids with a dot still open when a person goes there (D46).
      const isFile = path.startsWith('/assets/') || /\.[A-Za-z0-9]{1,8}$/.test(path)
      if (isFile && !(headers.accept?.includes('text/html') && !path.startsWith('/assets/'))) {
        answerMissing(response)
        return 'missing'
      }
      answerPage(response, path)
      return 'page'
    },
  }
}
