import { expect, it, onTestFinished } from 'vitest'
import { openSocket, standstill, startTestConsole } from './console.fixture'

const FILES = '/api/v1/knowledge-base/files'
const PIECE = Buffer.alloc(64 * 1024, 32)
const PIECES = 800

/** A console before a local service that answers with 50 MB, and how much was taken of that. */
async function startLarge() {
  const taken = { pieces: 0, cancelled: false }
  const { origin } = await startTestConsole(
    {},
    {
      openService: () => ({
        credentials: { apiKey: 'local-key-1', accessToken: 'local-token-1' },
        fetch: () =>
          new Response(
            new ReadableStream<Uint8Array>(
              {
                pull(controller) {
                  if (taken.pieces++ < PIECES) controller.enqueue(PIECE)
                  else controller.close()
                },
                cancel() {
                  taken.cancelled = true
                },
              },
              { highWaterMark: 0 },
            ),
            { headers: { 'content-type': 'application/json' } },
          ),
      }),
    },
  )
  return { origin, taken }
}

async function ask(origin: string) {
  const socket = openSocket(origin)
  socket.write(`GET ${FILES} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nConnection: close\r\n\r\n`)
  await new Promise((settle) => socket.once('readable', settle))
  return socket
}

it('a large reply is taken from the service as fast as the browser reads', async () => {
  const { origin, taken } = await startLarge()
  const socket = await ask(origin)
  await standstill(() => taken.pieces)
  expect(taken.pieces).toBeLessThan(PIECES / 2)
  let read = 0
  socket.on('data', (chunk) => {
    read += chunk.length
  })
  await new Promise((settle) => socket.once('close', settle))
  expect(read).toBeGreaterThan(PIECES * PIECE.length)
})

it('the rest of a reply is not taken for a browser that has left', async () => {
  const { origin, taken } = await startLarge()
  const socket = await ask(origin)
  onTestFinished(() => expect(taken.pieces).toBeLessThan(PIECES / 2))
  await standstill(() => taken.pieces)
  socket.destroy()
  await expect.poll(() => taken.cancelled).toBe(true)
})
