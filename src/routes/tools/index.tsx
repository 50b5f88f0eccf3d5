import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { agentQueries } from '../../queries/agents'
import { describeError } from '../../queries/describe-error'
import { prefetch } from '../../queries/prefetch'
import { NoAccessToken, toolQueries } from '../../queries/tools'
import { Button } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { OtherFields } from '../../ui/other-fields'
import { Page } from '../../ui/page'
import { matchesSearch, SearchBox } from '../../ui/search-box'
import { messageOf } from '../-shared/error-notice'
import { FailedState } from '../-shared/failure'
import { readSort, writeSort } from '../-shared/list-state'
import { searchText } from '../-shared/search-text'
import { StaleNotice } from '../-shared/stale-notice'
import { checkTool, countSlugs } from './-tool-checks'
import { type ToolRow, toolColumns } from './-tool-columns'
import { usersBySlug } from './-tool-users'
import { words } from './-tool-words'

const ToolPanel = lazy(async () => ({ default: (await import('./-tool-panel')).ToolPanel }))

interface ToolsSearch {
  /** What is searched for among the loaded tools. */
  readonly q?: string
  /** Column, with `-` in front when it falls. */
  readonly sort?: string
  /** Id of the tool that is open. */
  readonly tool?: string
}

export const Route = createFileRoute('/tools/')({
  validateSearch: (search: Record<string, unknown>): ToolsSearch => ({
    q: searchText(search.q),
    sort: searchText(search.sort),
    tool: searchText(search.tool),
  }),
  loader: ({ context }) => prefetch(context.queryClient, agentQueries.list()),
  head: () => ({ meta: [{ title: 'Tools · Switchboard' }] }),
  component: Tools,
})

function Tools() {
  const { q = '', sort, tool: openId } = Route.useSearch()
  const navigate = Route.useNavigate()
  const tools = useInfiniteQuery(toolQueries.pages())
  const { data: agents } = useQuery(agentQueries.list())
  const { loadAll, stop, loadingAll } = useLoadAll(tools)
  const rows = useMemo((): ToolRow[] => {
    const loaded = tools.data?.tools ?? []
    const slugs = countSlugs(loaded)
    const users = usersBySlug(agents ?? [])
    return loaded.map((tool) => ({
      tool,
      checks: checkTool(tool, slugs),
      users: users.get(tool.slug ?? '') ?? [],
    }))
  }, [tools.data, agents])
  const shown = useMemo(
    () =>
      rows.filter(({ tool }) =>
        matchesSearch(q, [tool.name, tool.slug, tool.description, tool.structure?.url, tool.id]),
      ),
    [rows, q],
  )
  const change = (next: ToolsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = tools
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const readAll = loadingAll ? (
    <Button variant="link" onClick={stop}>
      {words.stop}
    </Button>
  ) : (
    <Button variant="link" onClick={loadAll}>
      {words.loadAll}
    </Button>
  )
  return (
    <Page title={words.title} context={words.context} fill>
      {tools.data && !isFetchNextPageError && <StaleNotice error={tools.error} title={words.stale} />}
      {isFetchNextPageError && (
        <Notice
          tone="error"
          title={words.nextFailed}
          message={messageOf(describeError(tools.error))}
          action={<Button onClick={() => void fetchNextPage()}>{words.retryPage}</Button>}
        />
      )}
      {tools.data?.cutShort && <Notice tone="warn" title={words.cutShort} />}
      {tools.data && tools.data.unreadable.length > 0 && (
        <Notice tone="warn" title={words.unreadable(tools.data.unreadable.length)}>
          <details className="max-w-full">
            <summary>{words.showUnreadable}</summary>
            <OtherFields fields={{ ...tools.data.unreadable }} title={words.unreadableTitle} />
          </details>
        </Notice>
      )}
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox label={words.search} value={q} onChange={(text) => change({ q: text || undefined })} />
          {q && hasNextPage && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
              {words.searched(rows.length)} {readAll}
            </p>
          )}
        </div>
      )}
      <DataTable
        name={words.title}
        noun={words.noun}
        rows={shown}
        total={rows.length}
        rowKey={keyOf}
        rowLabel={nameOf}
        columns={toolColumns}
        sort={readSort(sort, SORTABLE)}
        onSort={(next) => change({ sort: writeSort(next) })}
        onOpen={({ tool }) => void navigate({ search: (before) => ({ ...before, tool: tool.id }) })}
        openKey={openId}
        // What is searched for is searched in what is loaded; a short result must not load page after page.
        onReachEnd={q ? undefined : readOn}
        loading={tools.isPending}
        note={
          hasNextPage && (
            <span className="inline-flex flex-wrap items-center gap-2">
              <span role="status">
                {loadingAll ? words.loadingAll(rows.length) : words.soFar(rows.length)}
              </span>
              {!q && readAll}
            </span>
          )
        }
        empty={
          tools.error instanceof NoAccessToken ? (
            <EmptyState kind="nothing-yet" {...words.noToken} />
          ) : tools.error && !tools.data ? (
            <FailedState
              error={tools.error}
              onRetry={() => void tools.refetch()}
              retrying={tools.isFetching}
            />
          ) : q ? (
            <EmptyState
              kind="no-match"
              text={hasNextPage ? words.searched(rows.length) : undefined}
              onClear={() => change({ q: undefined })}
            />
          ) : (
            <EmptyState kind="nothing-yet" {...words.empty} />
          )
        }
      />
      {openId && tools.data && (
        <Suspense>
          <ToolPanel
            id={openId}
            row={rows.find(({ tool }) => tool.id === openId)}
            readAll={hasNextPage && readAll}
            onClose={() => change({ tool: undefined })}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Reads page after page until there is none, one fails, or somebody stops it or leaves. */
function useLoadAll({ fetchNextPage }: Pick<ReturnType<typeof useInfiniteQuery>, 'fetchNextPage'>) {
  const [loadingAll, setLoadingAll] = useState(false)
  const stopped = useRef(false)
  const loadAll = async () => {
    stopped.current = false
    setLoadingAll(true)
    for (;;) {
      const { hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false })
      if (!hasNextPage || isError || stopped.current) break
    }
    setLoadingAll(false)
  }
  const stop = () => {
    stopped.current = true
  }
  return { loadAll: () => void loadAll(), stop, loadingAll }
}

const SORTABLE = toolColumns.filter(({ sortValue }) => sortValue).map(({ id }) => id)
const keyOf = ({ tool }: ToolRow) => tool.id
const nameOf = ({ tool }: ToolRow) => tool.name ?? tool.id
