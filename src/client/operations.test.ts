import { afterEach, expect, it, vi } from 'vitest'
import { type CheckedOperation, type OperationName, operations } from '../contract/operations'
import { createAgentVersion, listAgentVersions, updateAgent, updateAgentVersion } from './agent-versions'
import { createAgent, deployVersion } from './agents'
import { listCalls, readCall } from './call-records'
import { dispatchCall } from './calls'
import {
  addFileToCollection,
  createCollection,
  listCollections,
  removeFileFromCollection,
} from './collections'
import { createFile, deleteFile, listFiles, requestUpload, viewFile } from './files'
import { searchPassages } from './search'
import { generateScenarios, runScenarios } from './testing-lab'
import { createChatThread, createEmailThread, createSmsThread } from './threads'
import { listTools } from './tools'

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
const membership = { collectionId: 'c1', fileId: 'f1' }

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

/** One call of every operation, with the values that must arrive in its address. */
const calls: Record<OperationName, () => Promise<unknown>> = {
  listCollections: () => listCollections(),
  listFiles: () => listFiles(),
  requestUpload: () => requestUpload({ fileName: 'a.md' }),
  createFile: () => createFile({ fileId: 'f1' }),
  viewFile: () => viewFile({ fileId: 'f1' }),
  deleteFile: () => deleteFile({ fileId: 'f1' }),
  createCollection: () => createCollection({ body: { name: 'n', description: '' } }),
  addFileToCollection: () => addFileToCollection(membership),
  removeFileFromCollection: () => removeFileFromCollection(membership),
  createAgent: () =>
    createAgent({
      body: { ...agent, prompt: { ...agent.prompt, variables: [], tools: [], preBuiltTools: [] } },
    }),
  deployVersion: () => deployVersion({ agentId: 'a1', versionId: 'v1' }),
  dispatchCall: () => dispatchCall({ agentId: 'a1', body: dispatch }),
  createSmsThread: () => createSmsThread({ body: sms }),
  createEmailThread: () => createEmailThread({ body: email }),
  createChatThread: () => createChatThread({ body: { agentId: 'a1' } }),
  listTools: () => listTools({ limit: 50 }),
  generateScenarios: () => generateScenarios({ body: { agent_id: 1, num_scenarios: 1 } }),
  runScenarios: () => runScenarios({ body: { agent_id: 1, scenarios: [1] } }),
  searchPassages: () => searchPassages({ query: 'q', fileIds: ['f1'] }),
  updateAgent: () => updateAgent({ agentId: 'a1', body: { name: 'n' } }),
  listAgentVersions: () => listAgentVersions({ agentId: 'a1', cursor: 'c' }),
  createAgentVersion: () => createAgentVersion({ agentId: 'a1', body: version }),
  updateAgentVersion: () =>
    updateAgentVersion({ agentId: 'a1', versionId: 'v1', body: { voicemailMessage: null } }),
  listCalls: () => listCalls({ limit: 50, status: 'FAILED', agentId: 'a1' }),
  readCall: () => readCall({ callId: 'd1' }),
}
const ids: Record<string, string> = {
  agentId: 'a1',
  versionId: 'v1',
  fileId: 'f1',
  collectionId: 'c1',
  callId: 'd1',
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each(Object.keys(calls) as OperationName[])(
  '%s goes to its method and path with a body its schema takes',
  async (name) => {
    const operation: CheckedOperation = operations[name]
    const requests: [string, RequestInit][] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      requests.push([path, init])
      return new Response('{}')
    })
    // Some replies promise a field that {} has not; here only the request counts.
    await calls[name]().catch(() => undefined)
    const [path = '', init] = requests[0] ?? []
    expect(requests).toHaveLength(1)
    expect(path.replace(/\?.*$/, '')).toBe(
      operation.path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? ''),
    )
    expect(init?.method).toBe(operation.method)
    if (operation.request) {
      expect(operation.request.safeParse(JSON.parse(String(init?.body))).error).toBeUndefined()
    } else expect(init?.body).toBeUndefined()
  },
)
