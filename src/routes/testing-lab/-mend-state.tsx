import { StatusBadge } from '../../ui/badge'
import { countOf } from '../../ui/numbers'
import { inSentence } from '../-shared/version-name'
import type { Mended } from './-mend'

/** How the failed scenarios stand now. */
export function MendState({
  mended: { isNewer, going, passed, failed },
  total,
  title,
  isTyping,
}: {
  mended: Mended
  total: number
  title: string
  /** What is typed becomes a further version, which is run instead. */
  isTyping: boolean
}) {
  if (going)
    return (
      <>
        <StatusBadge tone="busy">Running</StatusBadge>
        <span>{`${countOf(total, 'scenario')} again with ${inSentence(title)}.`}</span>
      </>
    )
  if (passed.length === total)
    return (
      <>
        <StatusBadge tone="good">Passed</StatusBadge>
        <span>{`What failed in this run passes with ${inSentence(title)}.`}</span>
      </>
    )
  if (failed.length > 0)
    return (
      <>
        <StatusBadge tone="bad">Failed</StatusBadge>
        <span>{`Of ${countOf(total, 'failed scenario')}, ${passed.length} passed and ${failed.length} failed again with ${inSentence(title)}.`}</span>
      </>
    )
  return isNewer ? (
    <span>{`${title} is newer than the version tested here.${isTyping ? '' : ' Run what failed with it.'}`}</span>
  ) : (
    <span>{`${countOf(total, 'scenario')} did not pass. Change the prompt or its documents, then run them again.`}</span>
  )
}
