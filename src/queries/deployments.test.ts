import { describe, expect, it } from 'vitest'
import type { AgentVersions } from '../contract/agent-versions'
import type { LedgerEntry, StoredAgent, TestEvidence } from '../ledger/entry'
import { believeDeployed, deploymentsOf } from './deployments'
import { evidenceOfVersion } from './evidence'
import { listedAgent } from './reported-agents'

const agent = (more: Partial<StoredAgent> = {}): StoredAgent => ({
  service: 'local',
  agentId: 'a1',
  name: 'Renewals',
  source: 'created',
  addedAt: '2026-01-01T00:00:00Z',
  versions: [],
  ...more,
})
const entry = (versionId: string, minute: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: `d${minute}`,
  service: 'local',
  operation: 'deployVersion',
  params: { agentId: 'a1', versionId },
  startedAt: `2026-01-01T00:0${minute}:00Z`,
  state: 'accepted',
  tab: 't',
  ...more,
})
const listed = (versions: Record<string, boolean | undefined>): AgentVersions => ({
  items: Object.entries(versions).map(([id, deployed]) => ({ id, deployed, other: {} })),
  unreadable: [],
})
const here = (versionId: string, minute: number) => ({
  deployedVersionId: versionId,
  deployedAt: `2026-01-01T00:0${minute}:30Z`,
  deployedKnownFrom: 'deployed here' as const,
})

describe('deployments of an agent', () => {
  it('are its own writes with what was noted, and those of imported files, newest first', () => {
    const note = {
      reason: 'urgent',
      replacedVersionId: 'v0',
      lacking: ['lint', 'of a newer console'],
      verdict: 'odd',
    }
    const told = { id: 'x', versionId: 'v2', at: '2026-01-01T00:02:00Z', state: 'unknown' as const }
    const entries = [
      entry('v3', 3, { note }),
      entry('v1', 1),
      entry('v9', 4, { params: { agentId: 'other' } }),
    ]
    const all = deploymentsOf(entries, agent({ toldDeployments: [told, { ...told, id: 'd1' }] }))
    expect(all.map(({ versionId, imported }) => [versionId, imported])).toEqual([
      ['v3', false],
      ['v2', true],
      ['v1', false],
    ])
    expect(all[0]).toMatchObject({
      reason: 'urgent',
      replacedVersionId: 'v0',
      lacking: ['lint'],
      verdict: undefined,
    })
  })
})

describe('which version is believed to be deployed', () => {
  it('is the one that was deployed here, since then', () => {
    const belief = believeDeployed(agent(here('v1', 1)), deploymentsOf([entry('v1', 1)], agent()))
    expect(belief).toEqual({ versionId: 'v1', from: 'deployed here', at: '2026-01-01T00:01:30Z', doubts: [] })
  })

  it('is not known of an agent of which nobody said anything', () => {
    expect(believeDeployed(agent(), [])).toEqual({ doubts: [] })
  })

  it('is doubted after a deployment of which nobody knows the end, until the next one', () => {
    const entries = [entry('v2', 2, { state: 'unknown' }), entry('v1', 1)]
    expect(believeDeployed(agent(here('v1', 1)), deploymentsOf(entries, agent())).doubts).toEqual([
      { kind: 'attempt unknown', versionId: 'v2', at: '2026-01-01T00:02:00Z' },
    ])
    const settled = [entry('v1', 3), ...entries]
    expect(believeDeployed(agent(here('v1', 3)), deploymentsOf(settled, agent())).doubts).toEqual([])
  })

  it('does not change by a refusal', () => {
    const entries = [entry('v2', 2, { state: 'refused' }), entry('v1', 1)]
    expect(believeDeployed(agent(here('v1', 1)), deploymentsOf(entries, agent())).doubts).toEqual([])
  })

  it('is what the service says, and what was done here is told where it differs', () => {
    const service = listed({ v1: false, v2: true })
    expect(believeDeployed(agent(here('v2', 1)), [], service)).toMatchObject({ from: 'service', doubts: [] })
    expect(believeDeployed(agent(here('v1', 1)), [], service)).toMatchObject({
      versionId: 'v2',
      from: 'service',
      doubts: [{ kind: 'service differs', versionId: 'v1', at: '2026-01-01T00:01:30Z' }],
    })
    expect(believeDeployed(agent(here('v1', 1)), [], listed({ v1: false }))).toMatchObject({
      none: true,
      doubts: [{ kind: 'service differs', versionId: 'v1' }],
    })
    // Of several it is the first, which is the newest.
    expect(believeDeployed(agent(here('v2', 1)), [], listed({ v1: true, v2: true }))).toMatchObject({
      versionId: 'v1',
      doubts: [{ kind: 'service says several', versionIds: ['v1', 'v2'] }],
    })
  })

  it('is the one that the agent itself names', () => {
    const service = { ...listed({ v1: undefined }), agent: { id: 'a1', deployedVersionId: 'v3', other: {} } }
    expect(believeDeployed(agent(), [], service)).toMatchObject({ versionId: 'v3', from: 'service' })
  })

  it('is the one that the list of agents names, where the service lists no versions', () => {
    const reported = { id: 'a1', deployedVersionId: 'v3' }
    for (const stored of [undefined, agent(), agent(here('v3', 1))]) {
      const listed = listedAgent(stored, reported, 'local') ?? agent()
      expect(believeDeployed(listed, [], null)).toMatchObject({
        versionId: 'v3',
        from: 'service',
        doubts: [],
      })
    }
    const listed = listedAgent(agent(here('v1', 1)), reported, 'local') ?? agent()
    expect(believeDeployed(listed, [], null).doubts).toMatchObject([{ kind: 'service differs' }])
  })

  it('is not concluded from a list that was cut short', () => {
    const cut = { ...listed({ v2: false }), nextCursor: 'more' }
    expect(believeDeployed(agent(here('v1', 1)), [], cut)).toMatchObject({ versionId: 'v1', doubts: [] })
    expect(believeDeployed(agent(here('v1', 1)), [], null)).toMatchObject({ versionId: 'v1', doubts: [] })
  })

  it('is what is known here where the service lists versions and does not say', () => {
    expect(believeDeployed(agent(here('v1', 1)), [], listed({ v1: undefined, v2: undefined }))).toMatchObject(
      {
        versionId: 'v1',
        from: 'deployed here',
        doubts: [],
      },
    )
  })

  it('said by hand against what was deployed here is told', () => {
    const said = agent({ deployedVersionId: 'v2', deployedKnownFrom: 'said by hand' })
    expect(believeDeployed(said, deploymentsOf([entry('v1', 1)], said)).doubts).toEqual([
      { kind: 'deployed here before', versionId: 'v1', at: '2026-01-01T00:01:00Z' },
    ])
  })
})

it('the latest evidence of a version is that of its newest run, whenever it was entered', () => {
  const evidence = (id: string, versionId: string, at: string): TestEvidence => ({
    service: 'local',
    id,
    agentId: 'a1',
    versionId,
    run: { at },
    verdict: 'passed',
    knownFrom: 'entered by hand',
    recordedAt: '2026-01-01T00:00:00Z',
  })
  const all = [
    evidence('e1', 'v1', '2026-01-01'),
    evidence('e2', 'v1', '2026-01-03'),
    evidence('e3', 'v2', '2026-01-04'),
  ]
  expect(evidenceOfVersion(all, 'v1')?.latest.id).toBe('e2')
  expect(evidenceOfVersion(all, 'v3')).toBeUndefined()
  expect(evidenceOfVersion(undefined, 'v1')).toBeUndefined()
})
