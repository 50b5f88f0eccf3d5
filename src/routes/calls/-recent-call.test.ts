import { expect, it } from 'vitest'
import type { Launch } from '../../queries/calls'
import { recentCall } from './-recent-call'

const now = Date.parse('2026-01-02T12:00:00Z')
const call = (
  id: string,
  state: Launch['state'],
  minutesAgo: number,
  toPhoneNumber = '+15005550100',
): Launch => ({
  id,
  state,
  startedAt: new Date(now - minutesAgo * 60_000).toISOString(),
  request: { versionId: 'v', outboundPhoneNumberId: 'n', toPhoneNumber },
})

it.each(['accepted', 'unknown', 'sending'] as const)('warns of a call to the number that is %s', (state) => {
  expect(recentCall([call('a', state, 59)], '+15005550100', now)?.id).toBe('a')
})

it('does not warn of a refused one, of one long ago, or of another number', () => {
  const calls = [call('a', 'refused', 1), call('b', 'accepted', 61), call('c', 'accepted', 1, '+15005550199')]
  expect(recentCall(calls, '+15005550100', now)).toBeUndefined()
})
