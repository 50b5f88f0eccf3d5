import { expect, it } from 'vitest'
import { readRetryAfter } from './api-error'

it('reads either form of Retry-After, and nothing that cannot be meant', () => {
  const now = Date.parse('2026-11-20T16:00:00Z')
  expect(readRetryAfter('7', now)).toBe(7_000)
  expect(readRetryAfter('Fri, 20 Nov 2026 16:00:30 GMT', now)).toBe(30_000)
  expect(readRetryAfter('Fri, 20 Nov 2026 15:00:00 GMT', now)).toBe(0)
  for (const header of [null, '', 'soon', '99999999', '-3'])
    expect(readRetryAfter(header, now)).toBeUndefined()
})
