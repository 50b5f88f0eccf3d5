import { type ReactNode, useMemo, useState } from 'react'
import { classNames } from '../../ui/class-names'
import { Choice, FilterChips } from '../../ui/filters'
import { formatCount, isolated } from '../../ui/numbers'
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
  const choices = useMemo(
    () => choicesOf(filter, rows ?? [], counted ?? [], value),
    [filter, rows, counted, value],
  )
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
                label: `${isolated(choice.label)} (${formatCount(choice.count)})`,
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

/** What a filter usually takes, in rem, with the gap after it. */
const ROOM = { choice: 8.5, chips: 21, beside: 5 }
/** Of more filters, some have nothing to choose from, and are not shown. */
const COMMON = 4
/** So many choices Calls usually shows; each takes this much at least. What needs more room than the list has gets a second line at once (D801). */
const USUAL = 5
const LEAST = 7.75

/** How many choices stand beside each other on a phone; two on one that is narrower than most, or they would cut their own words. */
const ABREAST = 3
const NARROW_ABREAST = 2

/**
 * The filters of one look. Their room is known before what is in it, so that nothing below moves, also where fewer are there once it is known
 * that the service does not list; what does not fit goes to a second line, and on a phone is scrolled to, where three choices or more stand in a grid.
 */
export function FilterRow({
  look,
  count: now,
  beside = false,
  isUnread = false,
  children,
}: {
  look: 'choice' | 'chips'
  count: number
  beside?: boolean
  /** There are no rows to come, so no more choices either. */
  isUnread?: boolean
  children: ReactNode
}) {
  const [count] = useState(now)
  const all = count + Number(beside)
  const inGrid = look === 'choice' && count >= ABREAST
  return (
    <div
      style={{
        ['--need' as string]: look === 'choice' && `${Math.min(count, USUAL) * LEAST + (beside ? 4 : 0)}rem`,
        flexBasis: `${Math.max(9, Math.min(count, COMMON) * ROOM[look] + (beside ? ROOM.beside : 0))}rem`,
      }}
      className={classNames(
        'filter-row',
        look === 'choice' && count > COMMON && 'filter-many',
        inGrid &&
          'max-sm:grid max-sm:h-auto max-sm:content-start max-sm:grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] max-sm:gap-x-1 max-sm:*:max-w-none! max-sm:[&_select]:w-full! max-sm:[&_select]:px-1! max-sm:[&_select]:text-sm',
        inGrid && (all > ABREAST && !isUnread ? 'max-sm:min-h-20' : 'max-sm:min-h-10'),
        inGrid && !isUnread && (all > 2 * NARROW_ABREAST ? 'max-[352px]:min-h-30' : 'max-[352px]:min-h-20'),
      )}
    >
      {children}
    </div>
  )
}
