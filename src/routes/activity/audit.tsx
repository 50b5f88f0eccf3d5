import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { type AuditRow, auditDownloads, auditQueries, auditWords } from '../../queries/audit'
import { Button, buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import { formatCount } from '../../ui/numbers'
import { Page } from '../../ui/page'
import { shownRole } from '../../ui/role'
import { BackLink } from '../-shared/back-link'
import { NEWEST_FIRST, timeColumn } from '../-shared/columns'
import { type List, ListTable } from '../-shared/list-table'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { searchParams, searchText } from '../-shared/search-text'
import { useProbe } from '../-shared/use-probe'

export const Route = createFileRoute('/activity/audit')({
  validateSearch: searchParams({
    q: searchText,
    sort: searchText,
    person: searchText,
    operation: searchText,
  }),
  head: () => ({ meta: [{ title: 'Audit log · Switchboard' }] }),
  component: AuditLog,
})

const PEOPLE = { operator: 'operator', viewer: 'viewer' }
const NOBODY = 'Nobody signed in'

/** What an answer of this status says of the write (D61); without one nothing is known. */
const outcomeOf = (status = 500) => (status < 400 ? 'accepted' : status < 500 ? 'refused' : 'unknown')

const tookWords = (ms: number) =>
  ms < 10_000 ? `${formatCount(Math.round(ms))} ms` : `${Math.round(ms / 1000)} s`

/** One line, since all rows of a list are alike high: the first id, and how many more there are. */
function Ids({ ids }: { ids: Readonly<Record<string, string>> }) {
  const [[name, id] = ['', ''], ...more] = Object.entries(ids)
  return (
    <span className="flex items-center gap-1">
      <IdText id={id} name={name} />
      {more.length > 0 && (
        <span title={more.map((each) => each.join(' ')).join(', ')} className="text-ink-muted">
          {`+${more.length}`}
        </span>
      )}
    </span>
  )
}

const listOf = (people: readonly string[]): List<AuditRow> => ({
  name: 'Audit log',
  noun: ['entry', 'entries'],
  keyOf: ({ id }) => String(id),
  labelOf: ({ what, person }) => `${what}, ${person || NOBODY}`,
  textsOf: ({ what, operation, person, address, ids, status }) => [
    what,
    operation,
    person,
    address,
    ...Object.values(ids),
    status?.toString(),
  ],
  searchLabel: 'Search the log',
  empty: {
    title: 'Nothing was done yet',
    text: 'Every sign-in and every write appears here, with its source and result.',
  },
  filters: [
    {
      param: 'person',
      label: 'Person',
      all: 'Everyone',
      look: 'choice',
      of: ({ person }) => person || undefined,
      choices: people.filter(Boolean).map((value) => ({ value, label: value })),
    },
    {
      param: 'operation',
      label: 'What',
      all: 'Anything',
      look: 'choice',
      of: ({ operation }) => operation,
      nameOf: auditWords,
    },
  ],
  defaultSort: NEWEST_FIRST,
  columns: [
    { id: 'what', header: 'What', width: 206, sortValue: ({ what }) => what },
    {
      id: 'who',
      header: 'Who',
      // A long name is cut, the role is not.
      cell: ({ person, role }) =>
        person ? (
          <span className="flex">
            <span className="truncate">{person}</span>
            {role && role !== person && (
              <span className="whitespace-pre text-ink-muted">{`, ${PEOPLE[role]}`}</span>
            )}
          </span>
        ) : (
          <span className="text-ink-muted">{NOBODY}</span>
        ),
      sortValue: ({ person }) => person,
      narrow: 'keep',
    },
    {
      id: 'target',
      header: 'To what',
      width: 176,
      cell: ({ ids }) => Object.keys(ids).length > 0 && <Ids ids={ids} />,
      sortValue: ({ ids }) => Object.values(ids).join(' ') || undefined,
    },
    {
      id: 'answer',
      header: 'Answer',
      width: 150,
      cell: ({ status, duration }) => (
        <span className="flex items-center gap-1">
          <OutcomeBadge state={outcomeOf(status)} />
          <span
            title={duration === undefined ? undefined : `Took ${tookWords(duration)}`}
            // On a phone it would be cut beside the id.
            className="text-ink-muted max-sm:sr-only"
          >
            {status}
          </span>
        </span>
      ),
      sortValue: ({ status }) => status,
    },
    { id: 'from', header: 'From', width: 130, sortValue: ({ address }) => address, narrow: 'hide' },
    timeColumn(({ at }) => at),
  ],
})

/** What everybody who signs in at this console changed. */
function AuditLog() {
  const { q, person, operation } = Route.useSearch()
  const filter = { person, operation }
  useProbe()
  const log = useInfiniteQuery(auditQueries.pages(filter))
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = log
  const people = data?.people
  const list = useMemo(() => listOf(people ?? []), [people])
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  // The console writes a log where people sign in, which the page says from the start: what its header has does not move the list later.
  const isKept = shownRole() !== undefined
  const { csv, lines } = auditDownloads(filter)
  return (
    <Page
      title="Audit log"
      context="Sign-ins and writes of all people at this console."
      back={<BackLink to="/activity">Activity</BackLink>}
      fill
      action={
        isKept && (
          <>
            <a href={lines} download className={buttonClass()}>
              <Download size={16} aria-hidden />
              JSON lines
            </a>
            <a href={csv} download className={buttonClass()}>
              <Download size={16} aria-hidden />
              CSV
            </a>
          </>
        )
      }
    >
      <ListTable
        list={list}
        query={log}
        rows={data?.rows}
        failed={
          isKept ? undefined : (
            <EmptyState
              kind="nothing-yet"
              title="This console has no audit log"
              text="An audit log needs sign-in. Without it, Activity shows what this browser sent."
            />
          )
        }
        narrowed
        // What is searched for is searched in what is loaded; a short result must not load page after page.
        onReachEnd={q ? undefined : readOn}
        note={
          hasNextPage && (
            <span className="inline-flex flex-wrap items-center gap-2">
              <span>There are more.</span>
              <Button
                variant="link"
                pending={log.isFetchingNextPage}
                pendingLabel="Loading"
                onClick={() => void fetchNextPage()}
              >
                {isFetchNextPageError ? 'Could not load more. Try again' : 'Load more'}
              </Button>
            </span>
          )
        }
        noMatch={
          hasNextPage ? `Searched the ${formatCount(data?.rows.length ?? 0)} loaded so far.` : undefined
        }
      />
    </Page>
  )
}
