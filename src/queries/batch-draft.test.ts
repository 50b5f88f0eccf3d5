import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_EDITS } from '../jobs/row-edits'
import { forgetDraft, newDraft, readDraft, saveDraftFile, saveDraftState } from './batch-draft'
import { createQueryClient } from './query-client'

let service = ''
let counter = 0
beforeEach(() => {
  counter += 1
  service = `drafts-of-${counter}`
  vi.stubGlobal('fetch', async () =>
    Response.json({
      service: 'local',
      serviceName: service,
      credentials: { apiKey: true, accessToken: true },
      chatOrigin: 'http://127.0.0.1',
      limits: { uploadBytes: 1000, bodyBytes: 1000 },
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const draft = (id: string, name: string, text: string) => ({
  ...newDraft(new File([text], name)),
  id,
})
const state = {
  id: 'one',
  choices: new Map([[2, 'metadata:note']]),
  edits: { ...NO_EDITS, cells: new Map([[4, ['+14155551000', 'Ada']]]), leftOut: new Set([7]) },
}

it('gives the file and what was made of it to a page that is opened anew', async () => {
  const page = createQueryClient()
  await saveDraftFile(page, draft('one', 'people.csv', 'phone\n+14155551000'))
  await saveDraftState(page, state)
  await saveDraftState(page, { ...state, choices: new Map() })

  const { file, ...left } = (await readDraft(createQueryClient(), 'one')) ?? {}
  expect(await file?.text()).toBe('phone\n+14155551000')
  expect(left).toEqual({ name: 'people.csv', ...state, choices: new Map() })
})

it('gives nothing of another file, and no changes that belong to the one before', async () => {
  const page = createQueryClient()
  await saveDraftFile(page, draft('one', 'people.csv', 'a'))
  await saveDraftState(page, state)
  await saveDraftFile(page, draft('two', 'others.csv', 'b'))
  expect(await readDraft(page, 'one')).toBeUndefined()
  expect(await readDraft(page, 'two')).toMatchObject({ name: 'others.csv', edits: NO_EDITS })

  await forgetDraft(page)
  expect(await readDraft(page, 'two')).toBeUndefined()
})
