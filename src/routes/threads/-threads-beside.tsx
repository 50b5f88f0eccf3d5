import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { threadRecordQueries } from '../../queries/thread-records'
import { mergeThreads } from '../../queries/thread-rows'
import type { StartedThread } from '../../queries/threads'
import { useMedia, vastScreen } from '../../ui/media'
import { TimeText } from '../../ui/time-text'
import { nameOfPerson } from '../-shared/channels'
import { ListBeside } from '../-shared/list-beside'
import { ThreadState } from '../-shared/thread-state'

/** A thread with the other threads beside it. */
export function ThreadsBeside({
  started,
  agents,
  shown,
  children,
}: {
  started: readonly StartedThread[]
  agents: readonly StoredAgent[]
  shown: string
  children: ReactNode
}) {
  const isVast = useMedia(vastScreen)
  const listed = useInfiniteQuery({ ...threadRecordQueries.pages(), enabled: isVast })
  const items = useMemo(
    () =>
      (isVast ? mergeThreads(listed.data?.items ?? [], started, agents) : []).map((thread) => ({
        key: thread.id,
        link: { to: '/threads/$startedId', params: { startedId: thread.id } } as const,
        title: nameOfPerson(thread),
        state: (
          <>
            <ThreadState thread={thread} />
            <span className="text-ink-muted">
              <TimeText time={thread.startedAt} />
            </span>
          </>
        ),
      })),
    [isVast, listed.data, started, agents],
  )
  return (
    <ListBeside label="Threads" items={items} shown={shown}>
      {children}
    </ListBeside>
  )
}
