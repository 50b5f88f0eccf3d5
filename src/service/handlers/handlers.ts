import type { Handlers } from '../context'
import { createAgentVersion, listAgentVersions, updateAgent, updateAgentVersion } from './agent-versions'
import { createAgent, deployVersion } from './agents'
import { listCalls, readCall } from './call-records'
import { dispatchCall } from './calls'
import { listCollections } from './collection-list'
import { addFileToCollection, createCollection, removeFileFromCollection } from './collections'
import { listFiles } from './file-list'
import { createFile, deleteFile, requestUpload, viewFile } from './files'
import { listRuns, readRun, runScenarios } from './runs'
import { createScenario, generateScenarios, listScenarios, updateScenario } from './scenarios'
import { searchPassages } from './search'
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
  listScenarios,
  createScenario,
  updateScenario,
  listRuns,
  readRun,
}
