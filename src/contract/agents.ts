import { readCreatedAgent } from './agent-created'
import { operation, sends } from './operation'
import { field, recordReader } from './record'
import { anyReply, findObject, objectReply, textOf } from './reply'
import type { AgentRequest } from './requests/agents'

/** Reads what a reply says about a version beside what the version is made of; without an id it is none. */
export const readVersionHead = recordReader(
  {
    id: field.id('id', 'versionId', '_id'),
    /** Running number within the agent. */
    version: field.number('version', 'versionNumber'),
    deployed: field.flag('deployed', 'isDeployed', 'isActive'),
    createdAt: field.time('createdAt', 'created_at'),
    updatedAt: field.time('updatedAt', 'updated_at'),
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
    const { agentId, versionId } = findObject(reply, [], readCreatedAgent) ?? {}
    return { kind: 'agent', agentId, versionId, name: textOf(body.name) }
  },
  sendsBody: sends<AgentRequest>(),
  reply: objectReply([], readCreatedAgent, 'the reply lacks the id of the agent or of its version'),
})

export const deployVersion = operation({
  name: 'deployVersion',
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}/versions/{versionId}/deploy',
  summary: 'Deploys a version, which then handles live traffic.',
  to: 'deploy the version',
  done: 'the version was deployed',
  conflict: 'Reload the page to see which version is deployed.',
  changes: ['agents'],
  reply: anyReply(['version', 'agentVersion'], readVersionHead),
})
