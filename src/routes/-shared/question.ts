import { searchShared } from './search-text'

/** What was asked last, where it may not stand in the address: it is there for as long as the page is (D199). */
let unshared = ''

/** The search of an address, whichever its screen is. */
type AnySearch = Readonly<Record<string, unknown>>

export const isAsked = ({ ask }: AnySearch): boolean => ask !== undefined
export const readQuestion = ({ ask }: AnySearch): string => searchShared(ask) ?? unshared

const inAddress = (ask: string | undefined) => ({
  to: '.' as const,
  search: (now: object): Record<string, string | undefined> => ({ ...now, ask }),
  // What stands under the address stays (`SentOutcome`).
  state: true as const,
  resetScroll: false,
})

/** Where a question goes: into the address, with which it is open (D837). */
export function askQuestion(text: string) {
  const shared = searchShared(text)
  unshared = shared === undefined ? text : ''
  return inAddress(shared ?? '')
}

export const closeQuestion = { ...inAddress(undefined), replace: true }
