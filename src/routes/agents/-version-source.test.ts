import { describe, expect, it } from 'vitest'
import { readAgentVersion } from '../../contract/agent-versions'
import { fieldList } from '../../contract/version-fields'
import type { StoredAgent } from '../../queries/agents'
import { type AgentFormValues, emptyAgent, toVersionChanges, toVersionRequest } from './-agent-form'
import { compareFields } from './-compare-versions'
import { versionSource } from './-version-source'

const agent: StoredAgent = {
  service: 'local',
  agentId: 'a',
  name: 'Desk',
  source: 'created',
  addedAt: '2026-01-01T00:00:00Z',
  versions: [
    { versionId: 'v3' },
    { versionId: 'v2', label: 'spring', request: { prompt: { system: 'sent' }, speakFirst: true } },
    { versionId: 'v1', request: { prompt: { system: 'first' } } },
  ],
}

const told = [
  readAgentVersion({
    id: 'v2',
    version: 2,
    deployed: true,
    createdAt: 'then',
    organizationId: 'o',
    prompt: { system: 'told', variables: [{ name: 'x' }], tools: [{ slug: 'book' }] },
    firstMessage: 'Hello',
    voiceVolume: 1,
    farewell: 'Bye',
    forwardingPhoneNumber: null,
    sttConfigId: 'stt',
  }),
].filter((version) => version !== undefined)

describe('where a new version begins', () => {
  it('is never a part of a version, told without its prompt', () => {
    const parts = [readAgentVersion({ id: 'v2', voiceId: 'x' }), readAgentVersion({ id: 'v9', voiceId: 'x' })]
    const reported = parts.filter((version) => version !== undefined)
    expect(versionSource({ agent, reported, versionId: 'v2' })?.values.prompt.system).toBe('sent')
    expect(versionSource({ agent, reported, versionId: 'v9' })).toBeUndefined()
    const flow = readAgentVersion({ id: 'v9', mode: 'FLOW', prompt: null })
    expect(versionSource({ agent, reported: flow && [flow], versionId: 'v9' })?.values.mode).toBe('FLOW')
  })

  it('is what the service tells, with the fields that the form does not have and without those of the service', () => {
    const source = versionSource({ agent, reported: told, versionId: 'v2' })
    expect(source?.values.prompt).toMatchObject({
      system: 'told',
      variables: [{ name: 'x', required: false, defaultValue: '' }],
      tools: ['book'],
    })
    expect(source?.values).toMatchObject({ firstMessage: 'Hello', voiceVolume: 1 })
    expect(source?.further).toEqual({ farewell: 'Bye' })
  })

  it('says which secrets this browser did not store, and takes over no field without its secret', () => {
    const request = {
      prompt: { system: 'sent' },
      overrideSTTConfig: { apiKey: '[not stored]' },
      vendor: { token: '[not stored]', plan: 'gold' },
      farewell: 'Bye',
    }
    const source = versionSource({ agent: { ...agent, versions: [{ versionId: 'v', request }] } })
    expect(source?.secrets).toEqual(['overrideSTTConfig.apiKey', 'vendor.token'])
    expect(source?.further).toEqual({ farewell: 'Bye' })
    expect(source?.values.overrideSTTConfig).toContain('[not stored]')
  })

  it('keeps every setting that the service tells, and a drawn conversation stays one (D240)', () => {
    const settings = {
      mode: 'FLOW',
      speakFirst: false,
      postCallPrompt: 'Sum up.',
      postCallVariables: [{ variableName: 'mood', type: 'string' }],
      backgroundAudio: 0,
      voiceVolume: 1,
      voiceSpeed: 1,
      forwardingPhoneNumber: '+15005550101',
      initialSilenceTimeout: 0,
      finalSilenceTimeout: 3,
      maxCallDuration: 60,
      firstMessage: 'Hello',
      language: { languageCode: 'de' },
    }
    const named = fieldList
      .filter(([, { omitEmpty, kind }]) => omitEmpty && kind !== 'json' && kind !== 'ids')
      .map(([path]) => path)
    expect(Object.keys(settings).toSorted()).toEqual(named.toSorted())
    const read = (told: object) => {
      const version = readAgentVersion({ id: 'v2', prompt: { system: 'told' }, ...told })
      return versionSource({ agent, reported: version ? [version] : [], versionId: 'v2' })
    }
    const source = read(settings)
    expect(source?.further).toEqual({})
    expect(source && toVersionRequest(source.values, source.further)).toMatchObject(settings)
    const unset = { ...Object.fromEntries(named.map((name) => [name, null])), mode: 'PROMPT' }
    expect(read(unset)?.further).toEqual({})
  })

  it('keeps what the service says of a variable, and of the prompt, beyond what the form shows', () => {
    const variable = { name: 'a', required: true, defaultValue: '', description: 'Customer name' }
    const prompt = { system: 'told', variables: [variable], persona: 'p', configId: 'x', draft: null }
    const version = readAgentVersion({ id: 'v2', prompt })
    const source = versionSource({ agent, reported: version ? [version] : [], versionId: 'v2' })
    expect(source?.further).toEqual({ prompt: { persona: 'p' } })
    if (!source) return
    const { values, further } = source
    const after = { ...values, prompt: { ...values.prompt, system: 'other' } }
    const sent = { prompt: { system: 'other', variables: [variable], persona: 'p' } }
    expect(toVersionRequest(after, further)).toMatchObject(sent)
    expect(toVersionChanges(values, after, further)).toMatchObject(sent)
    expect(toVersionChanges(values, values, further)).toEqual({})
    expect(toVersionRequest(after).prompt).not.toHaveProperty('persona')
  })

  it('is what this browser sent where the service tells nothing, and the newest that is known', () => {
    expect(versionSource({ agent })).toMatchObject({
      versionId: 'v2',
      values: { prompt: { system: 'sent' }, speakFirst: 'true' },
      further: {},
    })
    expect(versionSource({ agent, versionId: 'v1' })?.values.prompt.system).toBe('first')
    expect(versionSource({ agent, versionId: 'v3' })).toBeUndefined()
    expect(versionSource({ agent: null })).toBeUndefined()
  })
})

it('sends a version without what belongs to the agent; the form has the last word on a field', () => {
  const request = toVersionRequest(
    { ...emptyAgent, name: 'Desk', voiceId: 'v' },
    { voiceId: 'old', speakFirst: true },
  )
  expect(request).toMatchObject({ voiceId: 'v', speakFirst: true, voicemailMessage: null })
  expect(Object.keys(request)).not.toContain('name')
  expect(Object.keys(request)).not.toContain('agentType')
})

describe('what changes', () => {
  const changed = (before: AgentFormValues, after: AgentFormValues) =>
    compareFields(toVersionRequest(before), toVersionRequest(after), true)
      .filter(({ state }) => state === 'changed')
      .map(({ path }) => path)

  it('is told by field', () => {
    const after = { ...emptyAgent, voiceId: 'v', prompt: { ...emptyAgent.prompt, system: 'a', tools: ['t'] } }
    expect(changed(emptyAgent, emptyAgent)).toEqual([])
    expect(changed(emptyAgent, after)).toEqual(['prompt.system', 'prompt.tools', 'voiceId'])
  })

  it('sees a collection that was chosen or taken out', () => {
    const after = { ...emptyAgent, knowledgeBaseCollectionIds: ['c'] }
    expect(changed(emptyAgent, after)).toEqual(['knowledgeBaseCollectionIds'])
    expect(changed(after, emptyAgent)).toEqual(['knowledgeBaseCollectionIds'])
  })
})
