import { type KnowledgeFile, progressOf } from '../../contract/files'
import { StatusBadge, type Tone } from '../../ui/badge'
import { countOf, formatCount, isolated } from '../../ui/numbers'

const words = {
  none: 'No status',
  /** Where a failed file comes without a reason. */
  noReason: 'The service gave no reason.',
}

/** Words that real services use for "on its way"; any other unknown word is shown raw and neutral (D8). */
const UNDER_WAY = /^(PENDING|UPLOADED|UPLOADING|QUEUED|PROCESSING|INGESTING|IN_PROGRESS)$/i

function toneOf(status: string | undefined): Tone {
  const progress = progressOf(status)
  if (progress === 'ready') return 'good'
  if (progress === 'failed') return 'bad'
  return UNDER_WAY.test(status ?? '') ? 'busy' : 'unknown'
}

export function FileStatus({ status }: { status: string | undefined }) {
  return <StatusBadge tone={toneOf(status)}>{status ?? words.none}</StatusBadge>
}

/** Why a file failed, as a sentence; `undefined` for one that did not. */
export function failureOf({ status, reason }: KnowledgeFile): string | undefined {
  return progressOf(status) === 'failed' ? (reason ?? words.noReason) : undefined
}

/** The same, or what is wrong with one that is ready. */
export const noteOf = (file: KnowledgeFile): string | undefined => failureOf(file) ?? file.warning

export const FileNote = ({ file }: { file: KnowledgeFile }) => (
  <span className={failureOf(file) ? 'text-bad' : 'text-busy'}>{noteOf(file)}</span>
)

/** "2 files are", as the beginning of a sentence. */
export const filesAre = (count: number) => `${countOf(count, 'file')} ${count === 1 ? 'is' : 'are'}`

/** The first of these names, and how many more there are. */
export function firstNames(names: readonly string[]): string {
  const more = names.length - 3
  return more > 0
    ? `${names.slice(0, 3).map(isolated).join(', ')} and ${formatCount(more)} more`
    : names.map(isolated).join(', ')
}

/** What a file is called: its name, or its id where the service gives no name. */
export const nameOf = ({ fileName, fileId }: KnowledgeFile): string => fileName ?? fileId
