import { expect, it } from 'vitest'
import { shortenId } from './short-id'

it('shortens long ids in the middle and leaves short ones whole', () => {
  expect(shortenId('4f1d7c9a-2b3e-4a5f-8c6d-1e2f3a4b5c6d')).toBe('4f1d7c9a…5c6d')
  expect(shortenId('file_12345678901')).toBe('file_12345678901')
  expect(shortenId('file_123456789012')).toBe('file_123…9012')
  expect(shortenId('')).toBe('')
})

it('does not cut a sign in two', () => {
  expect(shortenId('😀'.repeat(20))).toBe(`${'😀'.repeat(8)}…${'😀'.repeat(4)}`)
})
