import { type Agent, readAgent } from './agent-list'
import { readVersionHead } from './agents'
import { operation, sends } from './operation'
import type { RecordOf } from './record'
import {
  anyReply,
  Fields,
  findObject,
  isWire,
  type ListReply,
  listReply,
  objectReply,
  readerOf,
  type Wire,
} from './reply'
import type { AgentUpdate, VersionChanges, VersionRequest } from './requests/agents'
import { at, readContent, type VersionContent } from './version-content'
import { fieldList } from './version-fields'

/** A version of an agent as a service reports it. */
export interface AgentVersion extends Omit<RecordOf<typeof readVersionHead>, 'other'> {
  readonly agentId?: string
  /** What it is made of, as far as the service tells it; absent where it only names the version. */
  readonly content?: VersionContent
}

/** Reads a version; without an id it is none. */
export function readAgentVersion(value: unknown): AgentVersion | undefined {
  const head = readVersionHead(value)
  if (!head || !isWire(value)) return undefined
  const { other: _, ...fields } = head
  const content = readContent(value)
  const hasContent =
    isWire(content?.prompt) || fieldList.some(([path]) => (at(content, path) ?? null) !== null)
  return {
    ...fields,
    agentId: new Fields(value).id('agentId'),
    content: hasContent ? content : undefined,
  }
}

/** The versions of an agent, in the order of the service, and the agent where it came with them. */
export interface AgentVersions extends ListReply<AgentVersion> {
  readonly agent?: Agent
}

const versionList = listReply(['versions', 'agentVersions', 'agent'], readAgentVersion)

/** The agent without its versions, which are told apart. */
function readAgentOf(value: unknown): Agent | undefined {
  // Alone in a list it would be a version.
  return findObject(isWire(value) && value, ['agent'], (wire) => {
    const { versions: _, ...agent } = wire
    return readAgent(agent)
  })
}

const VERSION_NAMES = ['version', 'agentVersion']

/** What was created must be found, because nothing else tells its id; `{agent: {version}}` is how creation answers (§2). */
function readCreatedVersion(wire: Wire): AgentVersion | undefined {
  return readAgentVersion(isWire(wire.agent) && isWire(wire.agent.version) ? wire.agent.version : wire)
}

export const updateAgent = operation({
  name: 'updateAgent',
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}',
  source: 'extension',
  summary: 'Changes the name or the description of an agent; its versions stay as they are.',
  to: 'change the agent',
  done: 'the agent was changed',
  changes: ['agents'],
  sendsBody: sends<AgentUpdate>(),
  reply: anyReply(['agent'], readAgent),
})

export const listAgentVersions = operation({
  name: 'listAgentVersions',
  method: 'GET',
  path: '/api/v1/agents/{agentId}/versions',
  source: 'extension',
  summary: 'Lists the versions of an agent.',
  to: 'load the versions of the agent',
  sendsQuery: ({ pageQuery }) => pageQuery,
  reply: readerOf((value): AgentVersions | undefined => {
    const list = versionList.safeParse(value).data
    return list && { ...list, agent: readAgentOf(value) }
  }, 'the reply has no list of versions'),
})

export const createAgentVersion = operation({
  name: 'createAgentVersion',
  method: 'POST',
  path: '/api/v1/agents/{agentId}',
  source: 'extension',
  summary: 'Creates a further version of an agent, which is not deployed.',
  to: 'create the version',
  done: 'the version was created',
  look: "the agent's versions",
  changes: ['agents'],
  about: ({ params, reply }) => ({
    agentId: params.agentId,
    versionId: findObject(reply, VERSION_NAMES, readCreatedVersion)?.id,
  }),
  sendsBody: sends<VersionRequest>(),
  reply: objectReply(VERSION_NAMES, readCreatedVersion, 'the reply has no version with an id'),
})

export const updateAgentVersion = operation({
  name: 'updateAgentVersion',
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}/versions/{versionId}',
  source: 'extension',
  summary: 'Changes fields of a version that is not deployed.',
  to: 'change the version',
  done: 'the version was changed',
  look: 'the version',
  // It was deployed meanwhile, and a deployed one is not changed (D132).
  conflict: 'Save it as a new version. What you typed stays.',
  changes: ['agents'],
  sendsBody: sends<VersionChanges>(),
  reply: anyReply(VERSION_NAMES, readAgentVersion),
})
