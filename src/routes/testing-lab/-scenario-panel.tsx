import { Link } from '@tanstack/react-router'
import { Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { StoredAgent } from '../../queries/agents'
import { labMutations } from '../../queries/lab-changes'
import { type LabRun, type LabScenario, nameOfScenario } from '../../queries/lab-records'
import { agentOfLab } from '../../queries/run-evidence'
import { Button, buttonClass } from '../../ui/button'
import { formDefaults } from '../../ui/fields/form'
import { TextareaField } from '../../ui/fields/inputs'
import { IdText } from '../../ui/id-text'
import { formatCount, isolated } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { here, mayWrite } from '../../ui/role'
import { SidePanel } from '../../ui/side-panel'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { Details } from '../-shared/details'
import { late } from '../-shared/late'
import { notHere } from '../-shared/not-here'
import { OtherFields } from '../-shared/other-fields'
import { SendForm } from '../-shared/send-form'
import { AgentLink, VerdictBadge } from './-lab-badges'
import { titleOfRun, useRuns, versionText } from './-lab-data'
import { TagsField } from './-lab-fields'
import { resultsOf } from './-run-numbers'

const ScenarioDialog = late(async () => (await import('./-scenario-dialog')).ScenarioDialog)

/** One scenario: what the service reports of it, what this browser stores, and what can be done with it. */
export function ScenarioPanel({
  scenario,
  pending,
  agents,
  canWrite,
  onClose,
}: {
  scenario: LabScenario | undefined
  pending: boolean
  agents: readonly StoredAgent[]
  /** The service is one that takes scenarios; another may still change them. */
  canWrite: boolean
  onClose: () => void
}) {
  // As it was then: an open form does not go with its row.
  const [edited, setEdited] = useState<LabScenario>()
  const agent = agentOfLab(agents, scenario?.labAgentId)
  const missing = notHere('scenario', canWrite ? undefined : 'here')
  return (
    <SidePanel
      onClose={onClose}
      title={scenario ? nameOfScenario(scenario) : pending ? 'Scenario' : missing.title}
      footer={
        scenario && (
          <>
            <Button writes icon={Pencil} onClick={() => setEdited(scenario)}>
              Edit scenario
            </Button>
            <Link
              to="/testing-lab/run"
              search={{ agent: agent?.agentId, scenarios: scenario.key }}
              className={buttonClass('primary')}
            >
              <Play size={16} aria-hidden />
              Run
            </Link>
          </>
        )
      }
    >
      {scenario ? (
        <>
          <Report scenario={scenario} agent={agent} />
          <StoredHere key={scenario.key} scenario={scenario} />
          <Details key={`details of ${scenario.key}`}>
            <Facts facts={{ 'Scenario id': <IdText id={scenario.key} name="scenario id" whole /> }} />
            {scenario.reported && <OtherFields fields={scenario.reported.other} />}
          </Details>
        </>
      ) : (
        !pending && (
          <p>{`${missing.context}${mayWrite() && !canWrite ? ' Add it by its id to keep it here.' : ''}`}</p>
        )
      )}
      {edited && (
        <ScenarioDialog
          scenario={edited}
          labAgentId={edited.labAgentId}
          certain={canWrite}
          onClose={() => setEdited(undefined)}
        />
      )}
    </SidePanel>
  )
}

function Report({ scenario, agent }: { scenario: LabScenario; agent: StoredAgent | undefined }) {
  const { reported, labAgentId, tags } = scenario
  const text = (value: string | undefined) =>
    value && <span className="break-words whitespace-pre-wrap">{value}</span>
  const { items: runs } = useRuns()
  const last = lastResult(scenario.key, runs)
  return (
    <>
      {!reported && <p>Only its id is known here, because the service does not report its content.</p>}
      <Facts
        facts={{
          'Last result': last && <LastResult {...last} agent={agent} changedAt={reported?.updatedAt} />,
          Agent: agent ? <AgentLink agent={agent} /> : labAgentId,
          'Expected outcome':
            text(reported?.expectedOutcome) ||
            (reported && (
              <span className="text-ink-muted">
                {reported.expectedOutcome === '' ? 'None, so a run cannot judge it' : 'Not reported'}
              </span>
            )),
          'First message': text(reported?.firstMessage),
          Instructions: text(reported?.instructions),
          Tags: tags.map(isolated).join(', '),
          Runs: reported?.runIds?.length ? <RunLinks ids={reported.runIds} /> : undefined,
          Personality: reported?.personality,
          Language: reported?.language,
          'Made by': reported?.generatedBy,
          Created: reported?.createdAt && <TimeText time={reported.createdAt} />,
          Changed: reported?.updatedAt && <TimeText time={reported.updatedAt} />,
        }}
      />
    </>
  )
}

/** What the newest run that judged the scenario found. `runs`: the newest first; what broke off is not judged (D943). */
export function lastResult(key: string, runs: readonly LabRun[]) {
  for (const run of runs) {
    const listed = run.run?.scenarioResults?.find(({ scenarioId }) => String(scenarioId) === key)
    const verdict = listed?.verdict ?? resultsOf(run).find((result) => result.key === key)?.verdict
    if (verdict) return { run, verdict }
  }
  return undefined
}

function LastResult({
  run,
  verdict,
  agent,
  changedAt,
}: NonNullable<ReturnType<typeof lastResult>> & {
  agent: StoredAgent | undefined
  /** ISO time. */
  changedAt: string | undefined
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <VerdictBadge verdict={verdict} />
      {versionText(run, agent)}
      {run.at && <TimeText time={run.at} />}
      <Link
        to="/testing-lab/runs/$runId"
        params={{ runId: run.key }}
        aria-label={`Show the run ${titleOfRun(run)}`}
        className={buttonClass('link')}
      >
        Show the run
      </Link>
      {Date.parse(changedAt ?? '') > Date.parse(run.at ?? '') && (
        <span className="w-full text-ink-muted">The scenario was changed since.</span>
      )}
    </span>
  )
}

/** Older ones stand in the list of runs. */
const RUNS_SHOWN = 10

/** The runs that the scenario was part of, the newest first. */
function RunLinks({ ids }: { ids: readonly number[] }) {
  const { items } = useRuns()
  return (
    <span className="flex flex-wrap gap-x-3">
      {ids
        .toReversed()
        .slice(0, RUNS_SHOWN)
        .map((id) => (
          <Link
            key={id}
            to="/testing-lab/runs/$runId"
            params={{ runId: String(id) }}
            className={buttonClass('link')}
          >
            {titleOfRun(items.find(({ key }) => key === String(id)) ?? { key: String(id), id })}
          </Link>
        ))}
      {ids.length > RUNS_SHOWN && (
        <span className="text-ink-muted">{`and ${formatCount(ids.length - RUNS_SHOWN)} more`}</span>
      )}
    </span>
  )
}

/** Tags and a note of this browser. */
function StoredHere({ scenario: { key, note } }: { scenario: LabScenario }) {
  const form = useForm<{ tags: string[]; note: string }>({
    ...formDefaults,
    defaultValues: { tags: note?.tags ?? [], note: note?.note ?? '' },
  })
  return (
    <Section
      title={`Stored in ${here()}`}
      hint="Tags and note stay here and are never sent. Runs can be chosen by these tags, too."
    >
      <SendForm
        form={form}
        label={`Stored in ${here()}`}
        submit="Save"
        secondary
        mutation={labMutations.note()}
        toRequest={({ tags, note: text }) => ({
          kind: 'scenario' as const,
          labId: key,
          tags,
          note: text.trim() || undefined,
        })}
        stays={({ pathname, search }) => pathname === '/testing-lab' && search.scenario === key}
        onDone={(_reply, values) => {
          // What was typed since is what is not saved.
          const typed = form.getValues()
          form.reset(values)
          form.reset(typed, { keepDefaultValues: true })
          toast({ title: 'Tags and note saved' })
          return false
        }}
      >
        <TagsField control={form.control} name="tags" label="Tags stored here" />
        <TextareaField control={form.control} name="note" label="Note" rows={2} />
      </SendForm>
    </Section>
  )
}
