import { expect, test } from 'vitest'
import { listAgentVersions } from '../contract/agent-versions'
import type { StoredAgent } from '../ledger/entry'
import { withService } from './service-versions'

const agent: StoredAgent = {
  service: 's',
  agentId: 'a',
  name: 'Desk',
  source: 'added',
  addedAt: '2026-01-01T00:00:00Z',
  versions: [{ versionId: 'old', label: 'First' }],
  deployedVersionId: 'old',
}
const told = (reply: unknown) => listAgentVersions.reply.parse(reply)

test('an agent known by its id alone is told of by the service', () => {
  const variables = [{ name: 'customer', required: true, defaultValue: '' }, { name: 'time' }]
  const merged = withService(
    agent,
    told({
      agent: {
        id: 'a',
        agentType: 'TEXT',
        cekuraAgentId: 1003,
        versions: [
          { id: 'new', isDeployed: true, prompt: { system: 'Hello', variables } },
          { id: 'old', isDeployed: false },
        ],
      },
    }),
  )
  expect(merged).toMatchObject({ testingLabId: 1003, agentType: 'TEXT', deployedVersionId: 'new' })
  expect(merged.versions.map(({ versionId, label }) => [versionId, label])).toEqual([
    ['new', undefined],
    ['old', 'First'],
  ])
  expect(merged.versions[0]?.request).toMatchObject({
    prompt: {
      system: 'Hello',
      variables: [variables[0], { name: 'time', required: false, defaultValue: '' }],
    },
  })
})

test('what the service tells of a version counts more than what was sent, unless it only names it', () => {
  const sent = { prompt: { system: 'Sent', variables: [] } }
  const here = { ...agent, versions: [{ versionId: 'old', request: sent, requestMasked: true }] }
  const prompt = { system: 'Changed since' }
  expect(
    withService(here, told({ versions: [{ id: 'old', version: 3, prompt }] })).versions[0],
  ).toMatchObject({
    request: { prompt: { system: 'Changed since' } },
    requestMasked: undefined,
    number: 3,
  })
  const numbered = { ...agent, versions: [{ versionId: 'old', request: sent, number: 3 }] }
  expect(withService(numbered, told({ versions: [{ id: 'old' }] })).versions[0]).toMatchObject({
    request: sent,
    number: 3,
  })
})

test('a service that tells nothing takes nothing away, and one that says none is deployed is believed', () => {
  expect(withService(agent, null)).toBe(agent)
  expect(withService(agent, told({ versions: [{ id: 'old' }] })).deployedVersionId).toBe('old')
  expect(withService(agent, told({ versions: [{ id: 'old', deployed: false }] })).deployedVersionId).toBe(
    undefined,
  )
})

test('what the service tells without a prompt leaves the prompt as it was sent', () => {
  const sent = { prompt: { system: 'Hello' }, knowledgeBaseCollectionIds: ['c0'] }
  const [version] = withService(
    { ...agent, versions: [{ versionId: 'old', request: sent }] },
    told({ versions: [{ id: 'old', knowledgeBaseCollectionIds: ['c1'] }] }),
  ).versions
  expect(version?.request).toEqual({ ...sent, knowledgeBaseCollectionIds: ['c1'] })
})

test('a part of a version does not tell which variables it has, unless it was sent from here', () => {
  const reply = told({ agent: { id: 'a', versions: [{ id: 'old', knowledgeBaseCollectionIds: ['c'] }] } })
  expect(withService(agent, reply).versions[0]?.request).toBeUndefined()
  const request = { prompt: { system: 'Hi', variables: [] } }
  const sent = { ...agent, versions: [{ versionId: 'old', request }] }
  expect(withService(sent, reply).versions[0]?.request).toMatchObject({
    ...request,
    knowledgeBaseCollectionIds: ['c'],
  })
})
