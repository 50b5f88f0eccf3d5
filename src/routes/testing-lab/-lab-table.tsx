import type { ReactNode } from 'react'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { FailedState } from '../-shared/failure'
import { readSort, writeSort } from '../-shared/list-state'
import type { LabPart } from './-lab-data'
import { words } from './-lab-words'
import type { LabSearch } from './index'

type TableProps<Row> = Parameters<typeof DataTable<Row>>[0]

/** What stands above a list of the lab is left out of the window's height, so that the bar of a selection is in sight. */
export const IN_SIGHT = 'max(20rem, calc(100dvh - 20.5rem))'

const keyOf = ({ key }: { readonly key: string }) => key

/** A list of the lab: what this browser and the service know of something, with the three ways of being empty. */
export function LabTable<Row extends { readonly key: string }>({
  part,
  search,
  sortable,
  change,
  filters,
  nothingYet,
  ...table
}: Omit<TableProps<Row>, 'rowKey' | 'sort' | 'onSort' | 'loading' | 'note' | 'empty'> & {
  part: LabPart<unknown>
  search: LabSearch
  sortable: readonly string[]
  change: (next: LabSearch) => void
  /** What narrows the list, and is cleared where nothing matches. */
  filters: readonly ('q' | 'tag')[]
  nothingYet: { readonly title: string; readonly text: string; readonly action: ReactNode }
}) {
  const isFiltered = filters.some((filter) => search[filter])
  return (
    <DataTable
      {...table}
      rowKey={keyOf}
      sort={readSort(search.sort, sortable)}
      onSort={(next) => change({ sort: writeSort(next) })}
      loading={part.pending}
      note={part.listed === false ? words.notListed : part.cutShort ? words.cutShort : undefined}
      empty={
        part.error && part.items.length === 0 ? (
          <FailedState error={part.error} onRetry={part.retry} retrying={part.retrying} />
        ) : isFiltered ? (
          <EmptyState kind="no-match" onClear={() => change({ q: undefined, tag: undefined })} />
        ) : (
          <EmptyState kind="nothing-yet" {...nothingYet} />
        )
      }
    />
  )
}
