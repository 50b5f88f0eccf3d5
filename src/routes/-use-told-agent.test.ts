import { expect, it } from 'vitest'
import type { AgentVersion } from '../contract/agent-versions'
import type { KnownAgent } from '../queries/agents'
import { withTold } from './-use-told-agent'
import { declaredIn } from './-variable-values'

const prompt = { system: 'Hi', variables: [{ name: 'customer', required: true, defaultValue: '' }] }
const agent = {
  service: 'local',
  agentId: 'a1',
  name: 'Renewals',
  source: 'created',
  addedAt: '2026-01-01T00:00:00Z',
  versions: [{ versionId: 'v1', request: { prompt: { system: 'Sent', variables: [] } } }],
  deployedVersionId: 'v1',
} as unknown as KnownAgent
const version = (id: string, number: number, deployed: boolean) =>
  ({ id, version: number, deployed, prompt, other: { prompt } }) as unknown as AgentVersion
const told = (...items: AgentVersion[]) => ({ items, unreadable: [], other: {} }) as never

it('takes the word of the service for what is deployed and what versions it has', () => {
  const whole = withTold(agent, told(version('v2', 2, true), version('v1', 1, false)))
  expect(whole.deployedVersionId).toBe('v2')
  expect(whole.versions.map(({ versionId }) => versionId)).toEqual(['v2', 'v1'])
  expect(declaredIn(whole.versions[0]?.request).map(({ name }) => name)).toEqual(['customer'])
  // What was sent from here is known better than what is told of it.
  expect(whole.versions[1]?.request).toEqual(agent.versions[0]?.request)
})

it('knows of no deployed version where the service says that none is', () => {
  expect(withTold(agent, told(version('v1', 1, false))).deployedVersionId).toBeUndefined()
})
