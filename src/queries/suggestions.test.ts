import { expect, it } from 'vitest'
import type { LedgerEntry } from '../ledger/entry'
import { suggestionsFrom } from './suggestions'

const entry = (body: unknown, state: LedgerEntry['state'] = 'accepted'): LedgerEntry => ({
  id: 'e',
  service: 'local',
  operation: 'createAgent',
  params: {},
  body,
  startedAt: '2026-01-01T00:00:00Z',
  state,
  tab: 't',
})
const samples = {
  sttConfigIds: ['stt-sample'],
  ttsConfigIds: [],
  llmConfigIds: [],
  voiceIds: ['voice-1'],
  phoneNumbers: [{ id: 'p1', phoneNumber: '+15551234567' }],
  toolSlugs: ['look-up'],
  preBuiltToolSlugs: [],
}

it('offers what was used before what the service comes with, each once', () => {
  const suggestions = suggestionsFrom(
    [
      entry({ sttConfigId: 'mine', voiceId: 'voice-1', prompt: { tools: ['billing', 'look-up'] } }),
      entry({ outboundPhoneNumberId: 'p1', versionId: 'v9' }),
      entry({ fromPhoneNumberId: 'p1', agentVersionId: 't9' }),
      entry({ sttConfigId: 'wrong' }, 'refused'),
      entry({ voiceId: 7, prompt: 'odd' }),
      entry(undefined),
    ],
    samples,
  )
  expect(suggestions.sttConfigIds).toEqual([
    { id: 'mine', label: 'mine', note: 'used before' },
    { id: 'stt-sample', label: 'stt-sample', note: 'sample' },
  ])
  expect(suggestions.voiceIds).toEqual([{ id: 'voice-1', label: 'voice-1', note: 'used before' }])
  expect(suggestions.phoneNumberIds).toEqual([{ id: 'p1', label: '+15551234567', note: 'used before' }])
  expect(suggestions.toolSlugs.map(({ id }) => id)).toEqual(['billing', 'look-up'])
  // A version that took a call is of no agent that holds threads, nor the other way round.
  expect(suggestions.callVersionIds).toEqual([{ id: 'v9', label: 'v9', note: 'used before' }])
  expect(suggestions.threadVersionIds).toEqual([{ id: 't9', label: 't9', note: 'used before' }])
})

it('offers nothing where nothing is known', () => {
  const suggestions = suggestionsFrom([], undefined)
  expect(Object.values(suggestions).flat()).toEqual([])
})
