import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { isUpdated } from '../../queries/new-build'
import { holdPage, perPage } from '../../queries/page'
import { hasTakenUp, mayHaveLeft, queueOf, subscribeUploads } from '../../queries/upload-count'
import type { UploadItem, UploadQueue } from '../../queries/uploads'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { useLate } from '../../ui/use-late'
import { useStirred } from '../../ui/use-stirred'

type About = Parameters<UploadQueue['add']>[1]

// Code of a build that is gone does not come back, so it is not asked for again and again.
const loadUploads = () => (isUpdated ? Promise.reject<never>() : import('./-uploads'))

const never = () => () => undefined

type Chosen = readonly (readonly [files: readonly File[], about: About])[]

/** What was chosen and could not be put into the queue, whose code did not come: of the page, so that going to another screen loses none of it. */
const waitingOf = perPage(() => {
  const waiting = {
    chosen: [] as Chosen,
    /** Of the screen that is there now. */
    show: (_: Chosen): void => undefined,
    keep(chosen: Chosen) {
      holdPage(waiting, chosen.length > 0)
      waiting.chosen = chosen
      waiting.show(chosen)
    },
  }
  return waiting
})

/**
 * The queue of documents, and what shows it: neither is needed for the first picture (D641). They load when a person moves something, as the
 * console's own server may be gone when files are dropped, or at once where an earlier page may have left documents.
 *
 * - `isHere`: whether a document is shown here; without it all are
 */
export function useUploads(isHere: (item: UploadItem) => boolean | undefined = () => true) {
  const client = useQueryClient()
  const made = queueOf(client)
  // Bytes move many times a second, which changes nothing here.
  const shown = useSyncExternalStore(
    made?.subscribe ?? never,
    () => made?.getSnapshot().filter(isHere).length ?? 0,
  )
  const kept = waitingOf(client)
  const [waiting, show] = useState(kept.chosen)
  useEffect(() => {
    kept.show = show
  }, [kept])
  const stirred = useStirred()
  const late = useLate(
    loadUploads,
    waiting.length + shown > 0 ? 'now' : stirred || mayHaveLeft() ? 'soon' : undefined,
  )
  const [mayCome] = useState(mayHaveLeft)
  const isTaken = useSyncExternalStore(subscribeUploads, hasTakenUp)
  const queue = made ?? late.part?.uploadsOf(client)
  useEffect(() => {
    if (!queue || waiting.length === 0) return
    for (const each of kept.chosen) queue.add(...each)
    kept.keep([])
  }, [queue, waiting, kept])
  return {
    queue,
    late,
    /** What an earlier page left is about to be shown. */
    isComing: mayCome && !isTaken && !late.missed,
    /** How many documents are to be shown. */
    count: waiting.reduce((sum, [files]) => sum + files.length, shown),
    add: (...chosen: readonly [files: readonly File[], about: About]) => {
      if (queue) queue.add(...chosen)
      else
        loadUploads().then(
          ({ uploadsOf }) => {
            uploadsOf(client).add(...chosen)
            kept.show([...kept.chosen])
          },
          () => kept.keep([...kept.chosen, chosen]),
        )
    },
  }
}

/** The documents on their way, or that they cannot be shown; below them what else is there, which comes no sooner than they, as it would move. */
export function UploadsHere({
  of: { queue, late, isComing, count },
  children,
  ...shown
}: { of: ReturnType<typeof useUploads>; children: ReactNode } & Omit<
  ComponentProps<typeof import('./-uploads').Uploads>,
  'queue'
>) {
  return (
    <>
      {late.part && queue && <late.part.Uploads queue={queue} {...shown} />}
      {late.failed && (
        <Notice
          tone="error"
          title={`${countOf(count, 'upload')} cannot be shown`}
          message={
            isUpdated
              ? 'Switchboard was updated. Reload the page, then choose the files again.'
              : "Can't reach Switchboard. Nothing you chose is lost: it starts by itself when Switchboard answers."
          }
          action={
            <Button size="sm" onClick={late.retry}>
              Try again
            </Button>
          }
        />
      )}
      {isComing ? <div className="grow" /> : children}
    </>
  )
}
