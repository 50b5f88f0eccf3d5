import { operation, sends } from './operation'
import { field, recordReader } from './record'
import { anyReply, Fields, isWire, objectReply, textOf, type Wire } from './reply'
import type { AgentRequest } from './requests/agents'

/** What creating an agent is documented to return: two ids. The rest may be there or not. */
export interface CreatedAgent {
  readonly agentId: string
  readonly versionId: string
  /** The integer id that the testing lab wants, where the service tells it (D13). */
  readonly testingLabId?: number
  readonly raw: Wire
}

/** Reads what was created. Both ids must be there, because nothing else tells them (§2). */
export function readCreatedAgent(value: unknown): CreatedAgent | undefined {
  const wire = isWire(value) && isWire(value.data) && !isWire(value.agent) ? value.data : value
  if (!isWire(wire)) return undefined
  const agent = isWire(wire.agent) ? wire.agent : wire
  const agentId = new Fields(agent).id('id', 'agentId', '_id')
  const listed = Array.isArray(agent.versions) ? agent.versions[0] : undefined
  const version = [agent.version, wire.version, listed].find(isWire)
  const versionId =
    (version && new Fields(version).id('id', 'versionId', '_id')) ??
    new Fields(agent).id('versionId', 'version') ??
    new Fields(wire).id('versionId')
  if (agentId === undefined || versionId === undefined) return undefined
  return {
    agentId,
    versionId,
    testingLabId: new Fields(agent).number('cekuraAgentId', 'testingLabAgentId', 'testingLabId'),
    raw: wire,
  }
}

/** Reads what a reply says about a version beside what the version is made of; without an id it is none. */
export const readVersionHead = recordReader(
  {
    id: field.id('id', 'versionId', '_id'),
    /** Running number within the agent. */
    version: field.number('version', 'versionNumber'),
    deployed: field.flag('deployed', 'isDeployed', 'isActive'),
    createdAt: field.text('createdAt', 'created_at'),
    updatedAt: field.text('updatedAt', 'updated_at'),
  },
  'id',
)

export const createAgent = operation({
  name: 'createAgent',
  method: 'POST',
  path: '/api/v1/agents',
  summary: 'Creates an agent with its first version, which is not deployed.',
  to: 'create the agent',
  done: 'the agent was created',
  changes: ['agents'],
  about: ({ body, reply }) => {
    const { agentId, versionId } = readCreatedAgent(reply) ?? {}
    return { kind: 'agent', agentId, versionId, name: textOf(body.name) }
  },
  sendsBody: sends<AgentRequest>(),
  reply: objectReply([], readCreatedAgent, 'no agent.id and agent.version.id in the reply'),
})

export const deployVersion = operation({
  name: 'deployVersion',
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}/versions/{versionId}/deploy',
  summary: 'Deploys a version, which then handles live traffic.',
  to: 'deploy the version',
  done: 'the version was deployed',
  changes: ['agents'],
  reply: anyReply(['version', 'agentVersion'], readVersionHead),
})
