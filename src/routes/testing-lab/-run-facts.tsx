import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { evidenceMutations, evidenceQueries, type NewEvidence } from '../../queries/evidence'
import { evidenceOf, isRunOpen, type LabRun, verdictOfCounts, versionOfRun } from '../../queries/lab-records'
import { Button, buttonClass } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { countOf } from '../../ui/numbers'
import { Facts } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { StateBadge } from './-lab-badges'
import { nameOfRun, versionText } from './-lab-data'
import { numbersOf, passRate, resultsOf, scenarioTitle } from './-run-numbers'

/** What the run says for a version: as the service tells it, else as a person judged its scenarios. */
export function runEvidence(
  known: LabRun,
  of: { agentId: string; versionId: string },
  now: Date,
): NewEvidence | undefined {
  const told = known.run && evidenceOf(known.run, of)
  if (told) return told
  const numbers = numbersOf(known)
  if (!numbers.byHand || passRate(numbers) === undefined) return undefined
  const { passed = 0, failed = 0, total = 0 } = numbers
  const notes = resultsOf(known).flatMap(({ hand, name, key }) =>
    hand?.note ? [`${scenarioTitle(name, key)}: ${hand.note}`] : [],
  )
  const name = nameOfRun(known)
  return {
    ...of,
    run: {
      at: now.toISOString(),
      ...(typeof known.id === 'number' && { id: known.id }),
      ...(name && { name }),
    },
    // What nobody judged speaks neither for nor against.
    verdict: verdictOfCounts({ total, passed, failed }),
    counts: { passed, failed },
    note: [`Judged by hand: ${passed + failed} of ${countOf(total, 'scenario')}.`, ...notes]
      .join('\n')
      .slice(0, 2_000),
    knownFrom: 'entered by hand',
  }
}

/** Hands the result on to the version under test, and leads to where it is deployed. */
export function RunEvidence({ known, agent }: { known: LabRun; agent: StoredAgent | undefined }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const toldVersion = versionOfRun(known)
  const versionId = toldVersion ?? typed
  const { data: evidence = [] } = useQuery(evidenceQueries.list())
  const add = useMutation({
    ...evidenceMutations.add(),
    onSuccess: () => void toast({ title: 'Saved as evidence' }),
  })
  const open = known.run !== undefined && isRunOpen(known.run) && !numbersOf(known).byHand
  if (!agent || open || passRate(numbersOf(known)) === undefined) return null
  const isTaken = evidence.some(
    (each) =>
      each.knownFrom === 'service' &&
      each.run.id !== undefined &&
      each.run.id === known.id &&
      each.versionId === versionId,
  )
  const use = () => {
    const told = runEvidence(known, { agentId: agent.agentId, versionId }, new Date())
    if (told) add.mutate(told)
  }
  return (
    <div className="flex flex-col gap-2">
      {toldVersion === undefined && (
        <div className="flex flex-col gap-1">
          <label htmlFor={id}>To use the result as evidence, say which version was tested.</label>
          <select
            id={id}
            className="control max-w-96"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          >
            <option value="">Choose a version</option>
            {agent.versions.map((version) => (
              <option key={version.versionId} value={version.versionId}>
                {version.label ?? version.versionId}
              </option>
            ))}
          </select>
        </div>
      )}
      {isTaken && (
        <p className="text-ink-muted">
          The result counts as evidence for the version; the deploy dialog shows it.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!isTaken && versionId !== '' && (
          <Button
            onClick={use}
            pending={add.isPending}
            title="Keeps the result with the version under test, where the deploy dialog shows it."
          >
            Use as evidence
          </Button>
        )}
        {versionId !== '' && (
          <Link
            to="/agents/$agentId"
            params={{ agentId: agent.agentId }}
            search={{ deploy: versionId }}
            className={buttonClass('secondary')}
          >
            Deploy this version
          </Link>
        )}
      </div>
      <ErrorNotice error={add.error} />
    </div>
  )
}

/** What is known of a run and of asking for it. */
export function RunFacts({ known, agent }: { known: LabRun; agent: StoredAgent | undefined }) {
  const { run, sent } = known
  const version = versionOfRun(known)
  const number = (name: string) => (typeof sent?.request[name] === 'number' ? sent.request[name] : undefined)
  const phone = run?.outboundPhoneNumber ?? sent?.request.outbound_phone_number
  return (
    <Facts
      facts={[
        ['State', run?.status && <StateBadge of={run} />],
        [
          'Agent',
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
            (run?.agentId ?? number('agent_id'))
          ),
        ],
        [
          'Version under test',
          version ? (
            <span key="version">
              {versionText(known, agent)} <IdText id={version} name="version id" />{' '}
              {run?.versionId === undefined && (
                <span className="text-ink-muted">noted here, not reported by the service</span>
              )}
            </span>
          ) : (
            <span key="chosen" className="text-ink-muted">
              Chosen by the service, which does not report it
            </span>
          ),
        ],
        ['Frequency', run?.frequency ?? number('frequency')],
        ['Outbound phone number', typeof phone === 'string' ? phone : undefined],
        ['Tags', run?.tags && run.tags.length > 0 ? run.tags.join(', ') : undefined],
        ['Judged by', run?.judgedBy],
        ['Requested', sent && <TimeText time={sent.startedAt} />],
        ['Created', run?.createdAt && <TimeText time={run.createdAt} />],
        ['Ended', run?.endedAt && <TimeText time={run.endedAt} />],
      ]}
    />
  )
}
