import { type ReactNode, useSyncExternalStore } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import { describeError } from '../../queries/describe-error'
import type { UploadItem, UploadQueue } from '../../queries/uploads'
import { Button } from '../../ui/button'
import { ByteProgress } from '../../ui/byte-progress'
import { formatBytes } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { FileStatus, failureOf } from './-file-status'
import { words } from './-files-words'

const say = words.uploads

/** The documents on their way, and those that did not get there. What became ready folds into one line. */
export function Uploads({
  queue,
  files,
}: {
  queue: UploadQueue
  files: readonly KnowledgeFile[] | undefined
}) {
  const items = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  if (items.length === 0) return null
  const rows = items.map((item) => ({
    item,
    file: files?.find(({ fileId }) => fileId === item.fileId),
    sameName: files?.some(({ fileId, fileName }) => fileName === item.fileName && fileId !== item.fileId),
  }))
  const isDone = ({ file, sameName }: (typeof rows)[number]) =>
    file !== undefined && progressOf(file.status) === 'ready' && !sameName
  const done = rows.filter(isDone)
  const dismiss = (ended: readonly UploadItem[]) => {
    for (const { id } of ended) queue.dismiss(id)
  }
  return (
    <Section title={say.title}>
      <ul className="max-h-[32dvh] overflow-y-auto rounded-md border border-line">
        {rows
          .filter((row) => !isDone(row))
          .map((row) => (
            <Upload key={row.item.id} {...row} queue={queue} />
          ))}
        {done.length > 0 && (
          <Line
            actions={
              <Button size="sm" variant="quiet" onClick={() => dismiss(done.map(({ item }) => item))}>
                {say.dismiss}
              </Button>
            }
          >
            {say.ingested(done.map(({ item }) => item.fileName))}
          </Line>
        )}
      </ul>
    </Section>
  )
}

function Upload({
  item,
  file,
  sameName,
  queue,
}: {
  item: UploadItem
  file: KnowledgeFile | undefined
  sameName: boolean | undefined
  queue: UploadQueue
}) {
  const moving = item.state === 'queued' || item.state === 'working'
  const action = (label: string, run: () => void) => (
    <Button size="sm" variant="quiet" aria-label={say.of(label, item.fileName)} onClick={run}>
      {label}
    </Button>
  )
  return (
    <Line
      actions={
        <>
          {moving && action(say.cancel, () => queue.cancel(item.id))}
          {item.canRetry && action(say.retry, () => queue.retry(item.id))}
          {!moving && action(say.dismiss, () => queue.dismiss(item.id))}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 wrap-anywhere font-semibold">{item.fileName}</span>
        <span className="text-sm text-ink-muted">{formatBytes(item.size)}</span>
        {file && <FileStatus status={file.status} />}
      </p>
      <Progress item={item} file={file} />
      {sameName && <p className="text-sm text-ink-muted">{say.sameName(item.fileName)}</p>}
    </Line>
  )
}

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
        label={say.progress(item.fileName)}
        sent={sent}
        total={total}
        bytesPerSecond={item.bytesPerSecond}
      />
    )
  }
  const failure = file && failureOf(file)
  if (failure) return <p className="text-sm text-bad">{failure}</p>
  if (item.state === 'working') return <Step>{say.steps[item.step?.name ?? 'queued']}</Step>
  if (item.state !== 'added') return <Step>{say.steps[item.state]}</Step>
  if (!file) return <Step>{say.steps.added}</Step>
  return progressOf(file.status) === 'waiting' ? <Step>{say.steps.reading}</Step> : null
}

const Step = ({ children }: { children: ReactNode }) => <p className="text-sm text-ink-muted">{children}</p>

function Line({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
      <div className="flex min-w-0 grow flex-col gap-0.5">{children}</div>
      <div className="flex shrink-0 gap-1">{actions}</div>
    </li>
  )
}
