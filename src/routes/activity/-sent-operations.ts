import { createAgentVersion, updateAgent, updateAgentVersion } from '../../contract/agent-versions'
import { createAgent, deployVersion } from '../../contract/agents'
import { dispatchCall } from '../../contract/calls'
import { addFileToCollection, createCollection, removeFileFromCollection } from '../../contract/collections'
import { createFile, deleteFile } from '../../contract/files'
import type { Operation } from '../../contract/operation'
import { createScenario, generateScenarios, runScenarios, updateScenario } from '../../contract/testing-lab'
import { createChatThread, createEmailThread, createSmsThread } from '../../contract/threads'

const SENT: readonly Operation[] = [
  createCollection,
  addFileToCollection,
  removeFileFromCollection,
  createFile,
  deleteFile,
  createAgent,
  updateAgent,
  createAgentVersion,
  updateAgentVersion,
  deployVersion,
  dispatchCall,
  createSmsThread,
  createEmailThread,
  createChatThread,
  generateScenarios,
  createScenario,
  updateScenario,
  runScenarios,
]

/**
 * The operation of a write, by its name. Not from the table of all operations, which brings along what checks requests; that none is
 * missing is tested.
 */
export const sentOperation = (name: string): Operation | undefined =>
  SENT.find((operation) => operation.name === name)
