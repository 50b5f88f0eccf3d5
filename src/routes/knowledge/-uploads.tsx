import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { describeError } from '../../queries/describe-error'
import type { UploadItem, UploadQueue } from '../../queries/uploads'
import { announce } from '../../ui/announce'
import { Button } from '../../ui/button'
import { useNow } from '../../ui/clock'
import { Notice } from '../../ui/notice'
import { countOf, formatCount } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { CountProgress } from '../../ui/progress'
import { toast } from '../../ui/toast-store'
import { filesAre, firstNames } from './-file-status'
import {
  endOf,
  inOrder,
  isOver,
  lackOf,
  sameNameOf,
  summaryOf,
  type UploadRow,
  wordsOf,
} from './-upload-groups'
import { Group, Line, type RowActions, Upload } from './-upload-rows'

export { uploadsOf } from '../../queries/uploads'

/** So many of those that wait for the same are shown. */
const WAITING_SHOWN = 5

/** Ends that come no further apart than this, in milliseconds, are told together. */
const TOGETHER_MS = 500

/** Those of which was told that they were refused or skipped; one that is tried again is another object. */
const told = new WeakSet<UploadItem>()

/**
 * The documents on their way, and those that did not get there: what needs a person first, then what moves, then what is done. What became
 * ready folds into one line. `collectionId`: only those for this collection; `onDelete`, `onAdd`: ask for deleting files, and for the collection of
 * those that are in none, as `isLoose` says.
 */
export function Uploads({
  queue,
  files,
  isCut,
  collectionId,
  onDelete,
  onAdd,
  isLoose,
}: {
  queue: UploadQueue
  files: readonly KnowledgeFile[] | undefined
  /** The service has more files than these. */
  isCut: boolean
  collectionId?: string
  onDelete?: (files: readonly KnowledgeFile[]) => void
  onAdd?: (files: readonly KnowledgeFile[]) => void
  isLoose?: (file: KnowledgeFile) => boolean
}) {
  const all = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  // Bytes move many times a second; the list of files, which may be long, is gone through only when it changed.
  const listed = useMemo(() => lookUp(files), [files])
  // After every change of the list or of the queue; there is mostly nothing to do.
  useEffect(() => queue.confirm(listed.byId))
  const items =
    collectionId === undefined
      ? all
      : all.filter(({ collections }) => collections?.some(({ id }) => id === collectionId))
  const rows = items.map((item): UploadRow => {
    const file = item.fileId === undefined ? undefined : listed.byId.get(item.fileId)
    const lacks = file ? undefined : lackOf(item, files !== undefined, isCut)
    const row = { item, file, lacks } as const
    return { ...row, sameName: sameNameOf(row, listed.named(item.fileName)) }
  })
  const news = rows.filter(({ item }) => /failed|skipped/.test(item.state) && !told.has(item))
  const tell = useEffectEvent(() => {
    for (const { item } of news) told.add(item)
    const [row] = news
    if (row) announce(news.length > 1 ? summaryOf(news) : `${row.item.fileName}: ${endOf(row)}`)
  })
  useEffect(() => {
    if (news.length === 0) return
    const timer = setTimeout(tell, TOGETHER_MS)
    return () => clearTimeout(timer)
  }, [news.length])
  if (items.length === 0) return null
  const { needing, moving, reading, waiting, ended, ready } = inOrder(rows)
  const over = rows.filter(isOver)
  const dismiss = (which: readonly UploadRow[]) => {
    const undo = queue.dismiss(...which.map(({ item }) => item.id))
    toast({
      tone: 'info',
      title: `${countOf(which.length, 'upload')} cleared from the list`,
      action: { label: 'Undo', onSelect: undo },
    })
  }
  const cancelAll = () => {
    const ids = [...moving, ...waiting].map(({ item }) => item.id)
    toast({
      tone: 'info',
      title: `${countOf(queue.cancel(...ids), 'upload')} cancelled`,
      action: { label: 'Undo', onSelect: () => queue.retry(...ids) },
    })
  }
  const again = items.filter(({ canRetry, state }) => canRetry && state !== 'cancelled')
  const actions = { queue, dismiss, onDelete }
  const loose = ready.flatMap(({ file }) => (file && isLoose?.(file) ? file : []))
  const onTheWay = waiting.length + moving.length
  return (
    <Section
      title="Uploads"
      hint={summaryOf(rows)}
      action={
        items.length > 1 && (
          <div className="flex flex-wrap justify-end gap-1">
            {onTheWay > 1 && (
              <Button size="sm" onClick={cancelAll}>
                Cancel all
              </Button>
            )}
            {again.length > 0 && (
              <Button size="sm" onClick={() => queue.retry(...again.map(({ id }) => id))}>
                {again.some(({ state }) => state === 'failed') ? 'Retry all failed' : 'Finish all'}
              </Button>
            )}
            {over.length > 0 && (
              <Button size="sm" variant="quiet" onClick={() => dismiss(over)}>
                Clear finished
              </Button>
            )}
          </div>
        )
      }
    >
      {onTheWay > 1 && <AllProgress queue={queue} />}
      <Paused queue={queue} />
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[32dvh] overflow-y-auto rounded-md border border-line"
      >
        {needing.map((group) => (
          <Group key={group.rows[0]?.item.id} group={group} {...actions} />
        ))}
        {moving.map((row) => (
          <Upload key={row.item.id} row={row} {...actions} />
        ))}
        <First rows={waiting} rest={['waits for its turn', 'wait for their turn']} {...actions} />
        <First
          rows={reading}
          rest={files && !isCut ? ['is being read', 'are being read'] : ['was added', 'were added']}
          {...actions}
        />
        {ended.map((group) => (
          <Group key={group.rows[0]?.item.id} group={group} {...actions} />
        ))}
        {ready.length > 0 && (
          <Line
            actions={
              <>
                {loose.length > 0 && (
                  <Button writes size="sm" onClick={() => onAdd?.(loose)}>
                    Add to a collection
                  </Button>
                )}
                <Button size="sm" variant="quiet" onClick={() => dismiss(ready)}>
                  Dismiss
                </Button>
              </>
            }
          >
            {ingestedOf(ready.map(({ item }) => item.fileName))}
            {loose.length > 0 &&
              (loose.length < ready.length
                ? ` ${filesAre(loose.length)} not in a collection yet.`
                : ' Not in a collection yet.')}
          </Line>
        )}
      </ul>
    </Section>
  )
}

/** The first few of those that wait for the same, and how many more do. */
function First({
  rows,
  rest: [one, many],
  ...actions
}: RowActions & { rows: readonly UploadRow[]; rest: readonly [one: string, many: string] }) {
  const more = rows.length - WAITING_SHOWN
  return (
    <>
      {rows.slice(0, WAITING_SHOWN).map((row) => (
        <Upload key={row.item.id} row={row} {...actions} />
      ))}
      {more > 0 && (
        <Line>
          <span className="text-ink-muted">{`${formatCount(more)} more ${more === 1 ? one : many}`}</span>
        </Line>
      )}
    </>
  )
}

/** What to do about it is said where the list could not be read, and nothing has to be done here. */
function reasonOf(error: unknown) {
  const { message } = describeError(error)
  return /^.*?\.(?=\s|$)/.exec(message)?.[0] ?? message
}

/** Says once for all why nothing goes up now. */
function Paused({ queue }: { queue: UploadQueue }) {
  const { pause } = queue
  if (!pause) return null
  const reason = pause.why === 'busy' ? 'The service is busy.' : reasonOf(pause.error)
  return (
    <Notice
      tone="warn"
      title="Uploads are paused"
      message={`${reason} They continue by themselves.`}
      action={
        <Button size="sm" onClick={() => queue.tryNow()}>
          Try now
        </Button>
      }
    />
  )
}

function AllProgress({ queue }: { queue: UploadQueue }) {
  const now = useNow()
  const { done = 0, total = 0 } = queue.progress ?? {}
  return (
    <CountProgress
      label="All uploads"
      done={done}
      total={total}
      words={queue.pause ? 'paused' : queue.progress && wordsOf(queue.progress, now)}
    />
  )
}

function lookUp(files: readonly KnowledgeFile[] = []) {
  const byId = new Map(files.map((file) => [file.fileId, file]))
  const byName = new Map<string | undefined, KnowledgeFile[]>()
  for (const file of files) {
    const named = byName.get(file.fileName)
    if (named) named.push(file)
    else byName.set(file.fileName, [file])
  }
  return { byId, named: (name: string) => byName.get(name) ?? [] }
}

const ingestedOf = (names: readonly string[]) =>
  names.length <= 3
    ? names.map((name) => `${name} is INGESTED.`).join(' ')
    : `${firstNames(names)} are INGESTED.`
