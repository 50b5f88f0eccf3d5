import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button'

/** A collection by its name, or by its id where the list does not know it. */
export function CollectionLink({ id, name }: { id: string; name?: string }) {
  return (
    <Link
      to="/knowledge/collections/$collectionId"
      params={{ collectionId: id }}
      className={buttonClass('link')}
    >
      <span className="min-w-0 wrap-anywhere">{name || id}</span>
    </Link>
  )
}
