import { operation } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { Fields, isWire, listReply } from './reply'

const readBareAgent = recordReader(
  {
    id: field.id('id', 'agentId', '_id'),
    name: field.text('name'),
    description: field.text('description'),
    agentType: (fields) => fields.text('agentType')?.toUpperCase(),
    /** The integer id that the testing lab wants (D13). */
    testingLabId: field.number('cekuraAgentId', 'testingLabAgentId', 'testingLabId'),
    deployedVersionId: (fields) =>
      fields.id('deployedVersionId', 'activeVersionId', 'liveVersionId') ??
      fields.object((each) => (isWire(each) ? new Fields(each).id('id') : undefined), 'deployedVersion'),
    deployedNumber: field.number('deployedVersionNumber'),
    versionCount: field.number('versionCount'),
    createdAt: field.time('createdAt', 'created_at'),
    updatedAt: field.time('updatedAt', 'updated_at'),
  },
  'id',
)

export type Agent = RecordOf<typeof readBareAgent>

/** Reads an agent as real services report it (D2), bare or in its own name; without an id it is none. */
export const readAgent = (value: unknown): Agent | undefined =>
  readBareAgent(value) ?? (isWire(value) ? readBareAgent(value.agent) : undefined)

export const listAgents = operation({
  name: 'listAgents',
  method: 'GET',
  path: '/api/v1/agents',
  source: 'extension',
  summary: 'Lists the agents, newest first, a page at a time.',
  to: 'load the agents',
  sendsQuery: ({ pageQuery }) => pageQuery,
  reply: listReply(['agents'], readAgent),
})
