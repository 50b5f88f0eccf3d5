import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { listen } from '../src/net/test-server.fixture'

/** A list of files with the console's frameworks and nothing else: what no screen of this stack can be faster than. */
const APP = `
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
const root = createRootRoute({
  component: () => h('div', { className: 'app' }, h('nav', null, h(Link, { to: '/' }, 'Files')), h('main', null, h(Outlet))),
})
const files = createRoute({ getParentRoute: () => root, path: '/', component: Files })
const router = createRouter({ routeTree: root.addChildren([files]), defaultPreload: 'intent' })
function Files() {
  const { data } = useQuery({ queryKey: ['files'], queryFn: () => window.first.then((reply) => reply.json()) })
  const rows = Object.values(data ?? {}).find(Array.isArray) ?? []
  return [
    h('h1', { key: 'title' }, 'Files'),
    h('table', { key: 'rows' }, h('tbody', null, rows.slice(0, 30).map((file) =>
      h('tr', { key: file.fileId, 'data-row': '' }, ['fileName', 'status', 'size', 'createdAt'].map((name) => h('td', { key: name }, file[name]))),
    ))),
  ]
}
createRoot(document.getElementById('root')).render(
  h(QueryClientProvider, { client: new QueryClient() }, h(RouterProvider, { router })),
)`

const STYLE =
  'body{margin:0;font:14px sans-serif}.app{display:flex}nav{width:14rem;padding:1rem}td{padding:8px}'
const SHELL =
  '<div id="root"><div class="app"><nav><a href="/">Files</a></nav><main><h1>Files</h1></main></div></div>'
/** Its data is on its way before its code, as the console's is. */
const SCRIPTS = '<script>window.first=fetch("/files")</script><script type="module" src="/app.js"></script>'
const page = (scripts: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title><link rel="icon" href="data:,"><style>${STYLE}</style>${SHELL}${scripts}</html>`

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, modulePreload: false, rolldownOptions: { input: 'floor' } },
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === 'floor' ? '\0floor' : undefined),
        load: (id) => (id === '\0floor' ? APP : undefined),
      },
    ],
  })
  const [entry] = (built as Rollup.RolldownOutput).output
  return entry.code
}

/** Serves the floor, and at `/static` a page without any script at `/static`. `files`: where the list is read. */
export async function serveFloor(files: string): Promise<{ origin: string; close: () => void }> {
  const code = brotliCompressSync(await bundle())
  const server = createServer(async ({ url }, response) => {
    if (url === '/app.js')
      return response
        .setHeader('content-encoding', 'br')
        .setHeader('content-type', 'text/javascript')
        .end(code)
    if (url === '/files')
      return response.setHeader('content-type', 'application/json').end(await (await fetch(files)).text())
    response.setHeader('content-type', 'text/html').end(page(url === '/static' ? '' : SCRIPTS))
  })
  return {
    origin: await listen(server),
    close: () => server.close(),
  }
}
