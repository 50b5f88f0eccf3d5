import { call } from '../client/call'
import { createTool, readTool, updateTool } from '../contract/tool-changes'
import { tryTool } from '../contract/try-tool'
import { extensionQuery } from './extension'
import { sending } from './write'

/** Whether the service reads single tools, learnt from one of the list; who does is taken to create and change them (D131). */
export const readsTools = (toolId: string) =>
  extensionQuery(readTool, (signal) => call(readTool, { params: { toolId }, signal }))

export const toolMutations = {
  create: () => sending(createTool),
  /** Changes what is named and leaves the rest. */
  update: () => sending(updateTool),
  /** Calls a tool once, for real. */
  tryCall: () => sending(tryTool),
}
