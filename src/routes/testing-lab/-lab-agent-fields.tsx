import { useEffect, useRef } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import type { KnownAgent } from '../../queries/agents'
import { IdField } from '../../ui/fields/id-field'
import { NumberField } from '../../ui/fields/number-field'
import { words } from './-generate-words'

/**
 * Which agent: as this browser knows it, and by the integer that the testing lab wants (D13). Choosing an agent fills in its integer, unless somebody
 * typed one that is no other agent's. The form has `agent` and `agent_id`.
 */
export function LabAgentFields<Values extends FieldValues>({
  form,
  agents,
}: {
  form: UseFormReturn<Values>
  agents: readonly KnownAgent[]
}) {
  const { control } = form
  const agentName = 'agent' as FieldPath<Values>
  const labName = 'agent_id' as FieldPath<Values>
  const chosen: unknown = useWatch({ control, name: agentName })
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    const agent = agents.find(({ agentId }) => agentId === chosen)
    const typed: unknown = form.getValues(labName)
    const isAnothers = agents.some(({ testingLabId }) => testingLabId !== undefined && testingLabId === typed)
    if (!agent || (typed !== null && !isAnothers && agent.testingLabId === undefined)) return
    form.setValue(labName, (agent.testingLabId ?? null) as never, { shouldDirty: true })
  }, [chosen, agents, form, labName])
  return (
    <>
      <IdField
        control={control}
        name={agentName}
        label={words.agent}
        hint={words.agentHint}
        suggestions={agents.map((each) => ({
          id: each.agentId,
          label: each.name,
          note: each.testingLabId === undefined ? undefined : String(each.testingLabId),
        }))}
        what={words.agentNoun}
      />
      <NumberField control={control} name={labName} label={words.agentId} hint={words.agentIdHint} required />
    </>
  )
}
