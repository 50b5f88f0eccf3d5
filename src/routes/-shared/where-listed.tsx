import { Link, type LinkProps } from '@tanstack/react-router'
import type { Operation } from '../../contract/operation'
import { useOffered } from './use-offered'

/**
 * Where it shows whether something was done: a list of the console, in a tab of its own so that what is typed here stays, or the service where that
 * does not list it (D969). `operation`: lists it; `words`: "the list of calls"
 */
export function WhereListed({
  operation,
  words,
  ...link
}: LinkProps & { operation: Operation; words: string }) {
  if (useOffered(operation) === false) return 'in the service'
  return (
    <Link {...link} target="_blank" title="Opens in a new tab" className="text-accent underline">
      {words}
    </Link>
  )
}
