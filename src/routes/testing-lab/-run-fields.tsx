import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { RunRequest } from '../../contract/testing-lab'
import { runScenarios } from '../../contract/testing-lab'
import type { StoredAgent } from '../../queries/agents'
import { labMutations } from '../../queries/lab-changes'
import { type LabRun, type LabScenario, nameOfScenario } from '../../queries/lab-records'
import { buttonClass } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { formDefaults } from '../../ui/fields/form'
import { IdsField } from '../../ui/fields/ids-field'
import { NumberField, SelectField, TextField } from '../../ui/fields/inputs'
import { PhoneField } from '../../ui/fields/phone-field'
import { Notice } from '../../ui/notice'
import { countOf, formatCount, isolated } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { useDraft } from '../-shared/draft'
import { useReportedAgent } from '../-shared/reported-agents'
import { SendForm } from '../-shared/send-form'
import { versionWords } from '../-shared/version-choice'
import { useLateStart, VersionPicker } from '../-shared/version-picker'
import { scenariosOf, useScenarios } from './-lab-data'
import { LabAgentFields, TagsField } from './-lab-fields'
import { RecentRun, sumText } from './-recent-run'
import {
  chosenScenarios,
  firstValues,
  nameAmong,
  noneChosen,
  placeRunErrors,
  type RunStart,
  type RunValues,
  runResolver,
  toRunRequest,
  usualVersion,
} from './-run-form'

const CHOICES = [
  { value: 'all', label: 'All of the agent' },
  { value: 'tag', label: 'By tag' },
  { value: 'selection', label: 'A selection' },
]

/** The form that asks for a run: every field of §2, which scenarios, and which version is meant. */
export function RunFields(
  props: RunStart & { readonly runs: readonly LabRun[]; readonly sendsVersion: boolean | undefined },
) {
  const { agents, scenarios, runs, sendsVersion, from, search } = props
  const navigate = useNavigate()
  const [start] = useState(() => firstValues(props))
  const form = useForm<RunValues>({ ...formDefaults, defaultValues: start, resolver: runResolver })
  useLateStart(form, firstValues(props))
  const { control } = form
  const values = useWatch({ control }) as RunValues
  const chosen = chosenScenarios(values, scenarios)
  // Only the service numbers its versions.
  const agent = useReportedAgent(agents.find((each) => each.agentId === values.agent))
  const listing = useScenarios()
  const ours = scenariosOf(scenarios, values.agent_id ?? undefined)
  const tags = [...new Set(ours.flatMap((each) => each.tags))].toSorted()
  const showRun = (runId: string | undefined) =>
    runId === undefined
      ? navigate({ to: '/testing-lab', search: { tab: 'runs' }, ignoreBlocker: true })
      : navigate({ to: '/testing-lab/runs/$runId', params: { runId }, ignoreBlocker: true })
  const bodyOf = (of: RunValues) =>
    toRunRequest(
      of,
      chosenScenarios(of, scenarios).map(({ key }) => key),
      sendsVersion,
    )
  return (
    <div className="grid gap-6 wide:grid-cols-[minmax(0,44rem)_minmax(16rem,26rem)]">
      <div className="min-w-0">
        <SendForm
          form={form}
          label="Run scenarios"
          submit="Run scenarios"
          mutation={labMutations.run()}
          operation={runScenarios}
          toRequest={(of) => ({
            body: bodyOf(of),
            note: { agentId: of.agent.trim() || undefined, versionId: of.version.trim() || undefined },
          })}
          place={(errors, of) => placeRunErrors(errors, of.choice)}
          inDoubt={{
            title: "We don't know if the run was started",
            text: 'It is in the list of runs with this outcome. Check there or in the service before you start it again.',
          }}
          confirm={(of, asking) => (
            <ConfirmDialog
              {...asking}
              title="Start this run?"
              description="It cannot be stopped from here, and a service may charge for it."
              action="Run now"
            >
              <RunDoubts {...{ agent, runs, sendsVersion }} values={of} request={bodyOf(of)} />
            </ConfirmDialog>
          )}
          check={(of) =>
            chosenScenarios(of, scenarios).length > 0 ? null : noneChosen(of, Boolean(listing.error))
          }
          draft={useDraft(form, `run ${JSON.stringify(search)}`)}
          notice={
            from && (
              <Notice
                title={
                  search.only === 'failed'
                    ? `Filled in from an earlier run, with the ${countOf(start.scenarios.length, 'scenario')} that did not pass.`
                    : 'Filled in from an earlier run. Change what you like; the earlier run stays.'
                }
              />
            )
          }
          onDone={({ key }) => showRun(key)}
          onUnread={() => showRun(undefined)}
        >
          <LabAgentFields form={form} agents={agents} also={listing} />
          <SelectField control={control} name="choice" label="Which scenarios" options={CHOICES} required />
          {values.choice === 'tag' && (
            <SelectField
              control={control}
              name="tag"
              label="Tag"
              options={tags.map((tag) => ({ value: tag, label: tag }))}
              emptyLabel="Choose a tag"
              required
            />
          )}
          {values.choice === 'selection' && (
            <IdsField
              control={control}
              name="scenarios"
              label="Scenarios"
              hint="Pick them by name, or paste ids."
              suggestions={(values.agent_id === null ? scenarios : ours).map((each) => ({
                id: each.key,
                label: nameOfScenario(each),
                note: each.tags.map(isolated).join(', '),
              }))}
              what="scenario"
              required
            />
          )}
          <NumberField
            control={control}
            name="frequency"
            label="Frequency"
            hint="How many times each scenario is played."
          />
          <VersionPicker
            form={form}
            name="version"
            label="Version under test"
            hint={
              sendsVersion
                ? 'Empty = the service tests the deployed version, else the newest.'
                : `${sendsVersion === undefined ? 'The service may test another version' : 'Not sent: this service chooses the version it tests'}. The result counts for the version named here.`
            }
            agents={agents}
            agentId={values.agent}
            usual="none"
          />
          <TextField
            control={control}
            name="name"
            label="Name"
            hint={'To tell the run from others, such as "after the price list".'}
          />
          <PhoneField
            control={control}
            name="outbound_phone_number"
            label="Outbound phone number"
            hint="Only for conversations that go out by phone."
          />
          <TagsField control={control} name="tags" label="Tags" />
        </SendForm>
      </div>
      {mayWrite() && (
        <aside className="min-w-0">
          <RunSummary
            chosen={chosen}
            hasNone={values.agent_id !== null && ours.length === 0 && !listing.error}
            values={values}
          />
        </aside>
      )}
    </div>
  )
}

/** How many scenarios of a long list are shown. */
const SHOWN = 12

/** How many conversations there will be, and of what. */
function RunSummary({
  chosen,
  hasNone,
  values: { agent, agent_id: labAgentId, frequency },
}: {
  chosen: ReturnType<typeof chosenScenarios>
  /** No scenario of the agent is known. */
  hasNone: boolean
  values: RunValues
}) {
  const isOthers = (scenario: LabScenario | undefined) =>
    labAgentId !== null && scenario?.labAgentId !== undefined && scenario.labAgentId !== labAgentId
  const without = chosen.filter(({ scenario }) => scenario?.reported?.expectedOutcome === '').length
  const others = chosen.filter(({ scenario }) => isOthers(scenario)).length
  return (
    <Section title="What will happen">
      <p role="status" className="font-semibold">
        {chosen.length > 0
          ? sumText(chosen.length, frequency)
          : hasNone
            ? 'This agent has no scenarios yet.'
            : 'No scenario is chosen yet.'}
      </p>
      {hasNone && (
        <Link
          to="/testing-lab/generate"
          search={{ agent: agent || undefined }}
          className={`${buttonClass('secondary')} self-start`}
        >
          Generate scenarios
        </Link>
      )}
      {others > 0 && (
        <Notice
          tone="warn"
          title={`${countOf(others, 'scenario is', 'scenarios are')} known to belong to another agent.`}
        />
      )}
      {without > 0 && (
        <Notice
          title={`${countOf(without, 'scenario has', 'scenarios have')} no expected outcome, so a run cannot judge ${without === 1 ? 'it' : 'them'}.`}
        />
      )}
      {chosen.length > 0 && (
        <ul className="list-disc pl-4 text-sm">
          {chosen.slice(0, SHOWN).map(({ key, scenario }) => (
            <li key={key} className="break-words">
              {scenario ? nameAmong(scenario, chosen) : key}
            </li>
          ))}
          {chosen.length > SHOWN && <li>and {formatCount(chosen.length - SHOWN)} more</li>}
        </ul>
      )}
    </Section>
  )
}

/** What speaks for and against a run. */
function RunDoubts({
  values,
  request,
  agent,
  sendsVersion,
  runs,
}: {
  values: RunValues
  request: RunRequest
  agent: StoredAgent | undefined
  sendsVersion: boolean | undefined
  runs: readonly LabRun[]
}) {
  const version = values.version.trim()
  return (
    <>
      <Facts
        facts={{
          What: sumText(request.scenarios.length, values.frequency),
          Agent: agent?.name ?? request.agent_id,
          Version: version ? (
            <span title={version}>{versionWords(agent, version)}</span>
          ) : (
            usualVersion(agent, sendsVersion)
          ),
          'Outbound phone number': request.outbound_phone_number,
        }}
      />
      <RecentRun runs={runs} request={request} />
    </>
  )
}
