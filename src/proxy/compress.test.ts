import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compress } from './compress'
import { startPair } from './console.fixture'

const reply = (bytes: number) => JSON.stringify({ tools: [], pad: 'abcdefgh'.repeat(bytes / 8) })

/** A console before a service that answers with as many bytes as `bytes` says. */
const openBefore = (bytes: number) =>
  startPair((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply(bytes))
  })

async function ask(origin: string, encodings?: string) {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings }
  const request: ClientRequest = get(`${origin}/api/v1/tools`, { headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { headers: response.headers, body: Buffer.concat(chunks) }
}

it.each([
  ['whole', 20_000],
  ['in pieces', 900_000],
])('a reply that is passed on %s is compressed as the browser takes it', async (_, bytes) => {
  const { origin } = await openBefore(bytes)
  const brotli = await ask(origin, 'gzip, deflate, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(brotli.body).toString()).toBe(reply(bytes))
  const gzip = await ask(origin, 'gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(reply(bytes))
  for (const accepted of [undefined, 'identity', 'br;q=0, gzip;q=0']) {
    const plain = await ask(origin, accepted)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.body.toString()).toBe(reply(bytes))
  }
})

it('a short reply is not', async () => {
  const { origin } = await openBefore(800)
  expect((await ask(origin, 'br')).headers).not.toHaveProperty('content-encoding')
})

it('a reply that breaks off does not look whole', async () => {
  const { origin } = await startPair((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(reply(900_000), () => setTimeout(() => response.destroy(), 100))
  })
  await expect(ask(origin, 'br')).rejects.toThrow('aborted')
})

/** A list as services answer it, of so many rows. */
const listOf = (rows: number) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: rows }, (_, at) => ({
        fileId: `f-${(at * 7919) % 9973}-${(at * 104729) % 99991}`,
        fileName: `Returns and refunds ${at}.pdf`,
        status: at % 7 === 0 ? 'PENDING' : 'INGESTED',
      })),
    ),
  )

it('a short reply is made small, a long one fast (D720)', () => {
  const small = (body: Buffer, quality: number) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  const short = listOf(200)
  const long = listOf(2_000)
  expect([short.length, long.length]).toEqual([expect.closeTo(18_000, -4), expect.closeTo(180_000, -5)])
  expect(compress(short, 'br')).toEqual(small(short, 5))
  expect(compress(short, 'br').length).toBeLessThan(0.95 * small(short, 1).length)
  expect(compress(long, 'br')).toEqual(small(long, 1))
})
