import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { getMimeType, mimes } from 'hono/utils/mime'
import { answerJson, SAFE_HEADERS } from './answer'

export type Encoding = 'br' | 'gzip'

/** The best of the available encodings that `Accept-Encoding` allows. The preference is ours: Brotli first. */
export function chooseEncoding(
  accepted: string | undefined,
  available: readonly Encoding[],
): Encoding | undefined {
  if (!accepted) return undefined
  const weights = new Map(
    accepted.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight)] as const
    }),
  )
  return (['br', 'gzip'] as const).find(
    (encoding) => available.includes(encoding) && (weights.get(encoding) ?? weights.get('*') ?? 0) > 0,
  )
}

const TYPES = { ...mimes, svg: 'image/svg+xml', md: 'text/markdown; charset=utf-8' }

/**
 * A worker runs under the policy of its own answer, not the page's. It reads strangers' files and reaches nothing (safety rule 14).
 * `.mjs` is the PDF reader alone, which may compile its decoders (D126).
 */
function workerPolicy(address: string): { readonly 'content-security-policy'?: string } {
  const scripts = extname(address) === '.mjs' ? "'self' 'wasm-unsafe-eval'" : "'self'"
  return /\.mjs$|[/-]worker-[^/]*\.js$/.test(address)
    ? { 'content-security-policy': `default-src 'none'; script-src ${scripts}` }
    : {}
}

interface Asset {
  readonly type: string
  readonly content: Buffer
  readonly etag: string
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
}

const OWN_FILES = ['/index.html', '/preload.json']

type Assets = ReadonlyMap<string, Asset>

/** Reads a build into memory, so that no path leads elsewhere and no later build mixes in. `x.br` and `x.gz` are encodings of `x`. */
export function readAssets(directory: string): Assets {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const addressOf = (path: string) => path.slice(directory.length).replaceAll('\\', '/')
  const contents = new Map(paths.map((path) => [addressOf(path), readFileSync(path)]))
  return new Map(
    [...contents]
      .filter(([address]) => !/\.(br|gz)$/.test(address) && !OWN_FILES.includes(address))
      .map(([address, content]) => [
        address,
        {
          type: getMimeType(address, TYPES) ?? 'application/octet-stream',
          content,
          etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
          encoded: { br: contents.get(`${address}.br`), gzip: contents.get(`${address}.gz`) },
        },
      ]),
  )
}

/** Answers with an asset. Names under `/assets/` hold a hash of the content, so browsers may store them forever, and no tag is needed to ask again. */
export function answerAsset(response: ServerResponse, address: string, asset: Asset) {
  const { headers } = response.req
  const encoding = chooseEncoding(
    String(headers['accept-encoding'] ?? ''),
    (['br', 'gzip'] as const).filter((each) => asset.encoded[each]),
  )
  const content = (encoding && asset.encoded[encoding]) ?? asset.content
  const etag = `"${asset.etag}${encoding ? `-${encoding}` : ''}"`
  const shared = {
    ...SAFE_HEADERS,
    vary: 'accept-encoding',
    ...(address.startsWith('/assets/')
      ? { 'cache-control': 'public, max-age=31536000, immutable' }
      : { 'cache-control': 'no-cache', etag }),
  }
  const stored = headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (stored?.includes(etag) || stored?.includes('*')) {
    response.writeHead(304, shared).end()
    return
  }
  response.writeHead(200, {
    ...shared,
    'content-type': asset.type,
    'content-length': content.length,
    ...workerPolicy(address),
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  response.end(response.req.method === 'HEAD' ? undefined : content)
}

export function answerMissing(response: ServerResponse) {
  answerJson(response, 404, {
    status: 404,
    message: 'There is nothing here',
    code: 'NOT_FOUND',
    success: false,
  })
}
