import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { answerJson, SAFE_HEADERS } from './answer'
import { chooseEncoding, type Encoding } from './encoding'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * The PDF reader is the one file of ours that ends so. It runs in a worker, which takes the policy of its own answer: it may compile its decoders,
 * reads strangers' files, and reaches nothing (safety rule 14, D126).
 */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

interface Asset {
  readonly type: string
  readonly content: Buffer
  readonly etag: string
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
}

/** Parts of the build that are for the proxy, not for the page. */
const OWN_FILES = ['/index.html', '/preload.json']

export type Assets = ReadonlyMap<string, Asset>

/**
 * Reads a build into memory, by address. What is not in this table cannot be asked for, so no path can lead elsewhere;
 * a build that is replaced meanwhile does not mix with this one. `x.br` and `x.gz` become encodings of `x`.
 */
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
          type: TYPES[extname(address)] ?? 'application/octet-stream',
          content,
          etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
          encoded: { br: contents.get(`${address}.br`), gzip: contents.get(`${address}.gz`) },
        },
      ]),
  )
}

/** Answers with an asset. Names under `/assets/` carry a hash of their content, so those are kept forever. */
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
    etag,
    'cache-control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known?.includes(etag) || known?.includes('*')) {
    response.writeHead(304, shared).end()
    return
  }
  response.writeHead(200, {
    ...shared,
    'content-type': asset.type,
    'content-length': content.length,
    ...(extname(address) === '.mjs' ? { 'content-security-policy': WORKER_POLICY } : {}),
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
