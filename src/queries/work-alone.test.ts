import { expect, it, onTestFinished, vi } from 'vitest'
import { infoOf } from './console-info.fixture'
import { createQueryClient } from './query-client'
import { workAlone } from './work-alone'

it('renews what it holds when it hears of leases, since the timers of a hidden page are slowed (D1038)', async () => {
  let hear: () => void = () => {}
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener(name: string, listener: () => void) {
        if (name === 'leases') hear = listener
      }
    },
  )
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  )
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('setInterval', () => 0)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path === '/console/info')
      return Response.json({
        ...infoOf('one'),
        person: { name: 'Ann', role: 'operator', signIn: 'password' },
      })
    if (body === undefined) return Response.json({ leases: [], pages: [] })
    asked.push(JSON.parse(String(body)).action)
    return Response.json({ isHeld: true })
  })
  onTestFinished(() => void vi.unstubAllGlobals())

  let end = () => {}
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const work = () =>
    new Promise<void>((resolve) => {
      end = resolve
      begin()
    })
  const working = workAlone(createQueryClient(), { name: 'a batch', onLost: () => {} }, work)
  await begun
  expect(asked).toEqual(['take'])
  hear()
  await vi.waitFor(() => expect(asked).toEqual(['take', 'renew']), 2_000)
  end()
  await working
  expect(asked).toEqual(['take', 'renew', 'give back'])
})
