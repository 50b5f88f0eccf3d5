import { useQuery } from '@tanstack/react-query'
import { suggestionQueries } from '../../queries/suggestions'
import { shortenId } from '../../ui/short-id'

/** A phone number of the service that is known by its id: the number, where the console knows it, before the id; `short` shows one of both. */
export function NumberName({ id, short = false }: { id: string; short?: boolean }) {
  const { data: ids } = useQuery(suggestionQueries.ids())
  const number = ids?.phoneNumberIds.find((each) => each.id === id)?.label
  if (!number || number === id)
    return short ? <span title={id}>{shortenId(id)}</span> : <code className="wrap-anywhere">{id}</code>
  if (short) return <span title={id}>{number}</span>
  return (
    <>
      <span className="font-mono">{number}</span> <code className="wrap-anywhere text-ink-muted">{id}</code>
    </>
  )
}
