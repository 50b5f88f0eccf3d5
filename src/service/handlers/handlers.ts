import type { Handlers } from '../context'
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

/** One handler an operation. */
export const handlers: Handlers = {
  listCollections,
  listFiles,
  requestUpload,
  createFile,
  viewFile,
  deleteFile,
  createCollection,
  addFileToCollection,
  removeFileFromCollection,
  createAgent,
  deployVersion,
  dispatchCall,
  createSmsThread,
  createEmailThread,
  createChatThread,
  listTools,
  generateScenarios,
  runScenarios,
  searchPassages,
  updateAgent,
  listAgentVersions,
  createAgentVersion,
  updateAgentVersion,
  listCalls,
  readCall,
}
