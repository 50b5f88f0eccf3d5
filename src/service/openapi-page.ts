import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export const OPENAPI_PATH = '/openapi'

/** Only what is served beside it, no evaluation, no inline script or style, no frame around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Its addresses are relative, because the console may stand under a path (D460). */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Interface of the local service</title>
<link rel="stylesheet" href="openapi/swagger-ui.css">
</head>
<body>
<div id="interface"></div>
<noscript>This page needs JavaScript. The document itself is at openapi.json.</noscript>
<script src="openapi/swagger-ui-bundle.js"></script>
<script src="openapi/start.js"></script>
</body>
</html>
`

/** Nothing is tried out from here: the console adds its key to what its own pages send. */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#interface',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
})
`

const require = createRequire(import.meta.url)

interface PageFile {
  readonly type: string
  /** Read when it is asked for: whoever never opens the page never loads it. */
  read(): string | Promise<Uint8Array>
}

const FILES: Readonly<Record<string, PageFile>> = {
  '': { type: 'text/html; charset=utf-8', read: () => PAGE },
  '/start.js': { type: 'text/javascript; charset=utf-8', read: () => START },
  '/swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')),
  },
  '/swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
}

export const openApiFiles = Object.keys(FILES).map((name) => `${OPENAPI_PATH}${name}`)

/** A file of the page that shows the OpenAPI document (D274). */
export async function answerOpenApiPage(path: string): Promise<Response> {
  const file = FILES[path.slice(OPENAPI_PATH.length)]
  if (!file) return new Response(null, { status: 404 })
  return new Response((await file.read()) as BodyInit, {
    headers: {
      'content-type': file.type,
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}
