import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ledgerQueries } from '../../queries/ledger'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { here, mayWrite } from '../../ui/role'

/** What the ledger holds, and where it can be taken away and emptied. Last on the screen, and drawn with what stands above it. */
export function Remembered() {
  const { data: stored } = useQuery(ledgerQueries.count())
  const { data: problem } = useQuery(ledgerQueries.problem())
  return (
    <>
      {problem && <Notice tone="warn" title={problem.message} />}
      {stored && (
        <p className="text-sm text-ink-muted">
          {Object.values(stored).some((count) => count > 0) ? (
            <>
              {`${countOf(stored.agents, 'agent')} and ${countOf(stored.entries, 'sent write')} are stored in ${here()}.`}{' '}
              <Link to="/settings" hash="this-browser" className="text-accent underline underline-offset-2">
                {mayWrite() ? 'Export or forget' : 'Export'}
              </Link>
            </>
          ) : (
            `Nothing is stored in ${here()} yet.`
          )}
        </p>
      )}
    </>
  )
}
