import type * as z from 'zod/mini'
import type { OperationName } from '../../contract/operations'
import { agentRecord, createdAgent, versionPage, versionRecord } from './agents'
import { callPage, callRecord } from './call-records'
import { dispatched } from './calls'
import { collectionList, createdCollection } from './collections'
import { fileList, fileView, knowledgeFile, uploadTarget } from './files'
import { foundPassages } from './search'
import { done } from './shapes'
import { scenarioList, startedRun } from './testing-lab'
import { chatThread, emailThread, smsThread } from './threads'
import { toolPage } from './tools'

interface AnswerSpec {
  readonly status: 200 | 201
  readonly body: z.core.$ZodType
}

/**
 * What this service answers, exactly, where the document is silent (D22). A POST that creates answers 201. Tests hold every answer against
 * these schemas; the OpenAPI document shows them.
 */
export const answers = {
  listCollections: { status: 200, body: collectionList },
  listFiles: { status: 200, body: fileList },
  requestUpload: { status: 201, body: uploadTarget },
  createFile: { status: 201, body: knowledgeFile },
  viewFile: { status: 200, body: fileView },
  deleteFile: { status: 200, body: done },
  createCollection: { status: 201, body: createdCollection },
  addFileToCollection: { status: 200, body: done },
  removeFileFromCollection: { status: 200, body: done },
  createAgent: { status: 201, body: createdAgent },
  deployVersion: { status: 200, body: versionRecord },
  dispatchCall: { status: 201, body: dispatched },
  createSmsThread: { status: 201, body: smsThread },
  createEmailThread: { status: 201, body: emailThread },
  createChatThread: { status: 201, body: chatThread },
  listTools: { status: 200, body: toolPage },
  generateScenarios: { status: 201, body: scenarioList },
  runScenarios: { status: 201, body: startedRun },
  searchPassages: { status: 200, body: foundPassages },
  updateAgent: { status: 200, body: agentRecord },
  listAgentVersions: { status: 200, body: versionPage },
  createAgentVersion: { status: 201, body: versionRecord },
  updateAgentVersion: { status: 200, body: versionRecord },
  listCalls: { status: 200, body: callPage },
  readCall: { status: 200, body: callRecord },
} as const satisfies Record<OperationName, AnswerSpec>

/** What a handler of the operation returns. */
export type Answer<Name extends OperationName> = z.core.output<(typeof answers)[Name]['body']>
