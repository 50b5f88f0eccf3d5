import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { listAgentVersions } from '../../contract/agent-versions'
import { createTool, updateTool } from '../../contract/tool-changes'
import type { Tool } from '../../contract/tools'
import { tryTool } from '../../contract/try-tool'
import { agentQueries } from '../../queries/agents'
import { agentsInDetail } from '../../queries/agents-in-detail'
import { describeError } from '../../queries/describe-error'
import { prefetch } from '../../queries/prefetch'
import { readsTools } from '../../queries/tool-changes'
import { NoAccessToken, toolQueries } from '../../queries/tools'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { narrowScreen, useMedia } from '../../ui/media'
import { Notice } from '../../ui/notice'
import { countOf, formatCount } from '../../ui/numbers'
import { Page } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { messageOf } from '../-shared/error-notice'
import { Kept } from '../-shared/kept'
import { late } from '../-shared/late'
import { ListTable } from '../-shared/list-table'
import { searchFlag, searchParams, searchText } from '../-shared/search-text'
import { useOffered } from '../-shared/use-offered'
import { toolRows } from './-tool-checks'
import { toolList } from './-tools-table'

// Of a reply with entries that are no tools.
const OtherFields = late(async () => (await import('../-shared/other-fields')).OtherFields)
const ToolDialog = late(async () => (await import('./-tool-dialog')).ToolDialog)
const TryToolDialog = late(async () => (await import('./-try-tool')).TryToolDialog)
const ToolPanel = late(async () => (await import('./-tool-panel')).ToolPanel)

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
  loader: ({ context }) => prefetch(context, [agentQueries.list()]),
  head: () => ({ meta: [{ title: 'Tools · Switchboard' }] }),
  component: Tools,
})

/** So few agents are counted at once; more when somebody asks, because the versions of each are a request. */
const FEW_AGENTS = 8

function Tools() {
  const { q, sort, tool, new: isNew, edit, copy } = Route.useSearch()
  const navigate = Route.useNavigate()
  const tools = useInfiniteQuery(toolQueries.pages())
  const { data: stored } = useQuery(agentQueries.list())
  const narrow = useMedia(narrowScreen)
  const [isAsked, setAsked] = useState(false)
  const isFew = !narrow && stored !== undefined && stored.length <= FEW_AGENTS
  const isWanted = isAsked || isFew || tool !== undefined || sort?.endsWith('usedBy') === true
  // Each agent's versions are read one by one, so what is stored stands until they are there.
  const { data: detailed, isFetching: isCounting } = useQuery({
    ...agentsInDetail(),
    enabled: tools.isSuccess && isWanted,
  })
  const agents = detailed?.agents ?? stored
  const canCount = useOffered(listAgentVersions) !== false && detailed === undefined
  const list = useMemo(() => toolList(!canCount), [canCount])
  const { canCreate, canEdit, canTry } = useToolWrites(tools.data?.tools[0]?.id)
  const { loadAll, stop, loadingAll } = useLoadAll(tools)
  const [tried, setTried] = useState<Tool>()
  const formId = edit ?? copy
  const kind = isNew ? 'new' : copy ? 'copy' : 'edit'
  // An open form does not go with its row.
  const [lastTool, setLastTool] = useState<Tool>()
  const listed = tools.data?.tools.find(({ id }) => id === formId)
  if (listed && listed !== lastTool) setLastTool(listed)
  const formTool = listed ?? (lastTool?.id === formId ? lastTool : undefined)
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
  const counting = canCount && rows.length > 0 && !narrow && (
    <Button key="count" size="sm" pending={isCounting} pendingLabel="Counting" onClick={() => setAsked(true)}>
      Count users
    </Button>
  )
  const searching = q && hasNextPage && (
    <p key="search" className="text-sm whitespace-nowrap text-ink-muted">
      {searched} {readAll}
    </p>
  )
  return (
    <Page
      fill
      title="Tools"
      context="API calls that agents make during a conversation."
      action={
        // Its room is there before it is known whether the service offers it.
        <Button
          writes
          variant="primary"
          icon={Plus}
          onClick={() => void go({ new: true })}
          className={canCreate ? undefined : 'invisible'}
        >
          New tool
        </Button>
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
        list={list}
        query={{ ...tools, error: isFetchNextPageError ? null : tools.error }}
        rows={tools.data && rows}
        // What is searched for is searched in what is loaded; a short result must not load page after page.
        onReachEnd={q ? undefined : readOn}
        beside={narrow ? searching : [counting, searching]}
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
          // Of a list that could not be read, nobody knows whether it has the tool.
          show: ({ close, ...panel }) =>
            tools.data && (
              <ToolPanel
                {...panel}
                readAll={hasNextPage && readAll}
                countedAgents={detailed?.reported}
                onClose={close}
                actions={
                  (canCreate || canTry || canEdit) && (
                    <>
                      {canCreate && (
                        <Button writes onClick={() => void go({ copy: panel.row?.tool.id })}>
                          Duplicate
                        </Button>
                      )}
                      {canTry && (
                        <Button writes onClick={() => setTried(panel.row?.tool)}>
                          Try the call
                        </Button>
                      )}
                      {canEdit && (
                        <Button writes onClick={() => void go({ edit: panel.row?.tool.id })}>
                          Edit tool
                        </Button>
                      )}
                    </>
                  )
                }
              />
            ),
        }}
      />
      {tried && <TryToolDialog tool={tried} onClose={() => setTried(undefined)} />}
      {(isNew || formTool) && (
        // Another tool is another form.
        <Kept key={`${kind} ${formId}`} may={!mayWrite() || (isNew || copy ? canCreate : canEdit)}>
          <ToolDialog
            kind={kind}
            tool={isNew ? undefined : formTool}
            onClose={() => void navigate({ search: ({ q, sort }) => ({ q, sort, tool: edit }) })}
            onDone={(tool) => go({ tool })}
          />
        </Kept>
      )}
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
  const stop = useCallback(() => {
    stopped.current = true
  }, [])
  useEffect(() => stop, [stop])
  return { loadAll: () => void loadAll(), stop, loadingAll }
}
