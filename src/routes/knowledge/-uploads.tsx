import { memo, type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import { describeError } from '../../queries/describe-error'
import type { UploadItem, UploadQueue } from '../../queries/uploads'
import { Button } from '../../ui/button'
import { countOf, formatBytes, formatCount } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { ByteProgress } from '../../ui/progress'
import { FileStatus, failureOf } from './-file-status'
import { heldWords } from './-wait'

/** The documents on their way, and those that did not get there. What became ready folds into one line. */
export function Uploads({
  queue,
  files,
}: {
  queue: UploadQueue
  files: readonly KnowledgeFile[] | undefined
}) {
  const items = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  // Bytes move many times a second; the list of files, which may be long, is gone through only when it changed.
  const listed = useMemo(() => lookUp(files), [files])
  if (items.length === 0) return null
  const rows = items.map((item) => ({
    item,
    file: item.fileId === undefined ? undefined : listed.byId.get(item.fileId),
    sameName: listed.idsOf(item.fileName).some((fileId) => fileId !== item.fileId),
  }))
  const isDone = ({ item, file, sameName }: (typeof rows)[number]) =>
    file !== undefined && progressOf(file.status) === 'ready' && !sameName && item.sameAs === undefined
  const done = rows.filter(isDone)
  const isEnded = ({ item, file }: (typeof rows)[number]) =>
    !isMoving(item) && !(item.state === 'added' && file && progressOf(file.status) === 'waiting')
  const ended = rows.filter(isEnded)
  const dismiss = (which: typeof rows) => {
    for (const { item } of which) queue.dismiss(item.id)
  }
  const canRetry = (which: UploadItem['state']) => items.some((item) => item.canRetry && item.state === which)
  return (
    <Section
      title="Uploads"
      hint={SUMMARY.flatMap(([words, ...states]) => {
        const { length } = items.filter(({ state }) => states.includes(state))
        return length > 0 ? `${formatCount(length)} ${words}` : []
      }).join(', ')}
      action={
        items.length > 1 && (
          <div className="flex flex-wrap justify-end gap-1">
            {(canRetry('failed') || canRetry('unrecorded')) && (
              <Button size="sm" onClick={() => queue.retryAll()}>
                {canRetry('failed') ? 'Retry all failed' : 'Finish all'}
              </Button>
            )}
            {ended.length > 0 && (
              <Button size="sm" variant="quiet" onClick={() => dismiss(ended)}>
                Clear finished
              </Button>
            )}
          </div>
        )
      }
    >
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[32dvh] overflow-y-auto rounded-md border border-line"
      >
        {rows
          .filter((row) => !isDone(row))
          .map((row) => (
            <Upload key={row.item.id} {...row} queue={queue} />
          ))}
        {done.length > 0 && (
          <Line
            actions={
              <Button size="sm" variant="quiet" onClick={() => dismiss(done)}>
                Dismiss
              </Button>
            }
          >
            {ingestedOf(done.map(({ item }) => item.fileName))}
          </Line>
        )}
      </ul>
    </Section>
  )
}

const isMoving = ({ state }: UploadItem) => state === 'queued' || state === 'working'

function lookUp(files: readonly KnowledgeFile[] = []) {
  const byId = new Map(files.map((file) => [file.fileId, file]))
  const byName = new Map<string, string[]>()
  for (const { fileName, fileId } of files) {
    if (fileName === undefined) continue
    const ids = byName.get(fileName)
    if (ids) ids.push(fileId)
    else byName.set(fileName, [fileId])
  }
  return { byId, idsOf: (name: string) => byName.get(name) ?? [] }
}

/** One row; drawn again only when something of its own changes, as there may be hundreds. */
const Upload = memo(function Upload({
  item,
  file,
  sameName,
  queue,
}: {
  item: UploadItem
  file: KnowledgeFile | undefined
  sameName: boolean
  queue: UploadQueue
}) {
  const moving = isMoving(item)
  const action = (label: string, run: () => void) => (
    <Button size="sm" variant="quiet" aria-label={`${label} ${item.fileName}`} onClick={run}>
      {label}
    </Button>
  )
  return (
    <Line
      actions={
        <>
          {moving && action('Cancel', () => queue.cancel(item.id))}
          {item.canRetry &&
            action(item.state === 'unrecorded' ? 'Finish' : 'Retry', () => queue.retry(item.id))}
          {!moving && action('Dismiss', () => queue.dismiss(item.id))}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 wrap-anywhere font-semibold">{item.fileName}</span>
        <span className="text-sm text-ink-muted">{formatBytes(item.size)}</span>
        {file && <FileStatus status={file.status} />}
      </p>
      <Progress item={item} file={file} />
      {sameName && (
        <p className="text-sm text-ink-muted">{`There is already a file named ${item.fileName}. Both files are kept. Add a date to tell them apart.`}</p>
      )}
      {item.sameAs !== undefined && (
        <p className="text-sm text-ink-muted">{`It has the same content as ${item.sameAs}, which was uploaded before it.`}</p>
      )}
    </Line>
  )
})

/** What is being done, or what went wrong and what to do, in words. */
function Progress({ item, file }: { item: UploadItem; file: KnowledgeFile | undefined }) {
  if (item.state === 'failed') {
    const { message, nextStep } = describeError(item.error)
    return (
      <p role="alert" className="text-sm text-bad">
        {message} {nextStep}
      </p>
    )
  }
  if (item.state === 'working' && item.step?.name === 'upload') {
    const { sent, total } = item.step
    return (
      <ByteProgress
        label={`Uploading ${item.fileName}`}
        sent={sent}
        total={total}
        bytesPerSecond={item.bytesPerSecond}
      />
    )
  }
  const failure = file && failureOf(file)
  if (failure) return <p className="text-sm text-bad">{failure}</p>
  const text = textOf(item, file)
  return text && <p className="text-sm text-ink-muted">{text}</p>
}

function textOf({ state, step, heldUntil }: UploadItem, file: KnowledgeFile | undefined) {
  if (state === 'queued' && heldUntil !== undefined) return heldWords(heldUntil)
  if (state === 'working') return STEPS[step?.name ?? 'queued']
  if (state === 'failed') return undefined
  if (state !== 'added' || !file) return STEPS[state]
  return progressOf(file.status) === 'waiting' ? 'Added, being read' : undefined
}

function Line({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
      <div className="flex min-w-0 grow flex-col gap-0.5">{children}</div>
      <div className="flex shrink-0 gap-1">{actions}</div>
    </li>
  )
}

const STEPS = {
  queued: 'Waiting for its turn',
  check: 'Looking at the document',
  address: 'Asking for an upload address',
  upload: 'Uploading',
  record: 'Creating the file record',
  added: 'Added, not listed yet',
  cancelled: 'Cancelled. Nothing was added.',
  unrecorded:
    'Uploaded before the page was left, but it has no file record yet. Finish creates it, without uploading again.',
  interrupted: 'Interrupted. Choose the file again.',
}

/** How all uploads stand, in one line. */
const SUMMARY: readonly (readonly [words: string, ...states: UploadItem['state'][]])[] = [
  ['on the way', 'queued', 'working'],
  ['uploaded', 'added'],
  ['failed', 'failed'],
  ['interrupted', 'unrecorded', 'interrupted'],
]

const ingestedOf = (names: readonly string[]) =>
  names.length <= 3
    ? names.map((name) => `${name} is INGESTED.`).join(' ')
    : `${countOf(names.length, 'file')} are INGESTED.`
