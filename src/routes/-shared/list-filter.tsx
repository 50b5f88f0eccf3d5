import { useMemo } from 'react'
import { Choice, FilterChips } from '../../ui/filters'
import { formatCount } from '../../ui/numbers'
import { type Chosen, choicesOf, filterRows, type ListFilter } from './list-state'

/** One filter with its counts: of the rows that fit everything else for chips, of all rows for a choice, so that its list stays as it is. */
export function Filter<Row>({
  filter,
  filters,
  rows,
  found,
  chosen,
  onChange,
}: {
  filter: ListFilter<Row>
  filters: readonly ListFilter<Row>[]
  rows: readonly Row[] | undefined
  found: readonly Row[] | undefined
  chosen: Chosen
  onChange: (value: string | undefined) => void
}) {
  const { label, all, look, param } = filter
  const value = chosen[param]
  const counted = useMemo(
    () => (look === 'chips' ? found && filterRows(found, filters, chosen, filter) : rows),
    [look, found, filters, chosen, filter, rows],
  )
  const choices = useMemo(() => choicesOf(filter, counted ?? [], value), [filter, counted, value])
  if (look === 'choice')
    return choices.length === 0 ? null : (
      <Choice
        label={label}
        all={all}
        hideLabel
        choices={
          filter.choices
            ? choices
            : choices.map((choice) => ({
                ...choice,
                label: `${choice.label} (${formatCount(choice.count)})`,
              }))
        }
        value={value}
        onChange={onChange}
      />
    )
  return (
    <FilterChips
      label={label}
      choices={[
        { value: '', label: all, count: counted?.length },
        ...choices.map((choice) => ({ ...choice, count: counted && choice.count })),
      ]}
      value={value ?? ''}
      onChange={(next) => onChange(next || undefined)}
    />
  )
}
