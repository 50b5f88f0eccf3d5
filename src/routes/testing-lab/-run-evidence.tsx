import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { evidenceMutations, evidenceQueries, type NewEvidence } from '../../queries/evidence'
import { evidenceOf, isRunOpen, type KnownRun, verdictOfCounts, versionOfRun } from '../../queries/lab-runs'
import { Button, buttonClass } from '../../ui/button'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { nameOfRun } from './-lab-data'
import { numbersOf, passRate, resultsOf } from './-run-numbers'
import { words } from './-run-page-words'

/** What the run says for a version: as the service tells it, else as a person judged its scenarios. */
export function runEvidence(
  known: KnownRun,
  of: { agentId: string; versionId: string },
  now: Date,
): NewEvidence | undefined {
  const told = known.run && evidenceOf(known.run, of)
  if (told) return told
  const numbers = numbersOf(known)
  if (!numbers.byHand || passRate(numbers) === undefined) return undefined
  const { passed = 0, failed = 0, total = 0 } = numbers
  const notes = resultsOf(known).flatMap(({ hand, name, key }) =>
    hand?.note ? [`${words.scenario(name, key)}: ${hand.note}`] : [],
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
    note: [words.evidenceNote(passed + failed, total), ...notes].join('\n').slice(0, 2_000),
    knownFrom: 'entered by hand',
  }
}

/** Hands the result on to the version under test, and leads to where it is deployed. */
export function RunEvidence({ known, agent }: { known: KnownRun; agent: StoredAgent | undefined }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const toldVersion = versionOfRun(known)
  const versionId = toldVersion ?? typed
  const { data: evidence = [] } = useQuery(evidenceQueries.list())
  const add = useMutation({
    ...evidenceMutations.add(),
    onSuccess: () => void toast({ title: words.evidenceDone }),
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
          <label htmlFor={id}>{words.noVersion}</label>
          <select
            id={id}
            className="control max-w-96"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          >
            <option value="">{words.chooseVersion}</option>
            {agent.versions.map((version) => (
              <option key={version.versionId} value={version.versionId}>
                {version.label ?? version.versionId}
              </option>
            ))}
          </select>
        </div>
      )}
      {isTaken && <p className="text-ink-muted">{words.takenOver}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {!isTaken && versionId !== '' && (
          <Button onClick={use} pending={add.isPending} title={words.evidenceHint}>
            {words.evidence}
          </Button>
        )}
        {versionId !== '' && (
          <Link
            to="/agents/$agentId"
            params={{ agentId: agent.agentId }}
            search={{ deploy: versionId }}
            className={buttonClass('secondary')}
          >
            {words.toDeploy}
          </Link>
        )}
      </div>
      <ErrorNotice error={add.error} />
    </div>
  )
}
