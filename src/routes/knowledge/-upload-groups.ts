import { type KnowledgeFile, progressOf } from '../../contract/files'
import { errorLine } from '../../queries/trouble'
import type { UploadItem, UploadProgress } from '../../queries/uploads'
import { countOf, formatCount, isolated } from '../../ui/numbers'
import { formatDuration } from '../../ui/time-words'
import { failureOf } from './-file-status'

/** A document of the queue, with its file once the list has it. */
export interface UploadRow {
  readonly item: UploadItem
  readonly file: KnowledgeFile | undefined
  /** Why one that was added has no file, if not that the list does not have it yet. `unknown`: there is no list; `beyond`: it was cut short. */
  readonly lacks?: 'unknown' | 'deleted' | 'beyond'
  /** Another file has its name; `content`: its content, too. */
  readonly sameName: boolean | 'content'
}

/** Rows of which the same is to be said. */
export interface UploadGroup {
  readonly words: string
  readonly rows: readonly UploadRow[]
}

const ENDED = {
  cancelled: 'Cancelled. Nothing was added.',
  unrecorded: 'Uploaded, but not added yet. Finish adds it without uploading again.',
  interrupted: 'Interrupted. Choose the file again.',
}

/** Why a document needs a person, or what else ended it; `undefined` for one that is on its way or well. */
export function endOf({ item, file, lacks }: UploadRow): string | undefined {
  const { state, error } = item
  if (lacks === 'deleted') return 'Deleted meanwhile.'
  if (state === 'failed') return errorLine(error)
  if (state === 'skipped')
    return [
      item.isUnreadable ? 'Already here, but it could not be read. Skipped.' : 'Already here, skipped.',
      isPut(item) && `Now in ${namesOf(item)}.`,
      item.prompt !== undefined && 'The retrieval prompt was not sent.',
    ]
      .filter(Boolean)
      .join(' ')
  if (state === 'cancelled' && file && item.collections)
    return `Cancelled. It was added to Files, but perhaps not to ${namesOf(item)}.`
  if (state === 'cancelled' && item.fileId !== undefined) return 'Cancelled. It may have been added.'
  if (state === 'cancelled' || state === 'unrecorded' || state === 'interrupted') return ENDED[state]
  return state === 'added' && file ? failureOf(file) : undefined
}

/** Why an upload has no file in the list, if not that it is not listed yet; `isCut`: the service has more files than it listed. */
export function lackOf(
  { state, wasListed }: UploadItem,
  isListed: boolean,
  isCut: boolean,
): UploadRow['lacks'] {
  if (state !== 'added') return undefined
  if (!isListed) return 'unknown'
  if (isCut) return 'beyond'
  return wasListed ? 'deleted' : undefined
}

/** The collections that it is put into. */
export const namesOf = ({ collections }: UploadItem) =>
  collections?.map(({ name }) => isolated(name)).join(', ')

/** Whether what was skipped was put into the collections that it was for. */
const isPut = ({ state, collections, isUnreadable }: UploadItem): boolean =>
  state === 'skipped' && collections !== undefined && !isUnreadable

/** Whether what ended it needs nobody. */
export const isCalm = ({ item: { state }, lacks }: UploadRow): boolean =>
  state === 'skipped' || state === 'cancelled' || lacks === 'deleted'

/** Whether a document becomes a file beside those that are there. Before it goes up, it may yet be skipped. */
export const goesUp = ({ state, step }: UploadItem): boolean =>
  state === 'added' || (state === 'working' && step !== undefined && step.name !== 'elsewhere')

const isReady = ({ file, sameName, item }: UploadRow) =>
  item.state === 'added' &&
  file !== undefined &&
  progressOf(file.status) === 'ready' &&
  !sameName &&
  item.sameAs === undefined

export const isOver = (row: UploadRow): boolean =>
  row.item.state === 'added'
    ? row.lacks === 'deleted' ||
      row.lacks === 'beyond' ||
      (row.file !== undefined && progressOf(row.file.status) !== 'waiting')
    : row.item.state !== 'queued' && row.item.state !== 'working'

/** What needs a person first, then what moves, then what is done; `reading`: those that the service reads; `waiting`: those whose turn has not come; `ready`: nothing more is to be said of them. */
export function inOrder(rows: readonly UploadRow[]) {
  const needing: UploadRow[] = []
  const moving: UploadRow[] = []
  const reading: UploadRow[] = []
  const waiting: UploadRow[] = []
  const ended: UploadRow[] = []
  const ready: UploadRow[] = []
  for (const row of rows) {
    const { state } = row.item
    if (state === 'queued') waiting.push(row)
    else if (isCalm(row)) ended.push(row)
    else if (endOf(row) !== undefined) needing.push(row)
    else if (isReady(row)) ready.push(row)
    // One that is beyond the list may come into it, and would move.
    else if (isOver(row) && row.lacks !== 'beyond') ended.push(row)
    else (state === 'working' ? moving : reading).push(row)
  }
  return { needing: grouped(needing), moving, reading, waiting, ended: grouped(ended), ready }
}

export const SAME_NAME = {
  true: 'Another file has the same name. Both are kept.',
  content: 'The same file is here twice. Delete one of them.',
}

/** Whether another file has the name of one that becomes a file. What was uploaded although its content was known to be here has that said already. */
export function sameNameOf(
  { item, file, lacks }: Omit<UploadRow, 'sameName'>,
  named: readonly KnowledgeFile[],
): UploadRow['sameName'] {
  if (lacks === 'deleted' || !goesUp(item) || item.sameAs === item.fileName) return false
  const others = named.filter(({ fileId }) => fileId !== item.fileId)
  const isSame = ({ sha256 }: KnowledgeFile) => sha256 !== undefined && sha256 === file?.sha256
  return others.length > 0 && (others.every(isSame) ? 'content' : true)
}

/** In their order, by the first of each group. */
function grouped(rows: readonly UploadRow[]): readonly UploadGroup[] {
  const byWords = new Map<string, UploadRow[]>()
  for (const row of rows) {
    const words = endOf(row) ?? (row.sameName ? SAME_NAME[`${row.sameName}`] : row.item.id)
    byWords.set(words, [...(byWords.get(words) ?? []), row])
  }
  return [...byWords].map(([words, rows]) => ({ words, rows }))
}

/** How all uploads stand, in one line: "60 uploaded: 36 ready, 24 unreadable; 4 failed". */
export function summaryOf(rows: readonly UploadRow[]): string {
  const count = (is: (row: UploadRow) => boolean) => rows.filter(is).length
  const state = (...states: readonly UploadItem['state'][]) =>
    count(({ item }) => states.includes(item.state))
  const some = (number: number, words: string) => (number > 0 ? [`${formatCount(number)} ${words}`] : [])
  const progress = (wanted: ReturnType<typeof progressOf> | UploadRow['lacks']) =>
    count(
      ({ item, file, lacks }) =>
        item.state === 'added' && (file ? progressOf(file.status) : (lacks ?? 'waiting')) === wanted,
    )
  const uploaded = state('added')
  const put = count(({ item }) => isPut(item))
  const parts = [
    ...some(progress('ready'), 'ready'),
    ...some(progress('waiting'), 'being read'),
    ...some(progress('failed'), 'unreadable'),
    ...some(progress('deleted'), 'deleted meanwhile'),
    ...some(progress('beyond'), 'beyond what the service lists'),
  ].join(', ')
  return [
    ...some(state('queued', 'working'), 'on the way'),
    ...(uploaded > 0 ? [`${formatCount(uploaded)} uploaded${parts && `: ${parts}`}`] : []),
    ...some(state('failed'), 'failed'),
    ...some(put, 'already here, now in the collection'),
    ...some(state('skipped') - put, 'already here, skipped'),
    ...some(state('unrecorded', 'interrupted'), 'interrupted'),
    ...some(state('cancelled'), 'cancelled'),
  ].join('; ')
}

/** "24 files: there is no text in it." */
export const groupTitle = ({ words, rows }: UploadGroup): string =>
  `${countOf(rows.length, 'file')}: ${words}`

/** Without a byte or an answer for so many milliseconds, the time that was left says nothing any more. */
const STILL_MS = 10_000

/** How long the rest takes, or that nothing moves. */
export const wordsOf = ({ leftMs, movedAt }: Pick<UploadProgress, 'leftMs' | 'movedAt'>, now: number) =>
  now - movedAt > STILL_MS
    ? 'waiting for an answer'
    : leftMs === undefined
      ? undefined
      : `${formatDuration(leftMs)} left`
