import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ledgerQueries } from '../../queries/ledger'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { here, mayWrite } from '../../ui/role'

const WHAT = [
  ['agents', 'agent'],
  ['entries', 'sent write'],
  ['jobs', 'procedure or plan', 'procedures and plans'],
  ['evidence', 'test result'],
  ['labNotes', 'scenario or run', 'scenarios and runs'],
] as const

/** What the ledger holds, and where it can be taken away and emptied. Last on the screen, and drawn with what stands above it. */
export function Remembered() {
  const { data: stored } = useQuery(ledgerQueries.count())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const all = WHAT.flatMap(([name, one, many]) => (stored?.[name] ? countOf(stored[name], one, many) : []))
  return (
    <>
      {problem && <Notice tone="warn" title={problem.message} />}
      {all.length > 0 && (
        <p className="text-sm text-ink-muted">
          {`Stored in ${here()}: ${all.join(', ')}.`}{' '}
          <Link to="/settings" hash="this-browser" className="text-accent underline underline-offset-2">
            {mayWrite() ? 'Export or forget' : 'Export'}
          </Link>
        </p>
      )}
    </>
  )
}
