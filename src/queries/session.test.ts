import 'fake-indexeddb/auto'
import { MutationObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { SESSION_CHANNEL } from '../contract/session'
import { infoOf } from './console-info.fixture'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('a browser whose storage is forbidden leaves after signing out, too, and tells its other tabs, but none of a console under another path', async () => {
  // The path is read once, as the module loads; other tests have it at the root.
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: { base: '/a' } } })
  const { createQueryClient } = await import('./query-client')
  const { sessionMutations } = await import('./session')
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path === '/a/console/info' ? infoOf('forbidden', 'local') : {}),
  )
  const forbidden = () => {
    throw new DOMException('Access is denied', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { configurable: true, get: forbidden })
  const other = new BroadcastChannel(`${SESSION_CHANNEL}/b`)
  const atRoot = new BroadcastChannel(SESSION_CHANNEL)
  const elsewhere = vi.fn()
  for (const channel of [other, atRoot]) channel.onmessage = elsewhere
  const tab = new BroadcastChannel(`${SESSION_CHANNEL}/a`)
  const heard = new Promise((resolve) => {
    tab.onmessage = ({ data }) => resolve(data)
  })
  const client = createQueryClient()
  await new MutationObserver(client, sessionMutations.signOut()).mutate({ forget: true })
  expect(assign).toHaveBeenCalledWith('/a/sign-in')
  expect(await heard).toBe('forgotten')
  expect(elsewhere).not.toHaveBeenCalled()
  for (const channel of [tab, other, atRoot]) channel.close()
  client.clear()
})
