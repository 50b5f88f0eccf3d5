import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { createTool, updateTool } from '../../contract/tool-changes'
import { tryTool } from '../../contract/try-tool'
import { agentQueries } from '../../queries/agents'
import { agentsInDetail } from '../../queries/agents-in-detail'
import { describeError } from '../../queries/describe-error'
import { prefetch } from '../../queries/prefetch'
import { readsTools } from '../../queries/tool-changes'
import { NoAccessToken, toolQueries } from '../../queries/tools'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { countOf, formatCount } from '../../ui/numbers'
import { OtherFields } from '../../ui/other-fields'
import { Page } from '../../ui/page'
import { timeColumn } from '../-shared/columns'
import { messageOf } from '../-shared/error-notice'
import { type List, ListTable } from '../-shared/list-table'
import { searchFlag, searchParams, searchText } from '../-shared/search-text'
import { useOffered } from '../-shared/use-offered'
import { type ToolCheck, type ToolRow, toolRows } from './-tool-checks'

const ToolDialog = lazy(async () => ({ default: (await import('./-tool-dialog')).ToolDialog }))
const TryToolDialog = lazy(async () => ({ default: (await import('./-try-tool')).TryToolDialog }))
const ToolPanel = lazy(async () => ({ default: (await import('./-tool-panel')).ToolPanel }))

export const Route = createFileRoute('/tools/')({
  // `new`, `edit`, `copy`: the form is open, for a new tool or with the one of this id.
  validateSearch: searchParams({
    q: searchText,
    sort: searchText,
    tool: searchText,
    new: searchFlag,
    edit: searchText,
    copy: searchText,
  }),
  loader: ({ context }) => prefetch(context.queryClient, agentQueries.list()),
  head: () => ({ meta: [{ title: 'Tools · Switchboard' }] }),
  component: Tools,
})

const LIST: List<ToolRow> = {
  name: 'Tools',
  noun: ['tool', 'tools'],
  keyOf: ({ tool }) => tool.id,
  labelOf: ({ tool }) => tool.name ?? tool.id,
  textsOf: ({ tool }) => [tool.name, tool.slug, tool.description, tool.structure?.url, tool.id],
  empty: {
    title: 'No tools',
    text: 'A tool is a live API call. Once there are some, agents can be given them by their slug.',
  },
  columns: [
    {
      id: 'name',
      header: 'Name',
      cell: ({ tool }) => tool.name ?? 'Tool without a name',
      sortValue: ({ tool }) => tool.name,
      opens: true,
    },
    {
      id: 'method',
      header: 'Method',
      width: 108,
      sortValue: ({ tool }) => tool.structure?.method,
      narrow: 'hide',
    },
    {
      id: 'url',
      header: 'URL',
      cell: ({ tool: { structure } }) => structure?.url && <span className="font-mono">{structure.url}</span>,
      narrow: 'hide',
    },
    {
      id: 'slug',
      header: 'Slug',
      width: 160,
      cell: ({ tool }) => tool.slug && <code title={tool.slug}>{tool.slug}</code>,
      sortValue: ({ tool }) => tool.slug,
    },
    {
      id: 'checks',
      header: 'Checks',
      width: 140,
      cell: ({ checks }) => <ChecksBadge checks={checks} />,
      sortValue: ({ checks }) => checks.length,
      sortFirst: 'desc',
      narrow: 'keep',
    },
    {
      id: 'usedBy',
      header: 'Used by',
      width: 106,
      cell: ({ users }) => users.length > 0 && countOf(users.length, 'agent'),
      sortValue: ({ users }) => users.length,
      sortFirst: 'desc',
      narrow: 'hide',
    },
    {
      ...timeColumn(({ tool }) => tool.updatedAt),
      id: 'updated',
      header: 'Updated',
      width: 120,
      narrow: 'hide',
    },
  ],
}

function Tools() {
  const { q, new: isNew, edit, copy } = Route.useSearch()
  const navigate = Route.useNavigate()
  const tools = useInfiniteQuery(toolQueries.pages())
  const { data: known } = useQuery(agentQueries.list())
  // Each agent's versions are read one by one, so what is stored stands until they are there.
  const { data: detailed } = useQuery({ ...agentsInDetail(), enabled: tools.isSuccess })
  const agents = detailed?.agents ?? known
  const { canCreate, canEdit, canTry } = useToolWrites(tools.data?.tools[0]?.id)
  const { loadAll, stop, loadingAll } = useLoadAll(tools)
  const [triedId, setTriedId] = useState<string>()
  const triedTool = tools.data?.tools.find(({ id }) => id === triedId)
  const formTool = tools.data?.tools.find(({ id }) => id === (edit ?? copy))
  const go = (next: { tool?: string; new?: true; edit?: string; copy?: string }) =>
    navigate({
      search: ({ q, sort }) => ({ q, sort, ...next }),
      // What was typed is done with, or was asked about.
      ignoreBlocker: true,
    })
  const rows = useMemo(() => toolRows(tools.data?.tools ?? [], agents ?? []), [tools.data, agents])
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = tools
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const readAll = (
    <Button variant="link" onClick={loadingAll ? stop : loadAll}>
      {loadingAll ? 'Stop' : 'Load all'}
    </Button>
  )
  const searched = `Searched the ${countOf(rows.length, 'tool')} loaded so far.`
  return (
    <Page
      title="Tools"
      context="Live API calls that agents can use, and what was found about them."
      fill
      action={
        canCreate && (
          <Button variant="primary" icon={Plus} onClick={() => void go({ new: true })}>
            New tool
          </Button>
        )
      }
    >
      {isFetchNextPageError && (
        <Notice
          tone="error"
          title="The next page could not be loaded. What was loaded stays."
          message={messageOf(describeError(tools.error))}
          action={<Button onClick={() => void fetchNextPage()}>Try the next page again</Button>}
        />
      )}
      {tools.data?.cutShort && (
        <Notice tone="warn" title="The service repeated a page, so the list may be incomplete." />
      )}
      {tools.data && tools.data.unreadable.length > 0 && (
        <Notice
          tone="warn"
          title={`${countOf(tools.data.unreadable.length, 'entry', 'entries')} of the reply could not be read as tools.`}
        >
          <details className="max-w-full">
            <summary>Show as they came</summary>
            <OtherFields fields={{ ...tools.data.unreadable }} title="Entries of the reply" />
          </details>
        </Notice>
      )}
      <ListTable
        list={LIST}
        query={{ ...tools, error: isFetchNextPageError ? null : tools.error }}
        rows={tools.data && rows}
        // What is searched for is searched in what is loaded; a short result must not load page after page.
        onReachEnd={q ? undefined : readOn}
        beside={
          q &&
          hasNextPage && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
              {searched} {readAll}
            </p>
          )
        }
        note={
          hasNextPage && (
            <span className="inline-flex flex-wrap items-center gap-2">
              <span role="status">
                {loadingAll
                  ? `Loading all, ${formatCount(rows.length)} so far`
                  : `${formatCount(rows.length)} so far; the service has more.`}
              </span>
              {!q && readAll}
            </span>
          )
        }
        failed={
          tools.error instanceof NoAccessToken ? (
            <EmptyState
              kind="nothing-yet"
              title="The tool list needs an access token"
              text="The service needs a bearer token here, not the API key. Set SERVICE_ACCESS_TOKEN for the console and start it again. Agents can be given tools by slug meanwhile."
            />
          ) : undefined
        }
        noMatch={hasNextPage ? searched : undefined}
        panel={{
          param: 'tool',
          show: ({ close, ...panel }) => (
            <ToolPanel
              {...panel}
              readAll={hasNextPage && readAll}
              countedAgents={detailed?.reported}
              onClose={close}
              actions={
                <>
                  {canCreate && (
                    <Button onClick={() => void go({ copy: panel.row?.tool.id })}>Duplicate</Button>
                  )}
                  {canTry && <Button onClick={() => setTriedId(panel.row?.tool.id)}>Try the call</Button>}
                  {canEdit && (
                    <Button onClick={() => void go({ edit: panel.row?.tool.id })}>Edit tool</Button>
                  )}
                </>
              }
            />
          ),
        }}
      />
      <Suspense>
        {triedTool && <TryToolDialog tool={triedTool} onClose={() => setTriedId(undefined)} />}
        {(isNew ? canCreate : formTool && (copy ? canCreate : canEdit)) && (
          <ToolDialog
            kind={isNew ? 'new' : copy ? 'copy' : 'edit'}
            tool={isNew ? undefined : formTool}
            onClose={() => void navigate({ search: ({ q, sort }) => ({ q, sort, tool: edit }) })}
            onDone={(tool) => go({ tool })}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** Whether tools can be created and changed: a write is never tried out, so a service that reads one is taken to do so. */
function useToolWrites(toolId: string | undefined) {
  const { data: readsOne } = useQuery({
    ...readsTools(toolId ?? ''),
    enabled: toolId !== undefined,
  })
  const [creates, updates, tries] = [useOffered(createTool), useOffered(updateTool), useOffered(tryTool)]
  const otherwise = readsOne ?? false
  return { canCreate: creates ?? otherwise, canEdit: updates ?? otherwise, canTry: tries ?? otherwise }
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

/** How many findings there are, as bad as the worst. Notes alone are no finding. */
function ChecksBadge({ checks }: { checks: readonly ToolCheck[] }) {
  const found = checks.filter(({ severity }) => severity !== 'note')
  if (found.length === 0) return <StatusBadge tone="good">No findings</StatusBadge>
  const tone = found.some(({ severity }) => severity === 'error') ? 'bad' : 'busy'
  return (
    <StatusBadge
      tone={tone}
      icon={tone === 'busy' ? TriangleAlert : undefined}
      title={found.map(({ message }) => message).join('\n')}
    >
      {countOf(found.length, 'finding')}
    </StatusBadge>
  )
}
