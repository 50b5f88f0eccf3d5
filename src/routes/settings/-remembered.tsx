import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { ledgerMutations, ledgerQueries } from '../../queries/ledger'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { formatBytes, formatCount } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { saveJson } from '../-shared/save-file'

const ForgetEverything = lazy(async () => ({
  default: (await import('./-forget-everything')).ForgetEverything,
}))

/**
 * What the ledger holds, how to take it away, and how to empty it.
 * - `asking`, `onAsk`: whether it is being asked if all is to be forgotten; `actions`: what else can be done with it
 */
export function Remembered({
  asking,
  onAsk,
  actions,
}: {
  asking: boolean
  onAsk: (asking: boolean) => void
  actions: ReactNode
}) {
  const count = useQuery(ledgerQueries.count())
  const { data: space } = useQuery(ledgerQueries.space())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const exporting = useMutation(ledgerMutations.exportAll())
  const [masked, setMasked] = useState(true)
  const maskId = useId()
  const stored = count.data
  const isEmpty = stored !== undefined && Object.values(stored).every((each) => each === 0)
  const exportAll = () =>
    exporting.mutate(
      { maskPhoneNumbers: masked },
      { onSuccess: (all) => saveJson(`switchboard-${all.exportedAt.slice(0, 10)}.json`, all) },
    )
  return (
    <Section
      title="This browser"
      hint="Stored in this browser, separately for each service. No key or token is stored."
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      <ErrorNotice error={count.error} />
      {isEmpty && <p>Nothing is remembered of this service yet.</p>}
      {stored && (
        <Facts
          facts={{
            'Sent writes': formatCount(stored.entries),
            'Known agents': formatCount(stored.agents),
            'Procedures and plans': formatCount(stored.jobs),
            'Test results of versions': formatCount(stored.evidence),
            'Notes on scenarios and runs': formatCount(stored.labNotes),
            // A browser that has just begun says 0.
            Space: space ? `About ${formatBytes(space)}, of all services together` : undefined,
          }}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {actions}
        {stored && !isEmpty && (
          <>
            <Button onClick={exportAll} pending={exporting.isPending}>
              Export as JSON
            </Button>
            <span className="flex items-center gap-2">
              <input
                id={maskId}
                type="checkbox"
                className="size-4 accent-accent"
                checked={masked}
                onChange={({ target }) => setMasked(target.checked)}
              />
              <label htmlFor={maskId}>Mask phone numbers</label>
            </span>
            <Button variant="quiet" onClick={() => onAsk(true)}>
              Forget everything
            </Button>
          </>
        )}
      </div>
      <ErrorNotice error={exporting.error} />
      <Suspense>{asking && <ForgetEverything onClose={() => onAsk(false)} />}</Suspense>
    </Section>
  )
}
