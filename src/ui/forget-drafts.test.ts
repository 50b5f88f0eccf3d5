import { afterEach, expect, it, vi } from 'vitest'
import { forgetDrafts } from './forget-drafts'
import { DRAFT_PREFIX } from './storage'

afterEach(() => vi.unstubAllGlobals())

it('forgets the drafts of a form that hold a value, also of those that began with something, and no others', () => {
  const kept: Record<string, unknown> = {}
  Object.defineProperty(kept, 'removeItem', { value: (key: string) => delete kept[key] })
  vi.stubGlobal('sessionStorage', kept)
  const draft = (toPhoneNumber: string) => JSON.stringify({ toPhoneNumber, $sent: true })
  for (const name of ['call', 'call a1', 'call a1 v2', 'callback', 'batch a1'])
    kept[DRAFT_PREFIX + name] = draft('+15550001')
  kept[`${DRAFT_PREFIX}call a2`] = draft('+155500012')
  // Typed, and never sent.
  kept[`${DRAFT_PREFIX}call a3`] = JSON.stringify({ toPhoneNumber: '+15550001' })
  forgetDrafts('call', '+15550001')
  forgetDrafts('batch', undefined)
  expect(Object.keys(kept)).toEqual(
    ['callback', 'batch a1', 'call a2', 'call a3'].map((name) => DRAFT_PREFIX + name),
  )
})
