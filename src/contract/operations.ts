import type * as z from 'zod/mini'
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
import { createFile, deleteFile, listFiles, requestUpload, uploadContent, viewFile } from './files'
import type { Operation, RequestBody, RequestQuery } from './operation'
import { agentRequest, agentUpdate, versionChanges, versionRequest } from './requests/agents'
import { callsQuery } from './requests/call-records'
import { dispatchRequest } from './requests/calls'
import { collectionRequest } from './requests/collections'
import { createFileRequest, uploadRequest } from './requests/files'
import { pageQuery } from './requests/pages'
import { searchRequest } from './requests/search'
import { generateRequest, runRequest } from './requests/testing-lab'
import { chatThreadRequest, emailThreadRequest, smsThreadRequest } from './requests/threads'
import { toolsQuery } from './requests/tools'
import { searchPassages } from './search'
import { generateScenarios, runScenarios } from './testing-lab'
import { createChatThread, createEmailThread, createSmsThread } from './threads'
import { listTools } from './tools'

/** An operation with the schemas of what it sends: what proxy and service work by. */
export interface CheckedOperation extends Operation {
  readonly request?: z.ZodMiniType
  readonly query?: z.ZodMiniObject
}

/** Joins an operation with the schema of its body; does not compile when the two are of different types. */
const withBody = <O extends Operation, S extends z.ZodMiniType<RequestBody<O>>>(
  operation: O,
  request: S,
) => ({
  ...operation,
  request,
})

const withQuery = <O extends Operation, S extends z.ZodMiniObject & z.ZodMiniType<RequestQuery<O>>>(
  operation: O,
  query: S,
) => ({ ...operation, query })

/**
 * Every operation under {base_url}, in the order of §4, then the extensions. From this table come the proxy's allowlist, the service's
 * routing and the OpenAPI document; what is not in it does not exist.
 */
export const operations = {
  listCollections,
  listFiles,
  requestUpload: withBody(requestUpload, uploadRequest),
  createFile: withBody(createFile, createFileRequest),
  viewFile,
  deleteFile,
  createCollection: withBody(createCollection, collectionRequest),
  addFileToCollection,
  removeFileFromCollection,
  createAgent: withBody(createAgent, agentRequest),
  deployVersion,
  dispatchCall: withBody(dispatchCall, dispatchRequest),
  createSmsThread: withBody(createSmsThread, smsThreadRequest),
  createEmailThread: withBody(createEmailThread, emailThreadRequest),
  createChatThread: withBody(createChatThread, chatThreadRequest),
  listTools: withQuery(listTools, toolsQuery),
  generateScenarios: withBody(generateScenarios, generateRequest),
  runScenarios: withBody(runScenarios, runRequest),
  // Not in the document (D2).
  searchPassages: withBody(searchPassages, searchRequest),
  updateAgent: withBody(updateAgent, agentUpdate),
  listAgentVersions: withQuery(listAgentVersions, pageQuery),
  createAgentVersion: withBody(createAgentVersion, versionRequest),
  updateAgentVersion: withBody(updateAgentVersion, versionChanges),
  listCalls: withQuery(listCalls, callsQuery),
  readCall,
} as const satisfies Readonly<Record<string, CheckedOperation>>

/** The upload `PUT` stands apart: its address is one that the service returned. */
export const upload = uploadContent

export type Operations = typeof operations
export type OperationName = keyof Operations
