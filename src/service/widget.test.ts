import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { PUBLIC_URL, testService } from './service.fixture'

const path = join(inject('programs'), 'widget.js')
const service = testService({ widget: path })
const ask = (address: string, init: RequestInit = {}) =>
  service.service().fetch(new Request(`${PUBLIC_URL}${address}`, init))

test('the widget is one script of less than 10 kB that a page of any origin may load', async () => {
  const answer = await ask('/widget.js', { headers: { origin: 'https://evil.example' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  const code = await answer.text()
  expect(code).toBe(readFileSync(path, 'utf8'))
  expect(Buffer.byteLength(code)).toBeGreaterThan(3_000)
  expect(Buffer.byteLength(code)).toBeLessThan(10_000)
  const again = await ask('/widget.js', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await ask('/widget.js', { method: 'POST' })).status).toBe(405)
})

test('it shows text as text, evaluates nothing, and names no other address', () => {
  const code = readFileSync(path, 'utf8')
  expect(code).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(|\.style\b/,
  )
  expect(code).not.toMatch(/https?:\/\/|import\s*\(|\bimport\b.*\bfrom\b|localStorage|document\.cookie/)
})

test('what pages reach are the operations of web chat and the widget, and nothing else', async () => {
  const reach = async (address: string, method = 'GET') => {
    const headers = { origin: 'http://localhost:8080' }
    const request = new Request(`${PUBLIC_URL}${address}`, { method, headers })
    return (await service.service().fetchForPages(request)).status
  }
  expect(await reach('/widget.js')).toBe(200)
  expect(await reach('/api/v1/chat/threads', 'OPTIONS')).toBe(204)
  expect(await reach('/api/v1/threads/x/stream')).toBe(401)
  for (const address of [
    '/',
    '/healthz',
    '/readyz',
    '/openapi',
    '/openapi.json',
    '/api/v1/tools',
    '/blobs/x',
  ])
    expect(await reach(address), address).toBe(404)
  expect(await reach('/api/v1/threads/x/messages')).toBe(404)
  expect(await reach('/api/v1/threads/x/messages', 'OPTIONS')).toBe(204)
  expect(await reach('/api/v1/agents', 'OPTIONS')).toBe(404)
})
