import { EmptyState } from '../../ui/empty-state'
import { FilterChips } from '../../ui/filters'
import { Section } from '../../ui/page'
import type { ScenarioResult } from './-run-numbers'
import { words } from './-run-page-words'
import { SHOWN, type Shown } from './-run-shown'
import { ScenarioOutcome } from './-scenario-result'

/** Under which filter a scenario stands. What broke off did not pass either. */
export function shownAs({ verdict, broken }: ScenarioResult): Shown {
  if (broken > 0 || verdict === 'failed' || verdict === 'unclear') return 'not-passed'
  return verdict === 'passed' ? 'passed' : 'open'
}

/** What became of each scenario, with the way to those that one came for. */
export function RunResults({
  results,
  labId,
  byHand,
  shown,
  onShow,
}: {
  results: readonly ScenarioResult[]
  labId: string
  /** Whether a person may judge them. */
  byHand: boolean
  shown: Shown | undefined
  onShow: (shown: Shown | undefined) => void
}) {
  const kinds = SHOWN.map((value) => ({
    value,
    label: words.shown[value],
    count: results.filter((result) => shownAs(result) === value).length,
  })).filter(({ value, count }) => count > 0 || value === shown)
  const list = shown ? results.filter((result) => shownAs(result) === shown) : results
  return (
    <Section title={words.scenarios}>
      {(kinds.length > 1 || shown) && (
        <FilterChips
          label={words.shown.label}
          choices={[{ value: 'all' as const, label: words.shown.all, count: results.length }, ...kinds]}
          value={shown ?? 'all'}
          onChange={(value) => onShow(value === 'all' ? undefined : value)}
        />
      )}
      {list.length === 0 ? (
        <EmptyState kind="no-match" onClear={() => onShow(undefined)} />
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {list.map((result) => (
            <ScenarioOutcome key={result.key} result={result} labId={labId} byHand={byHand} />
          ))}
        </ul>
      )}
    </Section>
  )
}
