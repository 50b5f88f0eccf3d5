import { createServer } from 'node:http'
import { closeNow, listen } from '../src/net/test-server.fixture'

export interface HostPage {
  /** Its address under a host name that leads to this machine, such as `localhost` or `shop.localhost`. */
  at(host: string): string
  close(): Promise<void>
}

/** A page of somebody else, on an origin of its own, as a web chat is embedded. `policy`: its Content-Security-Policy. */
export async function servePage(body: string, policy = ''): Promise<HostPage> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,"></head><body><h1>A shop</h1>${body}</body></html>`
  const server = createServer((_, answer) =>
    answer
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(policy && { 'content-security-policy': policy }),
      })
      .end(html),
  )
  const { port } = new URL(await listen(server))
  return {
    at: (host) => `http://${host}:${port}/`,
    close: () => closeNow(server),
  }
}
