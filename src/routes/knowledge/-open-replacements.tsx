import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { openReplacements } from '../../queries/open-replacements'
import { buttonClass } from '../../ui/button'
import { countOf } from '../../ui/numbers'

const words = {
  waits: (count: number) =>
    `${countOf(count, 'replacement')} ${count === 1 ? 'waits' : 'wait'} for validation:`,
  open: (count: number) => `${countOf(count, 'replacement')} ${count === 1 ? 'is' : 'are'} not finished:`,
}

/** A quiet line with the replacements that have not ended, so that none is forgotten. */
export function OpenReplacements() {
  const { data = [] } = useQuery(openReplacements())
  const waiting = data.filter(({ waitsForValidation }) => waitsForValidation)
  const others = data.filter(({ waitsForValidation }) => !waitsForValidation)
  return (
    <>
      <Line text={words.waits(waiting.length)} jobs={waiting} />
      <Line text={words.open(others.length)} jobs={others} />
    </>
  )
}

function Line({ text, jobs }: { text: string; jobs: readonly { id: string; oldName: string }[] }) {
  if (jobs.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-ink-muted">
      {text}
      {jobs.map(({ id, oldName }) => (
        <Link key={id} to="/knowledge/replace/$jobId" params={{ jobId: id }} className={buttonClass('link')}>
          <span className="wrap-anywhere">{oldName}</span>
        </Link>
      ))}
    </p>
  )
}
