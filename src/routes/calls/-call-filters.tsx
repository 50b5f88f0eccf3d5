import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { batchQueries } from '../../queries/batches'
import type { Launch } from '../../queries/calls'
import { FilterChips } from '../../ui/filter-chips'
import { SearchBox } from '../../ui/search-box'
import { shortenId } from '../../ui/short-id'
import type { CallsSearch } from './-calls-search'
import { words as list } from './-calls-words'
import { words } from './-filter-words'

const STATES = ['accepted', 'refused', 'unknown', 'sending'] as const

/** What of the list is shown: by outcome, by agent, by batch, each with how many there are, and by what is searched for. */
export function CallFilters({
  calls,
  found,
  agents,
  search,
  text,
  onText,
  onChange,
}: {
  calls: readonly Launch[]
  /** Those that fit everything but the outcome. */
  found: readonly Launch[]
  agents: readonly StoredAgent[]
  search: CallsSearch
  text: string
  onText: (text: string) => void
  onChange: (next: CallsSearch) => void
}) {
  const { data: batches = [] } = useQuery(batchQueries.list())
  const agentCounts = useMemo(() => countBy(calls, ({ agentId }) => agentId), [calls])
  const batchCounts = useMemo(() => countBy(calls, ({ batch }) => batch?.id), [calls])
  const states = useMemo(() => countBy(found, ({ state }) => state), [found])
  const choices = [
    { value: 'all' as const, label: list.all, count: found.length },
    ...STATES.map((value) => ({ value, label: list.states[value], count: states.get(value) ?? 0 })).filter(
      ({ value, count }) => count > 0 || value === search.state,
    ),
  ]
  const agentName = (id: string) => agents.find(({ agentId }) => agentId === id)?.name ?? shortenId(id)
  const batchName = (id: string) => batches.find((batch) => batch.id === id)?.fileName ?? shortenId(id)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={list.search} value={text} onChange={onText} />
      <FilterChips
        label={list.filter}
        choices={choices}
        value={search.state ?? 'all'}
        onChange={(value) => onChange({ state: value === 'all' ? undefined : value })}
      />
      <Choice
        label={words.agent}
        all={words.allAgents}
        counts={agentCounts}
        nameOf={agentName}
        value={search.of}
        onChange={(of) => onChange({ of })}
      />
      {(batchCounts.size > 0 || search.batch) && (
        <Choice
          label={words.batch}
          all={words.allBatches}
          counts={batchCounts}
          nameOf={batchName}
          value={search.batch}
          onChange={(batch) => onChange({ batch })}
        />
      )}
      {search.batch && (
        <Link
          to="/calls/batch/$jobId"
          params={{ jobId: search.batch }}
          className="text-accent underline underline-offset-2"
        >
          {words.open}
        </Link>
      )}
    </div>
  )
}

function Choice({
  label,
  all,
  counts,
  nameOf,
  value,
  onChange,
}: {
  label: string
  all: string
  counts: ReadonlyMap<string, number>
  nameOf: (id: string) => string
  value: string | undefined
  onChange: (id: string | undefined) => void
}) {
  const id = useId()
  const ids = [...new Set([...counts.keys(), ...(value ? [value] : [])])]
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm text-ink-muted">
        {label}
      </label>
      <select
        id={id}
        className="control w-auto max-w-56"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{all}</option>
        {ids.map((each) => (
          <option key={each} value={each}>
            {words.counted(nameOf(each), counts.get(each) ?? 0)}
          </option>
        ))}
      </select>
    </div>
  )
}

function countBy(
  calls: readonly Launch[],
  keyOf: (call: Launch) => string | undefined,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const call of calls) {
    const key = keyOf(call)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
