import { queryOptions } from '@tanstack/react-query'
import { type Launch, readLaunch } from './calls'
import { keys } from './keys'
import { recorded } from './ledger'

/** As many as the server of a team lists at once. */
const NEWEST = 999

/** The newest of the calls that were dispatched from this browser, newest first; `more`: there are older ones, which are not read (D1018). Apart from `callQueries`, or every thread would load it. */
export const newestCalls = () =>
  queryOptions({
    ...recorded(
      [...keys.launched, 'newest'],
      async (ledger, service): Promise<{ readonly launches: readonly Launch[]; readonly more: boolean }> => {
        const { entries, more } = await ledger.newest(service, NEWEST, 'dispatchCall')
        return { launches: entries.map(readLaunch), more }
      },
    ),
    structuralSharing: false,
  })
