import { describe, expect, it } from 'vitest'
import type { StoredAgent } from '../../queries/agents'
import {
  deployedDoubt,
  findVersion,
  usualVersion,
  versionAfter,
  versionLeft,
  versionSuggestions,
  versionWords,
} from './version-choice'

const agentOf = (
  agentId: string,
  versions: readonly string[],
  more: Partial<StoredAgent> = {},
): StoredAgent => ({
  service: 'local',
  agentId,
  name: `Agent ${agentId}`,
  versions: versions.map((versionId) => ({ versionId })),
  source: 'added',
  addedAt: '2026-01-01T00:00:00Z',
  ...more,
})

const desk = agentOf('desk', ['d2', 'd1'], { deployedVersionId: 'd1', agentType: 'VOICE' })
const chat = agentOf('chat', ['c1'], { agentType: 'TEXT' })
const agents = [desk, chat]

describe('the version that goes with an agent', () => {
  const of = (agent: StoredAgent, more: Partial<Parameters<typeof versionAfter>[1]> = {}) => ({
    agent,
    stored: agent,
    agents,
    isTyped: false,
    ...more,
  })

  it('is the deployed one, else the newest', () => {
    expect(usualVersion(desk)).toBe('d1')
    expect(usualVersion(chat)).toBe('c1')
    expect(usualVersion(undefined)).toBe('')
    expect(versionAfter('', of(desk))).toBe('d1')
  })

  it("replaces another agent's version and leaves one that no agent here has", () => {
    expect(versionAfter('c1', of(desk))).toBe('d1')
    expect(versionAfter('d2', of(desk))).toBeUndefined()
    expect(versionAfter('pasted', of(desk))).toBeUndefined()
    // Of one whose versions were not read yet, the deployed one may be known.
    const listed = agentOf('listed', [], { deployedVersionId: 'l1' })
    expect(versionAfter('l1', of(desk, { agents: [...agents, listed] }))).toBe('d1')
  })

  it('follows the service when it reports another deployment, unless a person named the version', () => {
    const reported = { ...desk, deployedVersionId: 'd2' }
    expect(versionAfter('d1', of(reported, { stored: desk }))).toBe('d2')
    expect(versionAfter('d1', of(reported, { stored: desk, isTyped: true }))).toBeUndefined()
    // No deployment was stored, so the newest version was chosen.
    const stored = agentOf('desk', ['d2', 'd1'])
    expect(versionAfter('d2', of(desk, { stored }))).toBe('d1')
    expect(versionAfter('d2', of(desk, { stored, isTyped: true }))).toBeUndefined()
  })

  it('is the deployed one alone where no other can be used', () => {
    expect(versionAfter('', of(desk, { usual: 'deployed' }))).toBe('d1')
    expect(versionAfter('', of(chat, { usual: 'deployed' }))).toBe('')
    const reported = { ...chat, deployedVersionId: 'c1' }
    expect(versionAfter('', of(reported, { stored: chat, usual: 'deployed' }))).toBe('c1')
    expect(versionAfter('d1', of(chat, { usual: 'deployed' }))).toBe('')
  })

  it('goes with its agent when another is typed that nobody knows; one that a person named if its agent was chosen before', () => {
    const left = (chosen: string, agentId: string, isTyped: boolean, before: readonly StoredAgent[] = []) =>
      versionLeft(chosen, agentId, { agents, before, isTyped })
    expect(left('d1', 'deliv', false)).toBe('')
    expect(left('d1', 'deliv', true)).toBeUndefined()
    expect(left('d1', 'deliv', true, [chat])).toBeUndefined()
    expect(left('d1', 'deliv', true, [desk])).toBe('')
    expect(left('d1', 'desk', true, [desk])).toBeUndefined()
    expect(left('d1', 'desk', false)).toBeUndefined()
    expect(left('pasted', 'deliv', false)).toBeUndefined()
    expect(left('', 'deliv', false)).toBeUndefined()
  })

  it('is left empty where the service chooses', () => {
    expect(versionAfter('', of(desk, { usual: 'none' }))).toBeUndefined()
    expect(versionAfter('c1', of(desk, { usual: 'none' }))).toBe('')
  })
})

it('offers the versions of the chosen agent in its order, and of several those that fit first', () => {
  expect(versionSuggestions(agents, desk)).toEqual([
    { id: 'd2', label: 'Agent desk', note: undefined },
    { id: 'd1', label: 'Agent desk', note: 'deployed' },
  ])
  expect(versionSuggestions(agents, undefined, 'TEXT')).toEqual([
    { id: 'c1', label: 'Agent chat', note: 'TEXT' },
    { id: 'd1', label: 'Agent desk', note: 'VOICE, deployed' },
    { id: 'd2', label: 'Agent desk', note: 'VOICE' },
  ])
})

it('tells versions of agents with one name apart by the ids of these', () => {
  const twin = agentOf('twin', ['t1'], { name: 'Agent chat', agentType: 'TEXT' })
  expect(versionSuggestions([chat, twin, desk], undefined).map(({ note }) => note)).toEqual([
    'VOICE, deployed',
    'TEXT, agent chat',
    'TEXT, agent twin',
    'VOICE',
  ])
  expect(versionSuggestions([chat, twin], twin).map(({ note }) => note)).toEqual([undefined])
})

it('says whose version it is where no agent was chosen, also where there is but one', () => {
  const only = agentOf('only', [], { versions: [{ versionId: 'o1', label: 'First' }], agentType: 'TEXT' })
  expect(versionSuggestions([only], undefined)).toEqual([
    { id: 'o1', label: 'Agent only, First', note: 'TEXT' },
  ])
  expect(versionSuggestions([only], only)).toEqual([{ id: 'o1', label: 'First', note: undefined }])
})

it('says when a version is not the deployed one', () => {
  expect(deployedDoubt(desk, 'd1')).toBe('')
  expect(deployedDoubt(desk, '')).toBe('')
  expect(deployedDoubt(desk, 'd2')).toContain('Another version')
  expect(deployedDoubt(undefined, 'd2')).toContain('Deployment unconfirmed')
})

it('finds a version by its id alone', () => {
  expect(findVersion(agents, 'c1')?.agent).toBe(chat)
  expect(findVersion([undefined, ...agents], 'x')).toBeUndefined()
})

it('is called by its label, else its number, else its id', () => {
  const versions = [
    { versionId: 'a', label: 'spring', number: 2 },
    { versionId: 'b', number: 1 },
    { versionId: 'c' },
  ]
  const agent = agentOf('numbered', [], { versions })
  expect(['a', 'b', 'c', 'elsewhere'].map((id) => versionWords(agent, id))).toEqual([
    'spring',
    'Version 1',
    'c',
    'elsewhere',
  ])
  expect(versionWords(undefined, 'b')).toBe('b')
})
