import { MutationObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { readToolRecord, type Tool } from '../contract/tools'
import { ChangedMeanwhile } from './changed-meanwhile'
import { infoOf } from './console-info.fixture'
import { createQueryClient } from './query-client'
import { toolMutations } from './tool-changes'

afterEach(() => {
  vi.unstubAllGlobals()
})

const toolWith = (structure: object) => ({ id: 't', name: 'Find order', structure })

it('is not changed over what somebody else changed, field by field within its structure, until that was seen (D1027)', async () => {
  const began = { url: 'https://a.example', method: 'GET', headers: { A: 'old' }, variables: [] }
  const theirs = { ...began, headers: { A: 'old', B: 'theirs' } }
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/console/info') return Response.json(infoOf('local', 'local'))
    if (method !== 'GET') sent(JSON.parse(String(body)))
    return Response.json({ tool: toolWith(theirs) })
  })
  const client = createQueryClient()
  const onOther = vi.fn()
  const save = (structure: object, seen: object) =>
    new MutationObserver(client, toolMutations.save()).mutate({
      params: { toolId: 't' },
      body: { structure },
      seen: readToolRecord(toolWith(seen)) as Tool,
      onOther,
    })
  await expect(save({ headers: { A: 'mine' } }, began)).rejects.toBeInstanceOf(ChangedMeanwhile)
  expect(sent).not.toHaveBeenCalled()
  expect(onOther).toHaveBeenCalledWith(expect.objectContaining({ id: 't', structure: expect.anything() }))
  // What somebody else changed beside it stays.
  await save({ timeout: 5 }, began)
  await save({ headers: { A: 'mine' } }, theirs)
  expect(sent.mock.calls).toEqual([
    [{ structure: { timeout: 5 } }],
    [{ structure: { headers: { A: 'mine' } } }],
  ])
})
