import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { evidenceMutations, newestRunFirst, type TestEvidence } from '../../queries/evidence'
import { Button } from '../../ui/button'
import { countOf, isolated } from '../../ui/numbers'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { late } from '../-shared/late'
import { tellElsewhere } from '../-shared/waiting'
import { VerdictText } from './-agent-badges'

const EvidenceDialog = late(async () => (await import('./-evidence-dialog')).EvidenceDialog)

export function EnterResult(version: { agentId: string; versionId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button writes size="sm" onClick={() => setOpen(true)}>
        Enter test result
      </Button>
      {open && <EvidenceDialog {...version} onClose={() => setOpen(false)} />}
    </>
  )
}

const SHOWN = 10

/** What test runs of one version showed, newest run first. */
export function EvidenceList({ evidence }: { evidence: readonly TestEvidence[] }) {
  const restore = useMutation({
    ...evidenceMutations.restore(),
    onError: (error) => tellElsewhere(error),
  })
  const remove = useMutation({
    ...evidenceMutations.remove(),
    onSuccess: (removed: TestEvidence) =>
      void toast({
        title: 'The test result was removed',
        action: { label: 'Undo', onSelect: () => restore.mutate(removed) },
      }),
  })
  const [all, setAll] = useState(false)
  if (evidence.length === 0) return <p className="text-ink-muted">This version has no test result yet.</p>
  return (
    <>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
        {evidence
          .toSorted(newestRunFirst)
          .slice(0, all ? undefined : SHOWN)
          .map((each) => {
            const run = nameOfRun(each)
            return (
              <li
                key={each.id}
                className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-3 py-2"
              >
                <div className="min-w-0">
                  <EvidenceLine evidence={each} />
                  {each.note && <p className="break-words whitespace-pre-line">{each.note}</p>}
                </div>
                <Button
                  writes
                  size="sm"
                  variant="quiet"
                  aria-label={`Remove the result of ${run}`}
                  pending={remove.isPending}
                  onClick={() => remove.mutate(each)}
                >
                  Remove
                </Button>
              </li>
            )
          })}
      </ul>
      {!all && evidence.length > SHOWN && (
        <div>
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {evidence.length}
          </Button>
        </div>
      )}
      <ErrorNotice error={remove.error} />
    </>
  )
}

const nameOfRun = ({ run: { name = 'Test run', id } }: TestEvidence) =>
  id === undefined ? name : `${isolated(name)} (${id})`

/** "8 passed, 1 failed of 9 conversations", as the page of the run says it. */
const countsText = ({ passed, failed, total }: NonNullable<TestEvidence['counts']>) =>
  [
    [passed !== undefined && `${passed} passed`, failed !== undefined && `${failed} failed`]
      .filter(Boolean)
      .join(', '),
    total !== undefined && `of ${countOf(total, 'conversation')}`,
  ]
    .filter(Boolean)
    .join(' ')

export function EvidenceLine({ evidence }: { evidence: TestEvidence }) {
  const { run, counts, knownFrom, who, changed } = evidence
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <VerdictText evidence={evidence} />
      {run.id === undefined ? (
        <span className="min-w-0 break-words">{nameOfRun(evidence)}</span>
      ) : (
        <Link
          to="/testing-lab/runs/$runId"
          params={{ runId: String(run.id) }}
          className="min-w-0 break-words text-accent underline underline-offset-2"
        >
          {nameOfRun(evidence)}
        </Link>
      )}
      {counts && <span>{countsText(counts)}</span>}
      <span className="text-ink-muted">
        {[knownFrom === 'service' ? 'from the service' : knownFrom, who && `by ${who}`]
          .filter(Boolean)
          .join(' ')}
        {changed && ', before a change'}
      </span>
    </p>
  )
}
