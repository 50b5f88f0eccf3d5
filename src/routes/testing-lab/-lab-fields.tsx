import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { agentVersionQueries } from '../../queries/agent-versions'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { describeError } from '../../queries/describe-error'
import type { BoundField } from '../../ui/fields/field-frame'
import { IdField } from '../../ui/fields/id-field'
import { IdsField } from '../../ui/fields/ids-field'
import { NumberField } from '../../ui/fields/inputs'
import { FailedState, type Reading } from '../-shared/failure'
import { useScenarios } from './-lab-data'

/**
 * Which agent: as this browser stores it, and by the integer that the testing lab wants (D13). Choosing an agent fills in its integer where it is
 * stored or reported; else the integer that a person typed stays. The form has `agent` and `agent_id`. `also`: what else the form reads.
 */
export function LabAgentFields<Values extends FieldValues>({
  form,
  agents,
  also,
}: {
  form: UseFormReturn<Values>
  agents: readonly StoredAgent[]
  also?: Reading
}) {
  const { control } = form
  const list = useQuery(agentQueries.list())
  // The list itself does without what the service does not tell.
  const atService = useQuery(agentQueries.reported())
  const agentName = 'agent' as FieldPath<Values>
  const labName = 'agent_id' as FieldPath<Values>
  const chosen: unknown = useWatch({ control, name: agentName })
  const agent = agents.find(({ agentId }) => agentId === chosen)
  const isAsked = agent !== undefined && agent.testingLabId === undefined
  const { data: reported, isLoading } = useQuery({
    ...agentVersionQueries.list(String(chosen)),
    enabled: isAsked,
  })
  const labId = agent?.testingLabId ?? reported?.agent?.testingLabId
  const [begun] = useState<unknown>(() => form.getValues(labName))
  // A form that began with another number shows what it sends.
  const isFolded = labId !== undefined && (begun === null || begun === labId)
  const before = useRef(chosen)
  useEffect(() => {
    const isOther = before.current !== chosen
    // Until its own record has told the id, the agent is newly chosen.
    if (!isLoading) before.current = chosen
    if (!agent) return
    const typed: unknown = form.getValues(labName)
    const isAnothers = typed !== null && agents.some((each) => each !== agent && each.testingLabId === typed)
    if (labId === undefined ? isOther && isAnothers : isOther || typed === null)
      form.setValue(labName, (labId ?? null) as never, { shouldDirty: isOther, shouldValidate: true })
  }, [chosen, agent, agents, labId, isLoading, form, labName])
  return (
    <>
      <IdField
        control={control}
        name={agentName}
        label="Agent"
        hint={
          list.data?.length === 0 &&
          atService.isSuccess && (
            <>
              No agents yet. Begin with <Link to="/agents/new">New agent</Link>.
            </>
          )
        }
        // Where it is known what it fills in, it is what is asked for, and the number is not.
        required={isFolded}
        suggestions={agents.map((each) => ({
          id: each.agentId,
          label: each.name,
          note: each.testingLabId === undefined ? undefined : String(each.testingLabId),
        }))}
        what="agent"
      />
      <UnreadNotice
        queries={[
          {
            error: list.error ?? atService.error,
            refetch: () => atService.refetch().then(() => list.refetch()),
            isFetching: list.isFetching || atService.isFetching,
          },
          ...(also ? [also] : []),
        ]}
      />
      {/* One element in both places, so that what is typed into keeps the focus. */}
      <details open={!isFolded} className="flex flex-col gap-2">
        <summary className={isFolded ? 'text-sm font-semibold' : 'hidden'}>Details</summary>
        <div className={isFolded ? 'pt-2' : undefined}>
          <NumberField
            control={control}
            name={labName}
            label="Testing lab agent id"
            hint="The whole number that the testing lab knows the agent by. Choosing an agent fills it in where it is known; a typed one is stored with the agent."
            required
          />
        </div>
      </details>
    </>
  )
}

/** What a form offers could not be read: which of it, why, said once, and again. */
function UnreadNotice({ queries }: { queries: readonly Reading[] }) {
  const failed = queries.filter(({ error }) => error)
  const [first, ...others] = failed.map(({ error }) => describeError(error).title)
  return (
    first && (
      <FailedState
        query={{
          error: failed[0]?.error,
          refetch: () => failed.map(({ refetch }) => refetch()),
          isFetching: failed.some(({ isFetching }) => isFetching),
        }}
        title={[first, ...others.map((title) => title.replace('Could not load', 'and'))].join(' ')}
      />
    )
  )
}

/** Tags: those in use are offered, any other can be typed. */
export function TagsField<Values extends FieldValues>(frame: BoundField<Values>) {
  const { items } = useScenarios()
  const tags = [...new Set(items.flatMap(({ tags }) => tags))].toSorted()
  return <IdsField {...frame} suggestions={tags.map((tag) => ({ id: tag, label: tag }))} what="tag" spaced />
}
