import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { StoredAgent } from '../../queries/agents'
import { type KnownScenario, nameOfScenario } from '../../queries/lab-scenarios'
import { labMutations } from '../../queries/testing-lab'
import { Button, buttonClass } from '../../ui/button'
import { findRow } from '../../ui/data-table'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { TextareaField } from '../../ui/fields/textarea-field'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { SidePanel } from '../../ui/side-panel'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { words as list } from './-lab-words'
import { words } from './-scenario-words'
import { TagsField } from './-tags-field'

const ScenarioDialog = lazy(async () => ({ default: (await import('./-scenario-dialog')).ScenarioDialog }))

/** One scenario: what the service tells of it, what is kept here, and what can be done with it. */
export function ScenarioPanel({
  id,
  scenario,
  pending,
  agents,
  canWrite,
  onClose,
}: {
  id: string
  scenario: KnownScenario | undefined
  pending: boolean
  agents: readonly StoredAgent[]
  /** The service is one that takes scenarios; another may still change them. */
  canWrite: boolean
  onClose: () => void
}) {
  const [editing, setEditing] = useState(false)
  const agent = agents.find(
    ({ testingLabId }) => testingLabId !== undefined && testingLabId === scenario?.labAgentId,
  )
  return (
    <SidePanel
      open
      onOpenChange={(open) => !open && onClose()}
      title={scenario ? nameOfScenario(scenario) : words.unknownTitle(id)}
      returnFocus={() => findRow(list.scenarios, id)}
      wide
      footer={
        scenario && (
          <>
            <Link
              to="/testing-lab/run"
              search={{ agent: agent?.agentId, scenarios: scenario.key }}
              className={buttonClass('primary')}
            >
              <Play size={16} aria-hidden />
              {words.run}
            </Link>
            <Button icon={Pencil} onClick={() => setEditing(true)}>
              {words.edit}
            </Button>
          </>
        )
      }
    >
      {scenario ? (
        <>
          <Told scenario={scenario} agent={agent} />
          <Kept key={scenario.key} scenario={scenario} />
          {scenario.told && <OtherFields fields={scenario.told.other} />}
        </>
      ) : (
        !pending && <p>{words.unknownText}</p>
      )}
      {editing && scenario && (
        <Suspense>
          <ScenarioDialog
            scenario={scenario}
            labAgentId={scenario.labAgentId}
            certain={canWrite}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </SidePanel>
  )
}

function Told({ scenario, agent }: { scenario: KnownScenario; agent: StoredAgent | undefined }) {
  const { told, key, labAgentId, tags } = scenario
  const text = (value: string | undefined) =>
    value ? <span className="break-words whitespace-pre-wrap">{value}</span> : undefined
  return (
    <>
      {!told && <p>{words.idOnly}</p>}
      <Facts
        facts={[
          [words.id, <IdText key="id" id={key} name="scenario id" whole />],
          [
            words.agent,
            agent ? (
              <Link
                key="agent"
                to="/agents/$agentId"
                params={{ agentId: agent.agentId }}
                className={buttonClass('link')}
              >
                {agent.name}
              </Link>
            ) : (
              labAgentId
            ),
          ],
          [words.tags, tags.length > 0 ? tags.join(', ') : undefined],
          [words.instructions, text(told?.instructions)],
          [words.firstMessage, text(told?.firstMessage)],
          [
            words.expected,
            text(told?.expectedOutcome) ??
              (told && (
                <span key="none" className="text-ink-muted">
                  {words.noExpected}
                </span>
              )),
          ],
          [words.runs, told?.runIds?.length ? <RunLinks key="runs" ids={told.runIds} /> : undefined],
          [words.personality, told?.personality],
          [words.language, told?.language],
          [words.generatedBy, told?.generatedBy],
          [words.created, told?.createdAt && <TimeText time={told.createdAt} />],
          [words.changed, told?.updatedAt && <TimeText time={told.updatedAt} />],
        ]}
      />
    </>
  )
}

/** Older ones stand in the list of runs. */
const RUNS_SHOWN = 10

/** The runs that the scenario was part of, the newest first. */
function RunLinks({ ids }: { ids: readonly number[] }) {
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
            {list.unnamedRun(String(id))}
          </Link>
        ))}
      {ids.length > RUNS_SHOWN && (
        <span className="text-ink-muted">{words.moreRuns(ids.length - RUNS_SHOWN)}</span>
      )}
    </span>
  )
}

/** Tags and a note of this browser. */
function Kept({ scenario: { key, note } }: { scenario: KnownScenario }) {
  const form = useForm<{ tags: string[]; note: string }>({
    ...formDefaults,
    defaultValues: { tags: note?.tags ?? [], note: note?.note ?? '' },
  })
  const keep = useMutation({
    ...labMutations.note(),
    onSuccess: () => void toast({ title: words.keptDone }),
  })
  return (
    <Section title={words.kept} hint={words.keptHint}>
      <FormShell
        form={form}
        label={words.kept}
        onSubmit={({ tags, note: text }) =>
          keep.mutate({ kind: 'scenario', labId: key, tags, note: text.trim() || undefined })
        }
        pending={keep.isPending}
        error={useFormError(keep.error)}
        submitLabel={words.keep}
      >
        <TagsField control={form.control} name="tags" label={words.keptTags} />
        <TextareaField control={form.control} name="note" label={words.note} rows={2} />
      </FormShell>
    </Section>
  )
}
