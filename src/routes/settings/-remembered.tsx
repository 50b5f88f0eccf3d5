import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ledgerMutations, ledgerQueries } from '../../queries/ledger'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Notice } from '../../ui/notice'
import { formatBytes, formatCount } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { saveJson } from '../-shared/save-file'

/** What the ledger holds, and how to take it away. `onForget`: asks whether all is to be forgotten; `actions`: what else can be done with it. */
export function Remembered({ onForget, actions }: { onForget: () => void; actions: ReactNode }) {
  const count = useQuery(ledgerQueries.count())
  const { data: space } = useQuery(ledgerQueries.space())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const exporting = useMutation(ledgerMutations.exportAll())
  const [masked, setMasked] = useState(true)
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
            <Checkbox label="Mask phone numbers" checked={masked} onChange={setMasked} />
            <Button variant="quiet" onClick={onForget}>
              Forget everything
            </Button>
          </>
        )}
      </div>
      <ErrorNotice error={exporting.error} />
    </Section>
  )
}
