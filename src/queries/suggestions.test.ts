import { expect, it } from 'vitest'
import type { LedgerEntry, StoredAgent } from '../ledger/entry'
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
const agent: StoredAgent = {
  service: 'local',
  agentId: 'a1',
  name: 'Support',
  source: 'created',
  addedAt: '2026-01-01T00:00:00Z',
  versions: [{ versionId: 'v2', label: 'Second' }, { versionId: 'v1' }],
  deployedVersionId: 'v1',
}
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
  const suggestions = suggestionsFrom({
    entries: [
      entry({ sttConfigId: 'mine', voiceId: 'voice-1', prompt: { tools: ['billing', 'look-up'] } }),
      entry({ outboundPhoneNumberId: 'p1', versionId: 'v9' }),
      entry({ sttConfigId: 'wrong' }, 'refused'),
      entry({ voiceId: 7, prompt: 'odd' }),
      entry(undefined),
    ],
    agents: [agent],
    samples,
  })
  expect(suggestions.sttConfigIds).toEqual([
    { value: 'mine', source: 'used' },
    { value: 'stt-sample', source: 'sample' },
  ])
  expect(suggestions.voiceIds).toEqual([{ value: 'voice-1', source: 'used' }])
  expect(suggestions.phoneNumberIds).toEqual([{ value: 'p1', label: '+15551234567', source: 'used' }])
  expect(suggestions.toolSlugs.map(({ value }) => value)).toEqual(['billing', 'look-up'])
  expect(suggestions.agentIds).toEqual([{ value: 'a1', label: 'Support', source: 'used' }])
  expect(suggestions.versionIds).toEqual([
    { value: 'v1', label: 'Support, deployed', source: 'used' },
    { value: 'v2', label: 'Support, Second', source: 'used' },
    { value: 'v9', source: 'used' },
  ])
})

it('offers nothing where nothing is known', () => {
  const suggestions = suggestionsFrom({ entries: [], agents: [], samples: undefined })
  expect(Object.values(suggestions).flat()).toEqual([])
})
