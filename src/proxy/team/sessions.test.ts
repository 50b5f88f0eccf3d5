import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { gate } from '../../net/gate.fixture'
import { openMemoryStore } from './memory-store.fixture'
import { cookieName, cookieOf, openSessions, readCookie } from './sessions'

const PERSON = { name: 'anna', role: 'operator', signIn: 'password' } as const
const MINUTE = 60_000

function open(generation = 'one', store = openMemoryStore(), idleMinutes = 30) {
  let now = Date.UTC(2026, 0, 1)
  const sessions = openSessions({ store: store.sessions, generation, idleMinutes, now: () => now })
  return {
    ...sessions,
    store,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('stores a digest alone of what the browser holds, which is new each time', async () => {
  const { start, store } = open()
  const stored: string[] = []
  store.sessions.start = async (digest) => void stored.push(digest)
  const [one, other] = [await start(PERSON), await start(PERSON)]
  expect(Buffer.from(one, 'base64url')).toHaveLength(32)
  expect(one).not.toBe(other)
  expect(stored[0]).toMatch(/^[\da-f]{64}$/)
  for (const digest of stored) expect(digest).not.toContain(one)
  expect(stored).not.toContain(createHash('sha256').update(one).digest('hex'))
})

it('ends without requests, and after a week in any case', async () => {
  const { start, find, isAlive, pass } = open()
  const token = await start(PERSON)
  pass(29 * MINUTE)
  expect(await find(token, { isWrite: false })).toMatchObject({ person: PERSON })
  pass(29 * MINUTE)
  // A stream that is open is no request.
  expect(await isAlive(token)).toBe(true)
  pass(2 * MINUTE)
  expect(await find(token, { isWrite: false })).toBeUndefined()
  expect(await isAlive(token)).toBe(false)

  const busy = await start(PERSON)
  for (let count = 0; count < 7 * 24 * 3; count += 1) {
    pass(20 * MINUTE)
    expect(await find(busy, { isWrite: false })).toBeDefined()
  }
  pass(1)
  expect(await find(busy, { isWrite: true })).toBeUndefined()
})

it('goes on by what a person does alone, not by what an open page asks by itself', async () => {
  const { start, find, pass } = open()
  const token = await start(PERSON)
  for (let count = 0; count < 5; count += 1) {
    pass(5 * MINUTE)
    expect(await find(token, { isWrite: false, isUnattended: true })).toBeDefined()
  }
  // In the same second, a page of the same browser is used.
  expect(await find(token, { isWrite: false })).toBeDefined()
  pass(29 * MINUTE)
  expect(await find(token, { isWrite: true, isUnattended: true })).toBeDefined()
  pass(2 * MINUTE)
  expect(await find(token, { isWrite: true, isUnattended: true })).toBeUndefined()
})

it('is not found after another password was set', async () => {
  const { start, find, store } = open('one')
  const token = await start(PERSON)
  expect(await find(token, { isWrite: true })).toBeDefined()
  expect(await open('two', store).find(token, { isWrite: true })).toBeUndefined()
})

it('asks the store for every write, and for reads once a second', async () => {
  const { start, find, store, pass } = open()
  let asked = 0
  const { find: look } = store.sessions
  store.sessions.find = (digest) => {
    asked += 1
    return look(digest)
  }
  const token = await start(PERSON)
  await Promise.all([
    find(token, { isWrite: false }),
    find(token, { isWrite: false }),
    find(token, { isWrite: false }),
  ])
  expect(asked).toBe(1)
  await find(token, { isWrite: true })
  expect(asked).toBe(2)
  pass(1_001)
  await find(token, { isWrite: false })
  expect(asked).toBe(3)
})

it('ends at once in the process where it is signed out', async () => {
  const { start, find, end } = open()
  const token = await start(PERSON)
  expect(await find(token, { isWrite: false })).toBeDefined()
  await end(token)
  expect(await find(token, { isWrite: false })).toBeUndefined()
})

it('takes one cookie of its name, and none where there are two', () => {
  const token = 'a'.repeat(43)
  const read = (cookie?: string) => readCookie({ headers: { cookie } } as IncomingMessage, 'switchboard')
  expect(read(`other=1; switchboard=${token}`)).toBe(token)
  expect(read(`switchboard=${token}; switchboard=${token}`)).toBeUndefined()
  expect(read(`switchboard=${token}; other=switchboard=b`)).toBe(token)
  for (const wrong of [undefined, '', 'switchboard=', `switchboard=${token}a`, `Switchboard=${token}`])
    expect(read(wrong)).toBeUndefined()
})

it('is one of its host and port; behind TLS the browser guards its name', () => {
  const named = (host: string, isSecure = false, basePath = '') =>
    cookieName({ headers: { host } } as IncomingMessage, isSecure, basePath)
  expect(named('127.0.0.1:4600', false, '/a/desk')).toBe('switchboard.a.desk-4600')
  expect(named('127.0.0.1:4600')).toBe('switchboard-4600')
  expect(named('[::1]:4600')).toBe('switchboard-4600')
  expect(named('console.example.com', true)).toBe('__Host-switchboard')
  expect(cookieOf('__Host-switchboard', true, 'a')).toBe(
    '__Host-switchboard=a; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=604800',
  )
})

it('looks made-up sessions up one after the other, a few at most, and lets nobody wait behind them who was let in before', async () => {
  const { start, find, store } = open()
  const token = await start(PERSON)
  const { find: look } = store.sessions
  let under = 0
  let most = 0
  const { open: release, opened: held } = gate()
  store.sessions.find = async (digest) => {
    const session = await look(digest)
    if (session) return session
    under += 1
    most = Math.max(most, under)
    await held
    under -= 1
    return undefined
  }
  const strangers = Array.from({ length: 100 }, (_, at) =>
    find(String(at), { isWrite: false }).then(
      () => 'looked up',
      () => 'refused',
    ),
  )
  expect(await find(token, { isWrite: true })).toMatchObject({ person: PERSON })
  release()
  const ends = await Promise.all(strangers)
  expect(most).toBe(1)
  expect(ends.filter((end) => end === 'looked up')).toHaveLength(64)
  // Then the line is free again.
  expect(await find('another', { isWrite: false })).toBeUndefined()
})

it('goes on while somebody works, however short it lasts without', async () => {
  const { start, find, pass } = open('one', openMemoryStore(), 1)
  const token = await start(PERSON)
  for (let count = 0; count < 5; count += 1) {
    pass(40_000)
    expect(await find(token, { isWrite: false })).toBeDefined()
  }
  pass(61_000)
  expect(await find(token, { isWrite: false })).toBeUndefined()
})
