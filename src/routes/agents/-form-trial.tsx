import { useDeferredValue, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { readContent } from '../../contract/version-content'
import type { TextHandle } from '../../ui/prompt-editor/text-handle'
import { type AgentFormValues, toVersionChanges, toVersionRequest } from './-agent-form'
import type { AgentKnowledge } from './-agent-knowledge'
import { TryPanel } from './-try-panel'

/** Tries the version of a form as it stands in its fields. `start`: what the version holds; `prompt`: the editor. */
export function FormTrial({
  control,
  knowledge,
  versionId,
  start,
  prompt,
  onClose,
}: {
  control: Control<AgentFormValues>
  knowledge: AgentKnowledge
  versionId: string
  start: AgentFormValues
  prompt: () => TextHandle | null
  onClose: () => void
}) {
  const values = useDeferredValue(useWatch({ control }) as AgentFormValues)
  const [edits, content] = useMemo(() => {
    const changes = toVersionChanges(start, values)
    return [
      Object.keys(changes).length > 0 ? changes : undefined,
      readContent(toVersionRequest(values)),
    ] as const
  }, [start, values])
  return (
    <TryPanel
      knowledge={knowledge}
      versionId={versionId}
      edits={edits}
      content={content}
      onShowLine={(from, to) => prompt()?.select(from, to)}
      onClose={onClose}
    />
  )
}
