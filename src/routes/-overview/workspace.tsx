import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { listAgents } from '../../contract/agent-list'
import { progressOf } from '../../contract/files'
import type { searchPassages } from '../../contract/search'
import { agentQueries, areToCome } from '../../queries/agents'
import { anyThread } from '../../queries/any-thread'
import { callRecordQueries } from '../../queries/call-records'
import { collectionQueries } from '../../queries/collections'
import { evidenceQueries } from '../../queries/evidence'
import { isOffered, offerQueries } from '../../queries/extension'
import { fileQueries } from '../../queries/files'
import { infoQueries } from '../../queries/info'
import { ledgerQueries } from '../../queries/ledger'
import { mergeCalls } from '../../queries/merge-calls'
import { newestCalls } from '../../queries/newest-calls'
import { mayHaveOpen, subscribeOpen } from '../../queries/open-note'
import { openWork } from '../../queries/open-work'
import { runQueries } from '../../queries/runs'
import { Button } from '../../ui/button'
import { useNow } from '../../ui/clock'
import { mayWrite } from '../../ui/role'
import { DRAFT_PREFIX, readStored, writeStored } from '../../ui/storage'
import { toast } from '../../ui/toast-store'
import { late } from '../-shared/late'
import { askQuestion } from '../-shared/question'
import { attentionOf, type OpenDraft } from './attention'
import { AttentionList } from './attention-list'
import { FigureList } from './figure-list'
import { lastLaunches } from './figures'
import { begunOf, FirstSteps, stepsOf } from './first-steps'
import { isSettled, RecentWaiting, Waiting } from './waiting'

const Recent = late(async () => (await import('./recent')).Recent, <RecentWaiting />)

/** Its name alone, so that nothing is loaded for it. */
const SEARCH = 'searchPassages' satisfies (typeof searchPassages)['name']

const HIDDEN = 'switchboard.first-steps'

/** A workspace with something in it: what needs attention, the figures, and what is recent, below a `notice` of what failed. */
export function Workspace({ notice }: { notice: ReactNode }) {
  const files = useQuery(fileQueries.list())
  const collections = useQuery(collectionQueries.list())
  const agents = useQuery(agentQueries.list())
  const launched = useQuery(newestCalls())
  const listed = useInfiniteQuery(callRecordQueries.pages())
  const runs = useQuery(runQueries.list())
  // Runs that are read become evidence.
  const evidence = useQuery({ ...evidenceQueries.list(), enabled: isSettled(runs) })
  const writes = useQuery(ledgerQueries.open())
  const [hadWork] = useState(mayHaveOpen)
  const hasWork = useSyncExternalStore(subscribeOpen, mayHaveOpen)
  const work = useQuery({ ...openWork(), enabled: hadWork || hasWork })
  const info = useQuery(infoQueries.connection())
  const now = useNow()
  const [drafts] = useState(openDrafts)
  const [isHidden, setHidden] = useState(() => readStored(HIDDEN) !== null)
  const hide = (how: 'hidden' | null) => {
    writeStored(HIDDEN, how)
    setHidden(how !== null)
  }
  const reported = useQuery(agentQueries.reported())
  const { data: offers } = useQuery(offerQueries.all())
  const listsAgents = !offers || isOffered(offers, listAgents) !== false
  const mayAsk = offers?.answered[SEARCH]?.offered !== false
  const calls = useMemo(
    () => mergeCalls(listed.data?.items ?? [], lastLaunches(launched.data?.launches ?? [])),
    [launched.data, listed.data],
  )
  const begun = begunOf(calls)
  const asksThreads = [launched, listed].every(isSettled) && begun === 0
  const others = useQuery({ ...anyThread(), enabled: asksThreads })
  // Shown at once, so that nothing moves what stands below it.
  const reads = [files, collections, agents, launched, listed, runs, evidence, writes, info]
  const mayRest = reads.every(isSettled) && !areToCome(agents, reported)
  if (!mayRest || (hadWork && !isSettled(work)) || (asksThreads && !isSettled(others))) return <Waiting />

  // None stored here, and a list that could not be read, is not none; nor is one that a service lacks which cannot be asked for anything.
  const isUnread = !files.data || files.error !== null
  const listsCalls = listed.data?.offered !== false
  const listedAgents = agents.data?.length === 0 && (reported.error || isUnread) ? undefined : agents.data
  const listedCalls = (listed.data && !isUnread) || calls.length > 0 ? calls : undefined
  const { apiKey = true, accessToken = true } = info.data?.credentials ?? {}
  const attention = attentionOf({
    now,
    missing: [...(apiKey ? [] : ['SERVICE_API_KEY']), ...(accessToken ? [] : ['SERVICE_ACCESS_TOKEN'])],
    files: files.data?.items,
    writes: writes.data,
    agents: listedAgents,
    evidence: evidence.data,
    work: work.data,
    drafts,
  })
  const steps = stepsOf({
    files: files.data?.items ?? [],
    collections: collections.data?.items ?? [],
    agents: agents.data ?? [],
    conversations: begun + (others.data ? 1 : 0),
  })
  const isRead = files.data && collections.data && listedAgents
  // What was read before is in no order that anybody knows now.
  const isAllRead =
    isRead && [files, collections, agents, runs, evidence, writes].every(({ data, error }) => data && !error)
  const showsSteps = isRead && mayWrite() && !isHidden && steps.some(({ done }) => !done)
  return (
    <>
      {notice}
      {showsSteps && (
        <FirstSteps
          steps={steps}
          onHide={() => {
            hide('hidden')
            toast({
              tone: 'info',
              title: 'First steps are hidden',
              action: { label: 'Undo', onSelect: () => hide(null) },
            })
          }}
        />
      )}
      {(attention.length > 0 || (isAllRead && !showsSteps)) && <AttentionList items={attention} />}
      {files.data?.items.some(({ status }) => progressOf(status) === 'ready') && mayAsk && <Ask />}
      <FigureList
        files={files.data?.items}
        isCut={files.data?.nextCursor !== undefined}
        agents={listsAgents || agents.data?.length ? listedAgents : undefined}
        calls={listsCalls || calls.length > 0 ? listedCalls : undefined}
        more={listed.hasNextPage || launched.data?.more === true}
        unread={!listed.data || (isUnread && !listsCalls)}
        isSaid={isUnread}
        runs={runs.data}
        now={now}
      />
      <Recent
        calls={listedCalls}
        isListed={listsCalls}
        isCut={launched.data?.more}
        isSaid={isUnread}
        agents={agents.data ?? []}
      />
    </>
  )
}

/** Where the documents are asked; what they answer opens over the screen. */
function Ask() {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim()) void navigate(askQuestion(text.trim()))
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <search>
      <form onSubmit={onSubmit} className="flex max-w-[44rem] gap-2">
        <input
          type="search"
          aria-label="Ask your documents"
          placeholder="Ask your documents"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="control"
        />
        <Button type="submit">Ask</Button>
      </form>
    </search>
  )
}

/** The drafts that this tab stores, without a form being loaded. What was sent and may be done is listed as a write. */
function openDrafts(): readonly OpenDraft[] {
  try {
    return Object.entries<string>(sessionStorage).flatMap(([name, text]) => {
      const { $label, $sent, $search } = name.startsWith(DRAFT_PREFIX) ? JSON.parse(text) : { $sent: true }
      return $sent ? [] : { key: name.slice(DRAFT_PREFIX.length), label: $label, search: $search }
    })
  } catch {
    return []
  }
}
