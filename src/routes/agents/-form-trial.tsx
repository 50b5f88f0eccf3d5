import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { readContent } from '../../contract/version-content'
import { countWrong } from '../../ui/fields/field-errors'
import { goToWrong } from '../../ui/fields/form'
import type { TextHandle } from '../../ui/prompt-editor/text-handle'
import { type AgentFormValues, agentResolver, toVersionChanges, toVersionRequest } from './-agent-form'
import type { AgentKnowledge } from './-agent-knowledge'
import { TryPanel } from './-try-panel'

/** Tries the version of a form as it stands in its fields. `start`: what the version holds; `prompt`: the editor. */
export function FormTrial({
  form,
  knowledge,
  versionId,
  start,
  prompt,
  onClose,
}: {
  form: UseFormReturn<AgentFormValues>
  knowledge: AgentKnowledge
  versionId: string
  start: AgentFormValues
  prompt: () => TextHandle | null
  onClose: () => void
}) {
  const { control } = form
  const values = useDeferredValue(useWatch({ control }) as AgentFormValues)
  const [edits, content] = useMemo(() => {
    const changes = toVersionChanges(start, values)
    return [
      Object.keys(changes).length > 0 ? changes : undefined,
      readContent(toVersionRequest(values)),
    ] as const
  }, [start, values])
  // What the service would refuse is not asked: it answers with names of the wire.
  const [wrong, setWrong] = useState<number>()
  useEffect(() => {
    let isNewest = true
    const options = { fields: {}, shouldUseNativeValidation: false }
    void Promise.resolve(agentResolver(values, start, options)).then(({ errors }) => {
      if (isNewest) setWrong(countWrong(errors, control._fields))
    })
    return () => {
      isNewest = false
    }
  }, [values, start, control])
  // As saving does it, without sending.
  const correct = async () => {
    const done = () => undefined
    await form.handleSubmit(done, done)()
    goToWrong(document.querySelector('[data-bar]')?.closest('form'))
  }
  return (
    <TryPanel
      knowledge={knowledge}
      versionId={versionId}
      edits={edits}
      content={content}
      wrong={wrong ?? null}
      onCorrect={() => void correct()}
      onShowLine={(from, to) => prompt()?.select(from, to)}
      onClose={onClose}
    />
  )
}
