import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import {
  createTool,
  readTool,
  type ToolChanges,
  type ToolRequest,
  updateTool,
} from '../contract/tool-changes'
import type { Tool } from '../contract/tools'
import { askExtension, extensionQuery } from './extension'
import { write } from './write'

/** Whether the service reads single tools, learnt from one of the list; who does is taken to create and change them (D131). */
export const readsTools = (toolId: string) =>
  extensionQuery(readTool, (signal) => call(readTool, { params: { toolId }, signal }))

/** What is named is changed, the rest stays. `seen`: the tool as it was when somebody began; `onOther` is told what it is by now, where that is another. */
interface ToolChange {
  readonly params: { readonly toolId: string }
  readonly body: ToolChanges
  readonly seen: Tool
  readonly onOther: (now: Tool) => void
}

/** Rejects with `ChangedMeanwhile` where what is about to be sent takes the place of something that nobody here has seen (D1027). */
async function refuseUnseen(client: QueryClient, { params, body, seen, onOther }: ToolChange): Promise<void> {
  const now = await askExtension(client, readTool, () => call(readTool, { params }))
    // Where it cannot be read, the service has the last word.
    .catch(() => undefined)
  // The list of tools would load it with what it needs.
  const { ChangedMeanwhile, isOther } = await import('./changed-meanwhile')
  const { structure = {}, ...fields } = body
  if (!now || !(isOther(fields, seen, now) || isOther(structure, seen.structure ?? {}, now.structure ?? {})))
    return
  onOther(now)
  throw new ChangedMeanwhile('tool', now)
}

export const toolMutations = {
  /** Creates a tool, or changes the one that is named, unless somebody else did meanwhile. */
  save: () =>
    mutationOptions({
      mutationFn: async (
        saved: ToolChange | { readonly params?: undefined; readonly body: ToolRequest },
        { client },
      ) => {
        if (!saved.params) return write(client, createTool, saved)
        await refuseUnseen(client, saved)
        return write(client, updateTool, { params: saved.params, body: saved.body })
      },
      meta: { writes: [createTool, updateTool] },
    }),
}
