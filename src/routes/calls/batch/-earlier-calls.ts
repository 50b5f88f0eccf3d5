import type { Launch } from '../../../queries/calls'
import { relativeTime } from '../../../ui/time-words'
import { words } from './-batch-words'

/** Numbers that this console called, or may have: in words when. The newest call to a number counts. */
export function earlierCalls(calls: readonly Launch[], now: number): ReadonlyMap<string, string> {
  const earlier = new Map<string, string>()
  for (const { state, request, startedAt } of calls) {
    if (state === 'refused' || !request || earlier.has(request.toPhoneNumber)) continue
    const say = state === 'accepted' ? words.called.accepted : words.called.unknown
    earlier.set(request.toPhoneNumber, say(relativeTime(Date.parse(startedAt), now)))
  }
  return earlier
}
