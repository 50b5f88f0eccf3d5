import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openTeamEvents } from './events'
import type { LedgerStore } from './ledger-store'
import type { Admitted } from './sessions'

it('gives up a page that reads nothing, and goes on for the others', async () => {
  let tell = () => {}
  let change = 0
  const events = openTeamEvents({
    rows: { numbers: async () => [{ service: 'a'.repeat(70_000), store: 'jobs', number: ++change }] },
    leases: { mark: async () => String(++change), stayOpen: async () => {} },
    isShared: false,
    onChange: (listener: () => void) => {
      tell = listener
      return () => {}
    },
  } as unknown as LedgerStore)
  onTestFinished(events.close)
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/?browser=a1' })
  // Without a connection nothing that is written goes out.
  const response = new ServerResponse(request)
  const failed = vi.fn()
  response.on('error', failed)
  events.follow(request, response, { person: { name: 'Ann' } } as Admitted)
  await vi.waitFor(() => expect(response.destroyed || response.writableEnded).toBe(true))
  for (let at = 0; at < 2; at += 1) {
    const before = change
    tell()
    await vi.waitFor(() => expect(change === before && !response.destroyed).toBe(false))
  }
  expect(failed).not.toHaveBeenCalled()
  expect(response.destroyed).toBe(true)
})
