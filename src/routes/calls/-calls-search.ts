import type { Launch } from '../../queries/calls'
import { searchFlag, searchText } from '../-shared/search-text'

const STATES = ['sending', 'accepted', 'refused', 'unknown'] as const satisfies readonly Launch['state'][]

/** What the address of the Calls screen says. The text of the search is not in it, because people search for phone numbers (D79). */
export interface CallsSearch {
  /** The one outcome that is shown. */
  readonly state?: Launch['state']
  /** The one agent, and the one batch, whose calls are shown. */
  readonly of?: string
  readonly batch?: string
  /** Column, with `-` in front when it falls. */
  readonly sort?: string
  /** Id of the remembered call that is open. */
  readonly call?: string
  /** Whether the form of a new call is open. */
  readonly place?: true
  /** What the form begins with: an agent, one of its versions, or a remembered call. */
  readonly agent?: string
  readonly version?: string
  readonly again?: string
}

export function readCallsSearch(search: Record<string, unknown>): CallsSearch {
  return {
    state: STATES.find((state) => state === search.state),
    of: searchText(search.of),
    batch: searchText(search.batch),
    sort: searchText(search.sort),
    call: searchText(search.call),
    place: searchFlag(search.place),
    agent: searchText(search.agent),
    version: searchText(search.version),
    again: searchText(search.again),
  }
}
