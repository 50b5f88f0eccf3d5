import { describe, expect, it } from 'vitest'
import { listAgents, readAgent } from './agent-list'
import {
  createAgentVersion,
  listAgentVersions,
  readAgentVersion,
  updateAgent,
  updateAgentVersion,
} from './agent-versions'
import { fieldOf } from './version-content'

/** As real services tell a version. */
const version = {
  id: 'v2',
  version: 2,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  mode: 'PROMPT',
  prompt: {
    system: 'You help {{name}}.',
    variables: [{ name: 'name', required: true, defaultValue: 'you' }],
    tools: ['find-order'],
    preBuiltTools: ['end-call'],
  },
  sttConfigId: 's',
  ttsConfigId: 't',
  llmConfigId: 'l',
  voiceId: 'clara',
  overrideSTTConfig: null,
  overrideTTSConfig: { speed: 2 },
  knowledgeBaseCollectionIds: ['c1', 'c2'],
  useKnowledgeBase: true,
  voicemailMessage: null,
  firstMessage: 'Hello',
  speakFirst: true,
  voiceVolume: 0.5,
  language: { languageCode: 'en' },
}
const agent = { id: 'a1', name: 'Reception', description: 'd', cekuraAgentId: 1001, inboundPhoneNumbers: [] }

describe('a version', () => {
  it('has its head and its content apart, and keeps what nobody declared', () => {
    const { id, version: number, createdAt, updatedAt, ...content } = version
    expect(readAgentVersion({ ...version, oddity: 7 })).toEqual({
      id,
      version: number,
      createdAt,
      updatedAt,
      content: { ...content, oddity: 7 },
    })
  })

  it('tells what is null from what is not said', () => {
    const read = readAgentVersion({ id: 'v', prompt: {}, voicemailMessage: null, overrideSTTConfig: null })
    expect(read?.content).toEqual({ prompt: {}, voicemailMessage: null, overrideSTTConfig: null })
    expect(readAgentVersion({ id: 'v', voicemailMessage: null })?.content).toBeUndefined()
  })

  it('has a content where it tells any of its fields, also without a text of its prompt', () => {
    const flow = { mode: 'FLOW', prompt: null, voiceId: 'x', knowledgeBaseCollectionIds: ['c1'] }
    expect(readAgentVersion({ id: 'v2', deployed: true, ...flow })?.content).toEqual(flow)
    expect(readAgentVersion({ id: 'v2', collections: ['c1'] })?.content).toEqual({
      knowledgeBaseCollectionIds: ['c1'],
    })
    expect(readAgentVersion({ id: 'v2', prompt: null, oddity: 7 })?.content).toBeUndefined()
  })

  it('is read with a prompt that is text, tools that are objects, and fields of odd types', () => {
    expect(readAgentVersion({ id: 7, prompt: 'You help.' })).toMatchObject({
      id: '7',
      content: { prompt: { system: 'You help.' } },
    })
    const read = readAgentVersion({
      id: 'v',
      prompt: { tools: [{ slug: 'find-order', id: 't1' }, { id: 't2' }, null, ''], variables: [null, 'x'] },
      useKnowledgeBase: 'yes',
      collections: [{ id: 'c1', name: 'Handbook' }],
    })
    expect(read?.content).toEqual({
      prompt: {
        tools: ['find-order', 't2'],
        variables: [{ name: 'x', required: false, defaultValue: '' }],
      },
      knowledgeBaseCollectionIds: ['c1'],
      useKnowledgeBase: 'yes',
    })
    expect(fieldOf(read?.content, 'useKnowledgeBase')).toBe(false)
  })
})

describe('the list of versions', () => {
  it.each([
    { agent: { ...agent, versions: [version] }, pagination: { limit: 10, nextCursor: null } },
    { agent, versions: [version] },
    { versions: [version] },
    { data: { agent: { ...agent, versions: [version] } } },
    { data: { versions: [version] }, success: true },
    [version],
  ])('is found in %j', (reply) => {
    const read = listAgentVersions.reply.parse(reply)
    expect(read.items).toMatchObject([{ id: 'v2', version: 2 }])
    expect(read.nextCursor).toBeUndefined()
  })

  it('comes with the agent where the service tells it, and with what cannot be read', () => {
    const reply = { agent: { ...agent, versions: [version, 'v9'] }, pagination: { nextCursor: 'n' } }
    expect(listAgentVersions.reply.parse(reply)).toMatchObject({
      agent: {
        id: 'a1',
        name: 'Reception',
        testingLabId: 1001,
        // Its versions are told apart.
        other: { inboundPhoneNumbers: [] },
      },
      nextCursor: 'n',
      unreadable: ['v9'],
    })
    expect(listAgentVersions.reply.parse([version]).agent).toBeUndefined()
  })

  it.each([{}, { agent }, { agent: 'a1' }, null, 'ok'])('is not found in %j', (reply) => {
    expect(listAgentVersions.reply.safeParse(reply).error?.message).toContain('no list of versions')
  })
})

it.each([
  { version: { id: 'v3', version: 3 } },
  { id: 'v3', version: 3 },
  { data: { version: { id: 'v3', version: 3 } } },
  { agent: { id: 'a1', version: { id: 'v3', version: 3 } } },
  { agentVersion: { versionId: 'v3', version: 3 } },
])('finds the created version in %j', (reply) => {
  expect(createAgentVersion.reply.parse(reply)).toMatchObject({ id: 'v3', version: 3 })
})

it.each([{}, null, { agent: { id: 'a1' } }, { success: true }])(
  'takes no version from %j: nothing else would tell its id',
  (reply) => {
    expect(createAgentVersion.reply.safeParse(reply).success).toBe(false)
  },
)

it('accepts any answer to a change, and reads the record where there is one', () => {
  for (const { reply } of [updateAgent, updateAgentVersion])
    for (const raw of [undefined, null, 'ok', {}, { success: true }])
      expect(reply.parse(raw)).toMatchObject({ raw })
  expect(updateAgent.reply.parse({ agent }).record).toMatchObject({ id: 'a1', testingLabId: 1001 })
  expect(updateAgentVersion.reply.parse({ version }).record).toMatchObject({
    id: 'v2',
    content: { voiceId: 'clara' },
  })
})

it('reads which version is deployed where the agent says so', () => {
  expect(readAgent({ id: 'a', deployedVersionId: 'v1' })?.deployedVersionId).toBe('v1')
  expect(readAgent({ id: 'a', deployedVersion: { id: 'v1', version: 2 } })?.deployedVersionId).toBe('v1')
  expect(readAgent({ id: 'a' })?.deployedVersionId).toBeUndefined()
})

it('reads an agent in its own name, and its type in any case', () => {
  expect(listAgents.reply.parse({ agents: [{ agent: { id: 'a1', name: 'A' } }] })).toMatchObject({
    items: [{ id: 'a1', name: 'A' }],
    unreadable: [],
  })
  expect(readAgent({ id: 'a', agent: { id: 'b' } })?.id).toBe('a')
  expect(readAgent({ id: 'a', agentType: 'text' })?.agentType).toBe('TEXT')
})
