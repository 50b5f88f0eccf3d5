import { StatusBadge } from '../../ui/badge'
import { countOf } from '../../ui/numbers'
import { inSentence } from '../-shared/version-name'
import { VerdictBadge } from './-lab-badges'
import type { Mended } from './-mend'
import { scenarioCount } from './-run-numbers'

/** How the failed scenarios stand now. */
export function MendState({
  mended: { isNewer, going, ids, passed, failed, unclear, broken },
  red,
  all,
  isJudged,
  title,
  isTyping,
}: {
  mended: Mended
  /** How many scenarios of the run did not pass, and how many it has. */
  red: number
  all: number
  /** The run itself judged at least one of them. */
  isJudged: boolean
  title: string
  /** What is typed becomes a further version, which is run instead. */
  isTyping: boolean
}) {
  if (going)
    return (
      <>
        <StatusBadge tone="busy">Running</StatusBadge>
        <span>{`${countOf(scenarioCount(going), 'scenario')} again with ${inSentence(title)}.`}</span>
      </>
    )
  if (passed.length === ids.length)
    return (
      <>
        <StatusBadge tone="good">Passed</StatusBadge>
        <span>
          {ids.length === all && all > red
            ? `All ${all} scenarios of this run pass with ${inSentence(title)}.`
            : `What ${isJudged ? 'failed' : 'could not be judged'} in this run passes with ${inSentence(title)}.`}
        </span>
      </>
    )
  const again = isJudged && unclear.length === 0 && ids.length === red ? ' again' : ''
  const stand = [
    `${passed.length} passed`,
    failed.length > unclear.length && `${failed.length - unclear.length} failed${again}`,
    unclear.length > 0 && `${unclear.length} ${unclear.length === 1 ? 'is' : 'are'} unclear`,
  ].filter((each) => each !== false)
  const counts = `Of ${countOf(ids.length, again ? 'failed scenario' : 'scenario')}, ${new Intl.ListFormat('en').format(stand)} with ${inSentence(title)}.`
  if (broken)
    return (
      <>
        <StatusBadge tone="unknown">Not judged</StatusBadge>
        <span>
          {passed.length + failed.length > 0 && `${counts} `}
          {`${countOf(broken.ids.length, 'scenario')} could not be judged in the last run with ${inSentence(title)}. ${broken.run.run?.reason ?? ''}`.trim()}
        </span>
      </>
    )
  if (failed.length > 0)
    return (
      <>
        <VerdictBadge verdict={failed.length > unclear.length ? 'failed' : 'unclear'} />
        <span>{counts}</span>
      </>
    )
  return isNewer ? (
    <span>{`${title} is newer than the version tested here.${isTyping ? '' : ' Run what failed with it.'}`}</span>
  ) : (
    <span>
      {`${countOf(red, 'scenario')} ${isJudged ? 'did not pass. Change the prompt or its documents, then run' : 'could not be judged. Run'} ${red === 1 ? 'it' : 'them'} again.`}
    </span>
  )
}
