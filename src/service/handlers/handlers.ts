import type { Handlers } from '../context'
import * as agentVersions from './agent-versions'
import * as agents from './agents'
import * as callRecords from './call-records'
import * as calls from './calls'
import * as collections from './collections'
import * as files from './files'
import * as inboundCalls from './inbound-calls'
import * as messages from './messages'
import * as organization from './organization'
import * as runs from './runs'
import * as scenarios from './scenarios'
import * as search from './search'
import * as threadRecords from './thread-records'
import * as threads from './threads'
import * as tools from './tools'
import * as tryVersion from './try-version'

/** The handler of every operation, among what these files declare: a missing one does not compile. */
export const handlers: Handlers = {
  ...agents,
  ...agentVersions,
  ...callRecords,
  ...calls,
  ...collections,
  ...files,
  ...inboundCalls,
  ...messages,
  ...organization,
  ...runs,
  ...scenarios,
  ...search,
  ...threadRecords,
  ...threads,
  ...tools,
  ...tryVersion,
}
