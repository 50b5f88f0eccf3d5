import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import { runScenarios } from '../../contract/testing-lab'
import { agentVersionQueries } from '../../queries/agent-versions'
import { describeError } from '../../queries/describe-error'
import type { KnownRun } from '../../queries/lab-runs'
import { nameOfScenario } from '../../queries/lab-scenarios'
import { labMutations } from '../../queries/testing-lab'
import { Button } from '../../ui/button'
import { useDraft } from '../../ui/fields/draft'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { IdField } from '../../ui/fields/id-field'
import { IdsField } from '../../ui/fields/ids-field'
import { NumberField } from '../../ui/fields/number-field'
import { PhoneField } from '../../ui/fields/phone-field'
import { SelectField } from '../../ui/fields/select-field'
import { TextField } from '../../ui/fields/text-field'
import { Notice } from '../../ui/notice'
import { useFormError } from '../-shared/failure'
import { useLeaveGuard } from '../-shared/leave-guard'
import { ShowRequest } from '../-shared/show-request'
import { useAfterDialog } from '../-shared/use-after-dialog'
import { ConfirmRun } from './-confirm-run'
import { LabAgentFields } from './-lab-agent-fields'
import { scenariosOf } from './-lab-data'
import { chosenScenarios, placeRunErrors, type RunValues, runResolver, toRunRequest } from './-run-form'
import { firstValues, offeredVersions, type RunStart } from './-run-start'
import { RunSummary } from './-run-summary'
import { words } from './-run-words'
import { TagsField } from './-tags-field'

/** The form that asks for a run: every field of §2, which scenarios, and which version is meant. */
export function RunFields(
  props: RunStart & { readonly runs: readonly KnownRun[]; readonly sendsVersion: boolean },
) {
  const { agents, scenarios, runs, sendsVersion, from, search } = props
  const navigate = useNavigate()
  const [start] = useState(() => firstValues(props))
  const form = useForm<RunValues>({ ...formDefaults, defaultValues: start, resolver: runResolver })
  const { control } = form
  const { isDirty } = useFormState({ control })
  const draft = useDraft(form, `run ${JSON.stringify(search)}`)
  useLeaveGuard(isDirty, { onDiscard: draft.clear })
  const values = useWatch({ control }) as RunValues
  const chosen = useMemo(() => chosenScenarios(values, scenarios), [values, scenarios])
  const agent = agents.find((each) => each.agentId === values.agent)
  const ours = scenariosOf(scenarios, values.agent_id ?? undefined)
  const { data: told } = useQuery({ ...agentVersionQueries.list(values.agent), enabled: agent !== undefined })
  const versions = useMemo(() => offeredVersions(agent, told), [agent, told])
  // Another agent's version is not left behind when the agent changes.
  useEffect(() => {
    const version = form.getValues('version')
    const isAnothers = agents.some(
      (each) => each !== agent && each.versions.some(({ versionId }) => versionId === version),
    )
    if (agent && isAnothers) form.setValue('version', '')
  }, [agent, agents, form])
  const tags = [...new Set(ours.flatMap((each) => each.tags))].toSorted()

  const [asking, setAsking] = useState<RunValues | null>(null)
  const sending = useRef(false)
  const ended = (key: string | undefined) => {
    draft.clear()
    void navigate(
      key === undefined
        ? { to: '/testing-lab', search: { tab: 'runs' }, ignoreBlocker: true }
        : { to: '/testing-lab/runs/$runId', params: { runId: key }, ignoreBlocker: true },
    )
  }
  const run = useMutation({
    ...labMutations.run(),
    onSuccess: ({ key }) => ended(key),
    onError: (error) => {
      if (describeError(error).outcome === 'accepted') ended(undefined)
    },
    onSettled: () => {
      sending.current = false
      setAsking(null)
    },
  })
  const requestOf = (of: RunValues) =>
    toRunRequest(
      of,
      chosenScenarios(of, scenarios).map(({ key }) => key),
      sendsVersion,
    )
  const send = () => {
    // `isPending` comes a render later; a second click may come before. One confirmation, one run.
    if (!asking || sending.current) return
    sending.current = true
    const versionId = asking.version.trim() || undefined
    run.mutate({ body: requestOf(asking), agentId: asking.agent.trim() || undefined, versionId })
  }
  const failure = useFormError(run.error, {
    place: (errors) => placeRunErrors(errors, values.choice),
    inDoubt: words.doubt,
  })
  const error = useAfterDialog(asking ? null : failure)
  return (
    <div className="grid gap-6 wide:grid-cols-[minmax(0,44rem)_minmax(16rem,26rem)]">
      <div className="min-w-0">
        <FormShell
          form={form}
          label={words.title}
          onSubmit={(given) => {
            if (chosenScenarios(given, scenarios).length > 0) return setAsking(given)
            const path = given.choice === 'tag' ? 'tag' : 'choice'
            form.setError(
              path,
              { type: 'field', message: path === 'tag' ? words.tagMissing : words.nothingKnown },
              { shouldFocus: true },
            )
          }}
          pending={run.isPending}
          error={error}
          submitLabel={words.submit}
          actions={
            <ShowRequest operation={runScenarios} request={() => ({ body: requestOf(form.getValues()) })} />
          }
        >
          {draft.restored ? (
            <Notice
              title={words.restored}
              action={<Button onClick={draft.startOver}>{words.startOver}</Button>}
            />
          ) : (
            from && (
              <Notice
                title={search.only === 'failed' ? words.onlyFailed(start.scenarios.length) : words.again}
              />
            )
          )}
          <LabAgentFields form={form} agents={agents} />
          <SelectField
            control={control}
            name="choice"
            label={words.choice}
            options={Object.entries(words.choices).map(([value, label]) => ({ value, label }))}
            required
          />
          {values.choice === 'tag' && (
            <SelectField
              control={control}
              name="tag"
              label={words.tag}
              options={tags.map((tag) => ({ value: tag, label: tag }))}
              emptyLabel={words.noTag}
              required
            />
          )}
          {values.choice === 'selection' && (
            <IdsField
              control={control}
              name="scenarios"
              label={words.scenarios}
              hint={words.scenariosHint}
              suggestions={(values.agent_id === null ? scenarios : ours).map((each) => ({
                id: each.key,
                label: nameOfScenario(each),
                note: each.tags.join(', '),
              }))}
              what={words.scenarioNoun}
              required
            />
          )}
          <NumberField
            control={control}
            name="frequency"
            label={words.frequency}
            hint={words.frequencyHint}
          />
          <IdField
            control={control}
            name="version"
            label={words.version}
            hint={sendsVersion ? words.versionSent : words.versionNoted}
            suggestions={versions}
            what={words.versionNoun}
          />
          <TextField control={control} name="name" label={words.name} hint={words.nameHint} />
          <PhoneField
            control={control}
            name="outbound_phone_number"
            label={words.phone}
            hint={words.phoneHint}
          />
          <TagsField control={control} name="tags" label={words.tags} />
        </FormShell>
      </div>
      <aside className="min-w-0">
        <RunSummary chosen={chosen} labAgentId={values.agent_id} frequency={values.frequency} />
      </aside>
      {asking && (
        <ConfirmRun
          values={asking}
          count={chosenScenarios(asking, scenarios).length}
          request={requestOf(asking)}
          agent={agent}
          runs={runs}
          pending={run.isPending}
          onConfirm={send}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
