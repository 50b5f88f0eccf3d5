import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { ChangedMeanwhile } from './changed-meanwhile'
import { infoOf } from './console-info.fixture'
import { organizationMutations, organizationQueries } from './organization'
import { createQueryClient } from './query-client'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is not changed over what somebody else changed, though its screen is left while it is looked at (D965)', async () => {
  const own = (domain: string) => ({ organization: { id: 'o', name: 'Acme', allowedChatDomains: [domain] } })
  let look = (_: Response) => {}
  const sent = vi.fn()
  const asked = vi.fn()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', signal }: RequestInit = {}) => {
    if (path === '/console/info') return Response.json(infoOf('local', 'local'))
    if (method !== 'GET') {
      sent()
      return Response.json(own('mine.example'))
    }
    asked()
    return new Promise<Response>((resolve, reject) => {
      look = resolve
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  })
  const client = createQueryClient()
  const leave = new QueryObserver(client, organizationQueries.own()).subscribe(() => {})
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  look(Response.json(own('old.example')))
  await vi.waitFor(() => expect(client.getQueryData(organizationQueries.own().queryKey)).toBeTruthy())
  const change = new MutationObserver(client, organizationMutations.update()).mutate({
    body: { allowedChatDomains: ['mine.example'] },
    seen: { name: 'Acme', allowedChatDomains: ['old.example'] },
    onOther: () => {},
  })
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  leave()
  look(Response.json(own('theirs.example')))
  await expect(change).rejects.toBeInstanceOf(ChangedMeanwhile)
  expect(sent).not.toHaveBeenCalled()
})
