import { afterEach, expect, it, vi } from 'vitest'
import { here, hereFirst, mayWrite } from './role'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [undefined, 'this browser', 'This browser', true],
  ['operator', 'this console', 'This console', true],
  ['viewer', 'this console', 'This console', false],
] as const)('says whose record is meant, and who may write: %s', (role, words, first, writes) => {
  vi.stubGlobal('document', { documentElement: { dataset: { role } } })
  expect([here(), hereFirst(), mayWrite()]).toEqual([words, first, writes])
})
