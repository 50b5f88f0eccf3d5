import { searchText } from '../-shared/search-text'

const STATES = ['accepted', 'refused', 'unknown', 'sending'] as const

/** What the address of the Activity screen says. */
export interface ActivitySearch {
  readonly q?: string
  /** The one outcome that is shown. */
  readonly state?: (typeof STATES)[number]
  /** Column, with `-` in front when it falls. */
  readonly sort?: string
  /** Id of the entry that is open. */
  readonly entry?: string
}

export const OUTCOMES = STATES

export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const q = searchText(search.q)
  return {
    q: q !== undefined && mayStandInAddress(q) ? q : undefined,
    state: STATES.find((state) => state === search.state),
    sort: searchText(search.sort),
    entry: searchText(search.entry),
  }
}

/** Whether a search may stand in the address: what may be a phone number or an e-mail address may not (safety rule 16). */
export function mayStandInAddress(text: string): boolean {
  return !text.includes('@') && !/\d(?:[\s().-]*\d){5}/.test(text)
}
