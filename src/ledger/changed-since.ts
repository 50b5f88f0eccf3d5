import { isWire } from '../contract/reply'
import { type LedgerEntry, type TestEvidence, testBegan } from './entry'

/** What a result rests on, of the fields of a scenario. */
const JUDGED_BY = ['instructions', 'first_message', 'expected_outcome_prompt']

/**
 * Evidence as it holds after these writes: marked where its version was changed in place after the run began, or may have been (D927), or each of its
 * scenarios was; else without a verdict on one that was (D998).
 */
export function holdingAfter(evidence: TestEvidence, writes: readonly LedgerEntry[]): TestEvidence {
  const time = testBegan(evidence)
  const since = writes.filter(
    ({ state, startedAt, finishedAt = startedAt }) => state !== 'refused' && Date.parse(finishedAt) > time,
  )
  const isChanged = since.some(({ params }) => params.versionId === evidence.versionId)
  const isOld = ({ id }: { id: string }) =>
    since.some(
      ({ operation, params, body }) =>
        operation === 'updateScenario' &&
        params.id === id &&
        isWire(body) &&
        JUDGED_BY.some((name) => name in body),
    )
  const { scenarios = [], unjudged = [] } = evidence
  const old = scenarios.filter(isOld)
  const isAllOld = old.length > 0 && old.length === scenarios.length
  return {
    ...evidence,
    ...((isChanged || isAllOld) && { changed: true }),
    ...(old.length > 0 &&
      !isAllOld && {
        scenarios: scenarios.filter((each) => !old.includes(each)),
        unjudged: [...unjudged, ...old.map(({ id }) => id)],
      }),
  }
}
