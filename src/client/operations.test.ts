import { afterEach, expect, it, vi } from 'vitest'
import { type CheckedOperation, checkedOperations as operations } from '../contract/checked-operations'
import type { Operation } from '../contract/operation'
import type { OperationName, Operations } from '../contract/operations'
import { type CallOptions, call } from './call'

const agent = {
  name: 'n',
  description: '',
  agentType: 'CALL',
  useKnowledgeBase: false,
  prompt: { system: 's', variables: [], tools: [], preBuiltTools: [] },
  voicemailMessage: null,
  overrideSTTConfig: null,
  sttConfigId: 's',
  ttsConfigId: 't',
  llmConfigId: 'l',
  voiceId: 'v',
} as const
const sms = {
  agentVersionId: 'v',
  toPhoneNumber: '+15551234567',
  fromPhoneNumber: '+15551234568',
  fromPhoneNumberId: 'p',
  initialMessage: 'm',
}
const email = { agentVersionId: 'v', toEmail: 'a@example.com', subject: 's', firstMessage: 'm' }
const dispatch = { versionId: 'v', outboundPhoneNumberId: 'p', toPhoneNumber: '+15551234567' }

const version = {
  useKnowledgeBase: false,
  prompt: { system: 's', variables: [], tools: [], preBuiltTools: [] },
  voicemailMessage: null,
  overrideSTTConfig: null,
  sttConfigId: 's',
  ttsConfigId: 't',
  llmConfigId: 'l',
  voiceId: 'v',
}

const ids = {
  agentId: 'a1',
  versionId: 'v1',
  fileId: 'f1',
  collectionId: 'c1',
  callId: 'd1',
  id: 's1',
}

type Sent = { readonly [Name in OperationName]: CallOptions<Operations[Name]> }

/** What is sent with each operation beside the ids of its address. */
const sent: Sent = {
  listCollections: {},
  listFiles: {},
  requestUpload: { body: { fileName: 'a.md' } },
  createFile: { body: { fileId: 'f1' } },
  viewFile: { params: ids },
  deleteFile: { params: ids },
  createCollection: { body: { name: 'n', description: '' } },
  addFileToCollection: { params: ids },
  removeFileFromCollection: { params: ids },
  createAgent: {
    body: { ...agent, prompt: { ...agent.prompt, variables: [], tools: [], preBuiltTools: [] } },
  },
  deployVersion: { params: ids },
  dispatchCall: { params: ids, body: dispatch },
  createSmsThread: { body: sms },
  createEmailThread: { body: email },
  createChatThread: { body: { agentId: 'a1' } },
  listTools: { query: { limit: '50' } },
  generateScenarios: { body: { agent_id: 1, num_scenarios: 1 } },
  runScenarios: { body: { agent_id: 1, scenarios: [1] } },
  searchPassages: { body: { query: 'q', fileIds: ['f1'] } },
  updateAgent: { params: ids, body: { name: 'n' } },
  listAgentVersions: { params: ids, query: { cursor: 'c' } },
  createAgentVersion: { params: ids, body: version },
  updateAgentVersion: { params: ids, body: { voicemailMessage: null } },
  listCalls: { query: { limit: '50', status: 'FAILED', agentId: 'a1' } },
  readCall: { params: ids },
  listScenarios: { query: { agent_id: '1' } },
  createScenario: { body: { agent_id: 1, name: 'n', instructions: 'i' } },
  updateScenario: { params: ids, body: { name: 'n' } },
  listRuns: { query: { agent_id: '1', limit: '5' } },
  readRun: { params: ids },
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each(Object.keys(sent) as OperationName[])(
  '%s goes to its method and path with a body its schema takes',
  async (name) => {
    const operation: CheckedOperation = operations[name]
    const requests: [string, RequestInit][] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      requests.push([path, init])
      return new Response('{}')
    })
    // Some replies promise a field that {} has not; here only the request counts.
    await call<Operation>(operation, sent[name] as CallOptions<Operation>).catch(() => undefined)
    const [path = '', init] = requests[0] ?? []
    expect(requests).toHaveLength(1)
    expect(path.replace(/\?.*$/, '')).toBe(
      operation.path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id as keyof typeof ids] ?? ''),
    )
    expect(init?.method).toBe(operation.method)
    if (operation.request) {
      expect(operation.request.safeParse(JSON.parse(String(init?.body))).error).toBeUndefined()
    } else expect(init?.body).toBeUndefined()
  },
)
