import { createAgent, deployVersion } from './agents'
import { dispatchCall } from './calls'
import {
  addFileToCollection,
  createCollection,
  listCollections,
  removeFileFromCollection,
} from './collections'
import { createFile, deleteFile, listFiles, requestUpload, uploadContent, viewFile } from './files'
import { generateScenarios, runScenarios } from './testing-lab'
import { createChatThread, createEmailThread, createSmsThread } from './threads'
import { listTools } from './tools'

/**
 * Every operation under {base_url}, in the order of §4. From this table come the proxy's allowlist, the service's
 * routing and the OpenAPI document; what is not in it does not exist.
 */
export const operations = {
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
} as const

/** The upload `PUT` stands apart: its address is one that the service returned. */
export const upload = uploadContent

export type Operations = typeof operations
export type OperationName = keyof Operations
