import * as agentList from './agent-list'
import * as agentVersions from './agent-versions'
import * as agents from './agents'
import * as callRecord from './call-record'
import * as callRecords from './call-records'
import * as calls from './calls'
import * as collectionChanges from './collection-changes'
import * as collectionFiles from './collection-files'
import * as collections from './collections'
import * as fileChanges from './file-changes'
import * as files from './files'
import * as inboundCalls from './inbound-calls'
import * as messages from './messages'
import type { Operation } from './operation'
import * as organization from './organization'
import * as runs from './runs'
import * as search from './search'
import * as testingLab from './testing-lab'
import * as threadRecords from './thread-records'
import * as threads from './threads'
import * as toolChanges from './tool-changes'
import * as tools from './tools'
import * as tryTool from './try-tool'
import * as tryVersion from './try-version'

const declared = {
  ...agents,
  ...agentList,
  ...agentVersions,
  ...calls,
  ...callRecord,
  ...callRecords,
  ...inboundCalls,
  ...collections,
  ...collectionChanges,
  ...collectionFiles,
  ...files,
  ...fileChanges,
  ...messages,
  ...organization,
  ...search,
  ...testingLab,
  ...runs,
  ...threadRecords,
  ...threads,
  ...tools,
  ...toolChanges,
  ...tryTool,
  ...tryVersion,
}

type Declared = typeof declared

/** Operations have a path of their own; that of the upload is an address that the service returned. */
export type OperationName = {
  [Name in keyof Declared]: Declared[Name] extends Operation<`/${string}`> ? Name : never
}[keyof Declared]

export type Operations = Pick<Declared, OperationName>

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'path' in value && String(value.path).startsWith('/')

/**
 * Every operation under {base_url}: whatever the modules above declare. From this table come the proxy's allowlist, the service's routing
 * and the OpenAPI document; what is not in it does not exist. No schema is made here, so that screens may load it (D18).
 */
export const operations = Object.fromEntries(
  Object.entries(declared).filter(([, value]) => isOperation(value)),
) as unknown as Operations
