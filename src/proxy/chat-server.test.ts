import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { closeNow, listen } from '../net/test-server.fixture'
import { readConfig } from './config'
import { sendRaw, startTestConsole } from './console.fixture'
import type { LocalService } from './local-service'
import { startConsole } from './start'
import { openMemoryStore } from './team/memory-store.fixture'

const service: LocalService = {
  credentials: { apiKey: 'k' },
  fetch: () => Response.json({ whole: true }),
  fetchForPages: (request) =>
    Response.json(
      { asked: `${request.method} ${new URL(request.url).pathname}` },
      { headers: { vary: 'Origin' } },
    ),
}

/** A port that somebody else listens on. */
async function takePort() {
  const taken = createServer()
  onTestFinished(() => void taken.close())
  return Number(new URL(await listen(taken)).port)
}

/** One that nobody listens on. */
async function freePort() {
  const server = createServer()
  const { port } = new URL(await listen(server))
  await closeNow(server)
  return port
}

const infoOf = async (origin: string) =>
  (await (await fetch(`${origin}/console/info`)).json()) as { chatAddress?: string }

it('gives pages an address of their own, which the console names', async () => {
  const { origin } = await startTestConsole({}, { openService: () => service })
  const { chatAddress = '' } = await infoOf(origin)
  expect(chatAddress).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(chatAddress).not.toBe(origin)
  const headers = { origin: 'http://localhost:8080' }
  const answer = await fetch(`${chatAddress}/api/v1/chat/threads`, { method: 'POST', headers })
  expect(await answer.json()).toEqual({ asked: 'POST /api/v1/chat/threads' })
  expect(answer.headers.get('vary')).toBe('Origin')
  // The console's own address answers no other page, as ever (safety rules 2 and 3).
  const refused = await fetch(`${origin}/api/v1/chat/threads`, { method: 'POST', headers })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
})

it('is reached under its own names only, so that no name can be bound to it anew', async () => {
  const env = { ALLOWED_HOSTS: 'chat.example.com' }
  const { origin } = await startTestConsole(env, { openService: () => service })
  const { chatAddress = '' } = await infoOf(origin)
  const { port } = new URL(chatAddress)
  const ask = async (...hosts: string[]) =>
    (
      await sendRaw(
        chatAddress,
        `GET / HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`,
      )
    ).split('\r\n')[0]
  const long = `[0:0:0:0:0:0:0:1]:${port}`
  for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`, long, 'chat.example.com'])
    expect(await ask(host)).toBe('HTTP/1.1 200 OK')
  for (const hosts of [['evil.example'], [`evil.example:${port}`], [`0.0.0.0:${port}`], []])
    expect(await ask(...hosts)).toMatch(/^HTTP\/1.1 421 /)
  expect(await ask(`localhost:${port}`, 'evil.example')).toMatch(/^HTTP\/1.1 4\d\d /)
})

it('is found through a gateway where it is configured, and then answers other machines by https alone', async () => {
  const env = {
    HOST: '0.0.0.0',
    CONSOLE_PASSWORD: 'a long password of the tests',
    ALLOWED_HOSTS: 'console.example.com',
    TRUST_PROXY: 'loopback',
    CHAT_ADDRESS: 'https://chat.example.com',
    CHAT_PORT: await freePort(),
  }
  const running = await startConsole({
    config: readConfig({ PORT: '0', ...env }),
    openService: () => service,
    openTeamStore: async () => openMemoryStore(),
  })
  onTestFinished(running.close)
  expect(running.chatAddress).toBe('https://chat.example.com')
  const beside = `http://127.0.0.1:${env.CHAT_PORT}`
  const ask = async (...lines: string[]) =>
    (
      await sendRaw(
        beside,
        `GET / HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}Connection: close\r\n\r\n`,
      )
    ).split('\r\n')[0]
  expect(await ask('Host: chat.example.com', 'X-Forwarded-Proto: https')).toBe('HTTP/1.1 200 OK')
  expect(await ask('Host: chat.example.com', 'X-Forwarded-Proto: http')).toMatch(/^HTTP\/1.1 403 /)
  expect(await ask('Host: chat.example.com')).toMatch(/^HTTP\/1.1 403 /)
  expect(await ask('Host: elsewhere.example', 'X-Forwarded-Proto: https')).toMatch(/^HTTP\/1.1 421 /)
})

it('is nowhere where none is wanted', async () => {
  const env = { CHAT_ADDRESS: 'none', CHAT_PORT: String(await takePort()) }
  const { origin } = await startTestConsole(env, { openService: () => service })
  expect(await infoOf(origin)).not.toHaveProperty('chatAddress')
})

it('names the hosted service where that is the one', async () => {
  const { origin } = await startTestConsole({ SERVICE_URL: 'https://service.example.com/base' })
  expect((await infoOf(origin)).chatAddress).toBe('https://service.example.com/base')
})

it('takes the port after the console, else any; one that was chosen must be free', async () => {
  const port = await takePort()
  const start = (env: Record<string, string>) =>
    startConsole({ config: readConfig({ PORT: '0', ...env }), openService: () => service })
  await expect(start({ CHAT_PORT: String(port) })).rejects.toThrow(
    `Port ${port} is in use; stop what uses it, or set CHAT_PORT.`,
  )
  const beside = await start({ PORT: String(port - 1) }).catch((error: Error) => {
    // Somebody else may have that port; then there is nothing to see.
    expect(error.message).toContain(`Port ${port - 1} is in use`)
  })
  if (!beside) return
  onTestFinished(beside.close)
  expect(beside.chatAddress).toMatch(/^http:/)
  expect(beside.chatAddress).not.toBe(`http://127.0.0.1:${port}`)
})

it('stops with the console', async () => {
  const { origin, close } = await startTestConsole({}, { openService: () => service })
  const { chatAddress = '' } = await infoOf(origin)
  expect((await fetch(chatAddress)).status).toBe(200)
  await close()
  await expect(fetch(chatAddress)).rejects.toThrow()
})
