import { describe, expect, it } from 'vitest'
import type { StoredAgent, TestEvidence } from '../ledger/entry'
import {
  AgentExportRefused,
  compareAgentExport,
  mergeAgent,
  readAgentExport,
  toAgentExport,
} from './agent-export'
import { deploymentsOf } from './deployments'

const agent = (more: Partial<StoredAgent> = {}): StoredAgent => ({
  service: 'local',
  agentId: 'a1',
  name: 'Renewals',
  source: 'created',
  addedAt: '2026-01-01T00:00:00Z',
  versions: [
    { versionId: 'v1', createdAt: '2026-01-01T00:00:00Z', request: { prompt: { system: 'Hello' } } },
  ],
  ...more,
})
const evidence: TestEvidence = {
  service: 'local',
  id: 'e1',
  agentId: 'a1',
  versionId: 'v1',
  run: { at: '2026-01-02T00:00:00Z' },
  verdict: 'passed',
  knownFrom: 'entered by hand',
  recordedAt: '2026-01-02T00:00:00Z',
}
const fileOf = (agents: readonly StoredAgent[], known: readonly TestEvidence[] = []) =>
  toAgentExport('local', '2026-02-01T00:00:00Z', {
    agents,
    deployments: new Map(agents.map((each) => [each.agentId, deploymentsOf([], each)])),
    evidence: known,
  })
const nothing = { agents: [], deployments: new Map(), evidence: [] }

describe('the file of known agents', () => {
  it('is read back as it was written', () => {
    const file = fileOf([agent({ toldDeployments: [told] })], [evidence])
    expect(readAgentExport(JSON.stringify(file))).toEqual(JSON.parse(JSON.stringify(file)))
  })

  it('holds no secret and no phone number, and says which requests were masked', () => {
    const file = fileOf(
      [
        agent({
          description: 'call +15551234567',
          versions: [
            { versionId: 'v1', note: '+15551234568', request: { prompt: { system: 'Say +15551234569.' } } },
            { versionId: 'v2', request: { overrideSTTConfig: { apiKey: 's3cret' } } },
            { versionId: 'v3', request: { prompt: { system: 'Hello' } } },
          ],
          toldDeployments: [{ ...told, reason: 'for +15551234560' }],
        }),
      ],
      [{ ...evidence, note: 'rang +15551234561' }],
    )
    expect(JSON.stringify(file)).not.toMatch(/s3cret|\+1555/)
    expect(file.agents[0]?.versions.map(({ requestMasked }) => requestMasked)).toEqual([
      true,
      true,
      undefined,
    ])
  })

  it.each([
    ['{"format": "switch', /not JSON, or was cut off/],
    ['{"entries": []}', /not a file of known agents/],
    [JSON.stringify({ ...fileOf([]), version: 2 }), /newer console/],
    [JSON.stringify({ ...fileOf([]), service: 7 }), /head of this file is damaged/],
    [JSON.stringify({ ...fileOf([]), agents: {} }), /no list of agents/],
    [JSON.stringify({ ...fileOf([]), agents: [null] }), /Agent 1 of 1 in this file cannot be read/],
    [JSON.stringify(fileOf([agent(), agent({ agentId: '../x' })])), /Agent 2 of 2/],
    [
      JSON.stringify(fileOf([agent({ versions: [{ versionId: 'a/b' }] })])),
      /Renewals, has a version without/,
    ],
    [
      JSON.stringify(fileOf([agent({ toldDeployments: [{ ...told, state: 'odd' as never }] })])),
      /deployments of Renewals/,
    ],
    [
      JSON.stringify(fileOf([agent()], [{ ...evidence, verdict: 'superb' as never }])),
      /Test evidence 1 of 1/,
    ],
  ])('is refused with the reason when it cannot be taken in whole: %.40s', (text, reason) => {
    expect(() => readAgentExport(text)).toThrow(AgentExportRefused)
    expect(() => readAgentExport(text)).toThrow(reason)
  })
})

const told = {
  id: 'd1',
  versionId: 'v1',
  at: '2026-01-03T00:00:00Z',
  state: 'accepted' as const,
  reason: 'first',
}
const deployed = (versionId: string, deployedAt?: string): Partial<StoredAgent> => ({
  deployedVersionId: versionId,
  deployedAt,
  deployedKnownFrom: deployedAt ? 'deployed here' : 'said by hand',
})
const inFile = (one: StoredAgent) => {
  const [first] = fileOf([one]).agents
  if (!first) throw new Error('the file is empty')
  return first
}

describe('taking in an agent', () => {
  it('that is not known here adds it as it is, and says that a file told it', () => {
    const merged = mergeAgent(undefined, inFile(agent(deployed('v1', '2026-01-03T00:00:00Z'))), 'here')
    expect(merged).toMatchObject({ service: 'here', source: 'imported', deployedKnownFrom: 'imported' })
  })

  it('that is known here keeps everything that was known', () => {
    const here = agent({
      name: 'My name for it',
      versions: [{ versionId: 'v1', label: 'mine', request: { mine: true } }],
      toldDeployments: [told],
    })
    const there = agent({
      name: 'Another',
      testingLabId: 9,
      versions: [
        { versionId: 'v2', createdAt: '2026-01-05T00:00:00Z', label: 'second' },
        { versionId: 'v1', label: 'theirs', note: 'their note', request: { theirs: true } },
      ],
      toldDeployments: [{ ...told, id: 'd2' }, told],
    })
    const merged = mergeAgent(here, inFile(there), 'local')
    expect(merged).toMatchObject({ name: 'My name for it', testingLabId: 9, source: 'created' })
    expect(merged.versions.find(({ versionId }) => versionId === 'v1')).toMatchObject({
      label: 'mine',
      note: 'their note',
      request: { mine: true },
    })
    expect(merged.versions.map(({ versionId }) => versionId).sort()).toEqual(['v1', 'v2'])
    expect(merged.toldDeployments?.map(({ id }) => id)).toEqual(['d1', 'd2'])
  })

  it('never puts a masked request in the place of the real one, but the other way round', () => {
    const real = { prompt: { system: 'Ring +15551234567' } }
    const one = agent({ versions: [{ versionId: 'v1', request: real }] })
    const masked = inFile(one)
    expect(mergeAgent(one, masked, 'local').versions[0]).toMatchObject({ request: real })
    const knowsMasked = mergeAgent(undefined, masked, 'local')
    expect(knowsMasked.versions[0]?.requestMasked).toBe(true)
    const unmasked = { ...inFile(agent({ versions: [] })), versions: [{ versionId: 'v1', request: real }] }
    const again = mergeAgent(knowsMasked, unmasked, 'local').versions[0]
    expect(again).toMatchObject({ request: real })
    expect(again?.requestMasked).toBeUndefined()
  })

  it.each([
    ['a later deployment', deployed('v1', '2026-01-03'), deployed('v2', '2026-01-04'), 'v2'],
    ['an earlier deployment', deployed('v1', '2026-01-03'), deployed('v2', '2026-01-02'), 'v1'],
    ['a deployment without a time', deployed('v1', '2026-01-03'), deployed('v2'), 'v1'],
    ['a deployment where none is known', {}, deployed('v2'), 'v2'],
    ['nothing', deployed('v1'), {}, 'v1'],
  ])('believes of what is deployed: %s', (_what, here, there, expected) => {
    const merged = mergeAgent(agent(here), inFile(agent(there)), 'local')
    expect(merged.deployedVersionId).toBe(expected)
  })
})

describe('the comparison before taking in', () => {
  it('tells new agents, additions and nothing to do', () => {
    const known = [agent(), agent({ agentId: 'a2', versions: [{ versionId: 'v9' }] })]
    const more = agent({
      agentId: 'a2',
      versions: [{ versionId: 'v9', label: 'told' }, { versionId: 'v10' }],
    })
    const file = fileOf(
      [agent(), { ...more, toldDeployments: [told] }, agent({ agentId: 'a3' })],
      [{ ...evidence, agentId: 'a2' }],
    )
    expect(compareAgentExport(file, { ...nothing, agents: known })).toMatchObject([
      { agentId: 'a1', kind: 'same', newVersions: 0, filledVersions: 0 },
      { agentId: 'a2', kind: 'more', newVersions: 1, filledVersions: 1, newDeployments: 1, newEvidence: 1 },
      { agentId: 'a3', kind: 'new', newVersions: 1 },
    ])
  })

  it('has nothing to do for a file that was just made here', () => {
    const known = agent({ ...deployed('v1', '2026-01-03'), toldDeployments: [told] })
    const deployments = new Map([['a1', deploymentsOf([], known)]])
    const file = readAgentExport(JSON.stringify(fileOf([known], [evidence])))
    const changes = compareAgentExport(file, { agents: [known], deployments, evidence: [evidence] })
    expect(changes.map(({ kind }) => kind)).toEqual(['same'])
  })

  it('counts what is filled in of the agent itself, and says which name stays', () => {
    const changeBy = (more: Partial<StoredAgent>, here: Partial<StoredAgent> = {}) =>
      compareAgentExport(fileOf([agent(more)]), { ...nothing, agents: [agent(here)] })[0]
    expect(changeBy({ testingLabId: 9, description: 'Calls back' })).toMatchObject({
      kind: 'more',
      filledDetails: ['description', 'testingLabId'],
    })
    expect(changeBy({ testingLabId: 9 }, { testingLabId: 8 })).toMatchObject({ kind: 'same' })
    expect(changeBy({ name: 'Other' })).toMatchObject({ kind: 'same', name: 'Renewals', otherName: 'Other' })
    // An agent that nobody named here is called by its id.
    expect(changeBy({}, { name: 'a1' })).toMatchObject({
      kind: 'more',
      name: 'Renewals',
      filledDetails: ['name'],
      otherName: undefined,
    })
  })

  it('tells a deployed version that is not believed', () => {
    const [change] = compareAgentExport(fileOf([agent(deployed('v2', '2026-01-01'))]), {
      ...nothing,
      agents: [agent(deployed('v1', '2026-01-03'))],
    })
    expect(change).toMatchObject({ deployedVersionId: undefined, otherDeployedVersionId: 'v2' })
  })
})
