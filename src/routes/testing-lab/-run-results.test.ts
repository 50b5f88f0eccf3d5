import { expect, test } from 'vitest'
import type { ScenarioResult } from './-run-numbers'
import { shownAs } from './-run-results'

const result = (rest: Partial<ScenarioResult>): ScenarioResult => ({
  key: '1',
  conversations: [],
  passed: 0,
  failed: 0,
  unclear: 0,
  broken: 0,
  ...rest,
})

test.each([
  [{ verdict: 'passed' }, 'passed'],
  [{ verdict: 'passed', broken: 1 }, 'not-passed'],
  [{ verdict: 'failed' }, 'not-passed'],
  [{ verdict: 'unclear' }, 'not-passed'],
  [{}, 'open'],
] as const)('a scenario with %j stands under %s', (rest, shown) => {
  expect(shownAs(result(rest))).toBe(shown)
})
