import type { Launch } from '../../queries/calls'

/** So long after a call to the same number, another one may be a mistake (D93). */
const RECENT_MS = 60 * 60 * 1000

/** The newest call to the same number that was, or may have been, placed in the last hour. `now`: milliseconds. */
export function recentCall(calls: readonly Launch[], toPhoneNumber: string, now: number): Launch | undefined {
  return calls.find(
    ({ state, request, startedAt }) =>
      state !== 'refused' &&
      request?.toPhoneNumber === toPhoneNumber &&
      now - Date.parse(startedAt) < RECENT_MS,
  )
}
