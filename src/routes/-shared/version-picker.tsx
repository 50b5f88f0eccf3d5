import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { listAgents } from '../../contract/agent-list'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { suggestionQueries } from '../../queries/suggestions'
import { IdField } from '../../ui/fields/id-field'
import { doubtOf } from '../../ui/fields/suggestions'
import { useLatest } from '../../ui/use-latest'
import { FailedState } from './failure'
import { useReportedAgent } from './reported-agents'
import { useOffered } from './use-offered'
import {
  deployedDoubt,
  findVersion,
  type Usual,
  versionAfter,
  versionLeft,
  versionSuggestions,
} from './version-choice'

/** The chosen agent and version as this browser and the service know them. Without `agentId` the version says which agent. `isChosen`: the text is or may be an id. */
export function useChosenVersion(agents: readonly StoredAgent[], versionId: string, agentId?: string) {
  const named = agentId === undefined ? findVersion(agents, versionId)?.agent : undefined
  const stored = named ?? agents.find((each) => each.agentId === agentId)
  const agent = useReportedAgent(stored)
  const version = findVersion([agent, ...agents], versionId)?.version
  const offered = () => versionSuggestions(agents, agentId === undefined ? undefined : agent)
  const isChosen =
    version !== undefined || (versionId.trim() !== '' && !doubtOf(offered(), versionId, 'version'))
  return { stored, agent, version, isChosen }
}

/**
 * Fills what a form began without, and nobody filled meanwhile, with what it would begin with by now, as what it is about may come late (D964).
 * The first field of these says what that is: where another was chosen, nothing is filled.
 */
export function useLateStart<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  start: Partial<Values>,
): void {
  const [begun] = useState(start)
  const now = useLatest(start)
  const asText = JSON.stringify(start)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as long as it would begin alike, nothing has come
  useEffect(() => {
    for (const name of Object.keys(begun) as FieldPath<Values>[]) {
      const [first, value, typed] = [begun[name], now.current[name], form.getValues(name)]
      if (first || !value || typed === value) continue
      if (typed) return
      form.setValue(name, value, { shouldValidate: form.getFieldState(name).invalid })
    }
  }, [form, begun, asText])
}

/**
 * The field of a version. Choosing an agent chooses its deployed version (`versionAfter`); any id can be pasted.
 * - `agentId`: the agent chosen beside it; without one, versions of all agents are offered, those of type `first` first, none of type `without`
 * - `isGiven`: the address names the version, so it stays; `usual`: see there; `warns`: whether to say that it is not deployed
 */
export function VersionPicker<Values extends FieldValues>({
  form,
  name,
  label,
  hint,
  agents,
  agentId,
  first,
  without,
  usual,
  isGiven = false,
  warns = false,
  required,
}: {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  hint?: ReactNode
  agents: readonly StoredAgent[]
  agentId?: string
  first?: StoredAgent['agentType']
  without?: StoredAgent['agentType']
  usual?: Usual
  isGiven?: boolean
  warns?: boolean
  required?: boolean
}) {
  const versionId: string = useWatch({ control: form.control, name })
  const { stored, agent } = useChosenVersion(agents, versionId, agentId)
  const { data: ids } = useQuery(suggestionQueries.ids())
  /** The agents that were chosen before, with their versions, which `agents` may lack. */
  const chosenBefore = useRef<readonly StoredAgent[]>([])
  useEffect(() => {
    if (agentId === undefined) return
    const isTyped = isGiven || form.getFieldState(name, form.formState).isDirty
    const before = chosenBefore.current
    // Each reading of an agent takes the place of the one before.
    if (agent) chosenBefore.current = [agent, ...before.filter((each) => each.agentId !== agent.agentId)]
    const given = { agents: [...before, ...agents], isTyped }
    const chosen = form.getValues(name)
    const next = agent
      ? versionAfter(chosen, { ...given, agent, stored, usual })
      : versionLeft(chosen, agentId, { ...given, before })
    // What was wrong with the one before goes with it; that there is none any more was nobody's fault.
    const shouldValidate = next !== '' && form.getFieldState(name).invalid
    if (next !== undefined) form.setValue(name, next as never, { shouldValidate })
  }, [agent, agentId, stored, agents, form, name, isGiven, usual])
  const chosen = agentId === undefined ? undefined : agent
  const fit = without === undefined ? agents : agents.filter(({ agentType }) => agentType !== without)
  // What took a call is of no agent that holds threads, nor the other way round.
  const used = [
    without !== 'CALL' && ids?.callVersionIds,
    without !== 'TEXT' && ids?.threadVersionIds,
  ].flatMap((each) => (!chosen && each) || [])
  const suggestions = [...versionSuggestions(fit, chosen, first), ...used]
  return (
    <div className="flex flex-col gap-2">
      <IdField
        control={form.control}
        name={name}
        label={label}
        hint={hint}
        suggestions={suggestions.filter(
          ({ id }, at) => suggestions.findIndex((each) => each.id === id) === at,
        )}
        what="version"
        required={required}
      />
      {agentId === undefined && <UnreadAgents />}
      {warns && <VersionNote agent={agent} versionId={versionId} />}
    </div>
  )
}

/** The fields of an agent by its id, those of type `first` offered first, and none of type `without`, of which one may still be named. */
export function AgentIdField<Values extends FieldValues>({
  form,
  agents,
  first,
  without,
  hint,
}: {
  form: UseFormReturn<Values>
  agents: readonly StoredAgent[]
  first: StoredAgent['agentType']
  without: StoredAgent['agentType']
  hint: string
}) {
  const isFirst = ({ agentType }: StoredAgent) => Number(agentType === first)
  return (
    <div className="flex flex-col gap-2">
      <IdField
        control={form.control}
        name={'agentId' as FieldPath<Values>}
        label="Agent id"
        hint={hint}
        suggestions={agents
          .toSorted((one, other) => isFirst(other) - isFirst(one))
          .map(({ agentId: id, name: label, agentType: note }) => ({
            id,
            label,
            note,
            unfit: note === without,
          }))}
        what="agent"
        required
      />
      <UnreadAgents />
    </div>
  )
}

/** Why no agents are offered: those of the service could not be read, or there are none. */
function UnreadAgents() {
  const { refetch, data: known } = useQuery(agentQueries.list())
  // Shown reads alone tell whether the service answers, and are read again once it does.
  const reported = useQuery(agentQueries.reported())
  const { data, error } = reported
  const didFail = useRef(false)
  // The list did without them.
  useEffect(() => {
    if (data && !error && didFail.current) void refetch()
    didFail.current = error !== null
  }, [data, error, refetch])
  const isUnlisted = useOffered(listAgents) === false
  if (error && !data) return <FailedState query={reported} />
  return (
    known?.length === 0 && (
      <p className="text-sm text-ink-muted">
        {isUnlisted ? (
          'This service gives no readable list of its agents. Paste an id.'
        ) : (
          <>
            No agents yet. Begin with <Link to="/agents/new">New agent</Link>.
          </>
        )}
      </p>
    )
  )
}

/** Who calls: an agent, its version and its number, for a form with `agentId`, `versionId` and `outboundPhoneNumberId`. `isGiven`, `usual`: as of the picker. */
export function CallerFields<Values extends FieldValues>({
  form,
  agents,
  isGiven,
  usual,
}: {
  form: UseFormReturn<Values>
  agents: readonly StoredAgent[]
  isGiven?: boolean
  usual?: Usual
}) {
  const agentId: string = useWatch({ control: form.control, name: 'agentId' as FieldPath<Values> })
  const { data: ids } = useQuery(suggestionQueries.ids())
  return (
    <>
      <AgentIdField
        form={form}
        agents={agents}
        first="CALL"
        without="TEXT"
        hint="Agents of type TEXT take no calls and are not offered."
      />
      <p role="status" className="text-sm text-busy empty:hidden">
        {agents.find((each) => each.agentId === agentId)?.agentType === 'TEXT' &&
          'This is a text agent. A call needs an agent of type CALL.'}
      </p>
      <VersionPicker
        form={form}
        name={'versionId' as FieldPath<Values>}
        label="Version id"
        agents={agents}
        agentId={agentId}
        without="TEXT"
        isGiven={isGiven}
        usual={usual}
        warns
        required
      />
      <IdField
        control={form.control}
        name={'outboundPhoneNumberId' as FieldPath<Values>}
        label="Outbound phone number id"
        suggestions={ids?.phoneNumberIds ?? []}
        what="phone number"
        required
      />
    </>
  )
}

/** Says when a version is not known to be deployed. The service has the last word. */
export function VersionNote({ agent, versionId }: { agent: StoredAgent | undefined; versionId: string }) {
  return (
    <p role="status" className="text-sm text-busy empty:hidden">
      {deployedDoubt(agent, versionId)}
    </p>
  )
}
