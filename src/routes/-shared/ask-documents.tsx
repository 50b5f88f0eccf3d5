import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FoundPassage } from '../../contract/search'
import { collectionQueries } from '../../queries/collections'
import { fileQueries } from '../../queries/files'
import { membershipOf } from '../../queries/membership'
import { buttonClass } from '../../ui/button'
import { PassageSearch } from './passage-search'

/** So many collections are offered to make an agent of. */
const MOST = 3

/** A search in all documents, and the way from what was found to an agent that answers from it. `first`: what is searched for at first; `onQuery`: it is another now. */
export function AskDocuments(asked: { first: string; onQuery: (query: string) => void }) {
  return <PassageSearch scope="all" {...asked} beside={(passages) => <ToAgent passages={passages} />} />
}

/** An agent answers from collections, so those that hold what was found are offered, the one with the most of it first. */
function ToAgent({ passages }: { passages: readonly FoundPassage[] }) {
  const list = useQuery(collectionQueries.list()).data
  const files = useQuery(fileQueries.list()).data?.items
  if (!list) return null
  const holding = new Map<string, { readonly name: string; readonly count: number }>()
  for (const { fileId } of passages) {
    const file = files?.find((each) => each.fileId === fileId) ?? { fileId, other: {} }
    for (const { id, name } of membershipOf(file, { list }).collections)
      holding.set(id, { name: name?.trim() || id, count: (holding.get(id)?.count ?? 0) + 1 })
  }
  const best = [...holding].toSorted(([, one], [, other]) => other.count - one.count).slice(0, MOST)
  return (
    <div className="flex flex-wrap items-center gap-2 viewer:hidden">
      <p className="text-sm text-ink-muted">
        {best.length > 0
          ? 'Turn this into an agent that answers from'
          : 'An agent answers from collections. These files are in none.'}
      </p>
      {best.map(([id, { name }]) => (
        <Link
          key={id}
          to="/agents/new"
          search={{ collection: id }}
          aria-label={`New agent with ${name}`}
          className={buttonClass('secondary', 'sm')}
        >
          <span className="max-w-60 truncate">{name}</span>
        </Link>
      ))}
      {best.length === 0 && (
        <Link to="/knowledge/collections" search={{ new: true }} className={buttonClass('secondary', 'sm')}>
          New collection
        </Link>
      )}
    </div>
  )
}
