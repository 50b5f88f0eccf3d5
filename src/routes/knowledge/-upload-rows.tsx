import { memo, type ReactNode } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { UploadItem, UploadQueue } from '../../queries/uploads'
import { Button } from '../../ui/button'
import { countOf, formatBytes, formatCount } from '../../ui/numbers'
import { ByteProgress } from '../../ui/progress'
import { FileStatus } from './-file-status'
import {
  endOf,
  groupTitle,
  isCalm,
  isOver,
  namesOf,
  SAME_NAME,
  type UploadGroup,
  type UploadRow,
} from './-upload-groups'

/** So many documents of a group are named. */
const NAMED_MAX = 200

export interface RowActions {
  readonly queue: UploadQueue
  readonly dismiss: (rows: readonly UploadRow[]) => void
  /** Asks for deleting files; absent where that is not offered. */
  readonly onDelete: ((files: readonly KnowledgeFile[]) => void) | undefined
}

/** What can be done with some rows of one kind. `what`: their name, or how many they are. */
function Actions({
  rows,
  what,
  queue,
  dismiss,
  onDelete,
}: RowActions & { rows: readonly UploadRow[]; what: string }) {
  const [first] = rows
  if (!first) return null
  const ids = rows.map(({ item }) => item.id)
  const action = (label: string, run: () => void) => (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`${label} ${what}`}
      onClick={({ currentTarget }) => {
        // The button goes, or its row to another place.
        currentTarget.closest<HTMLElement>('ul[tabindex]')?.focus({ preventScroll: true })
        run()
      }}
    >
      {label}
    </Button>
  )
  const { state } = first.item
  const files = rows.flatMap(({ file }) => file ?? [])
  const isUnreadable = state === 'added' && files.every(({ status }) => progressOf(status) === 'failed')
  return (
    <>
      {(state === 'queued' || state === 'working') && action('Cancel', () => queue.cancel(...ids))}
      {rows.some(({ item }) => item.canRetry) &&
        action(state === 'unrecorded' ? 'Finish' : 'Retry', () => queue.retry(...ids))}
      {state === 'skipped' && action('Upload anyway', () => queue.uploadAnyway(...ids))}
      {isUnreadable && onDelete && files.length > 0 && action('Delete', () => onDelete(files))}
      {state !== 'queued' && state !== 'working' && action('Dismiss', () => dismiss(rows))}
    </>
  )
}

/** Documents of which the same is to be said: one line for all, and each by name when it is opened. */
export function Group({ group, ...actions }: RowActions & { group: UploadGroup }) {
  const { rows } = group
  const [only] = rows
  if (only && rows.length === 1) return <Upload row={only} {...actions} />
  const isEnd = rows.every((row) => endOf(row) === undefined || isCalm(row))
  const more = rows.length - NAMED_MAX
  return (
    <Line actions={<Actions rows={rows} what={countOf(rows.length, 'file')} {...actions} />}>
      <details>
        <summary className={`min-h-6 cursor-pointer wrap-anywhere ${isEnd ? 'text-ink-muted' : 'text-bad'}`}>
          {groupTitle(group)}
        </summary>
        <ul className="max-h-[24dvh] overflow-y-auto py-1 text-sm">
          {rows.slice(0, NAMED_MAX).map((row) => (
            <li key={row.item.id} className="flex flex-wrap items-center justify-between gap-x-3 py-0.5">
              <span className="min-w-0 wrap-anywhere">
                {row.item.fileName}{' '}
                <span className="text-ink-muted">
                  {[formatBytes(row.item.size), sameAsWords(row.item)].filter(Boolean).join(', ')}
                </span>
              </span>
              <span className="flex gap-1">
                <Actions rows={[row]} what={row.item.fileName} {...actions} />
              </span>
            </li>
          ))}
          {more > 0 && <li className="text-ink-muted">{`${formatCount(more)} more`}</li>}
        </ul>
      </details>
    </Line>
  )
}

/** One row; drawn again only when something of its own changes, as there may be hundreds. */
export const Upload = memo(
  function Upload({ row, ...actions }: RowActions & { row: UploadRow }) {
    const { item, file, sameName } = row
    const same = sameAsWords(item)
    return (
      <Line actions={<Actions rows={[row]} what={item.fileName} {...actions} />}>
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 wrap-anywhere font-semibold">{item.fileName}</span>
          <span className="text-sm text-ink-muted">
            {[
              formatBytes(item.size),
              item.collections && `to ${namesOf(item)}`,
              item.prompt !== undefined && 'with a retrieval prompt',
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
          {file && <FileStatus status={file.status} />}
        </p>
        <Progress row={row} />
        {sameName && (
          <p className="text-sm text-ink-muted">
            {sameName === 'content'
              ? SAME_NAME.content
              : `There is already a file named ${item.fileName}. Both files are kept. Add a date to tell them apart.`}
          </p>
        )}
        {same && <p className="text-sm text-ink-muted">{same}</p>}
      </Line>
    )
  },
  // Rows are put together anew with every byte that moves; what they show is not.
  (one, other) =>
    one.row.item === other.row.item &&
    one.row.file === other.row.file &&
    one.row.lacks === other.row.lacks &&
    one.row.sameName === other.row.sameName &&
    one.onDelete === other.onDelete,
)

const sameAsWords = ({ sameAs }: UploadItem) =>
  sameAs === undefined ? undefined : `It has the same content as ${sameAs}.`

/** What is being done, or what went wrong and what to do, in words. */
function Progress({ row }: { row: UploadRow }) {
  const { item, file, lacks } = row
  const end = endOf(row)
  if (end !== undefined) {
    const isBad = item.state === 'failed' || (item.state === 'added' && !isCalm(row))
    return <p className={`text-sm ${isBad ? 'text-bad' : 'text-ink-muted'}`}>{end}</p>
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
  if (isOver(row) && lacks !== 'beyond') return null
  const added = file ? 'Added, being read' : lacks ? ADDED[lacks] : 'Added, not listed yet'
  const words = item.state === 'added' ? added : STEPS[stepOf(item)]
  // As high as the bar that comes and goes in its place, or every row below would move up and down with it.
  return <p className="min-h-6 text-sm text-ink-muted">{words}</p>
}

const ADDED = { unknown: 'Added', deleted: 'Added', beyond: 'Added, beyond what the service lists' }

const stepOf = ({ state, step }: UploadItem) => (state === 'working' ? (step?.name ?? 'queued') : 'queued')

const STEPS = {
  queued: 'Waiting for its turn',
  elsewhere: 'Another tab is uploading the same file. Waiting for it',
  check: 'Reading the document',
  address: 'Starting the upload',
  upload: 'Uploading',
  record: 'Adding it to the files',
  collection: 'Putting it into the collection',
}

export function Line({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-b border-line px-3 py-1.5 last:border-b-0">
      {/* What is said has room before what can be done, which else goes below it. */}
      <div className="flex min-w-0 shrink grow basis-56 flex-col gap-0.5">{children}</div>
      <div className="ml-auto flex shrink-0 flex-wrap justify-end gap-1">{actions}</div>
    </li>
  )
}
