import { useState } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { UploadItem } from '../../queries/uploads'
import { failureOf, filesAre, nameOf, noteOf } from './-file-status'

/** File ids and the status each had. */
type Statuses = ReadonlyMap<string, string | undefined>

export const statusesOf = (files: readonly KnowledgeFile[]): Statuses =>
  new Map(files.map(({ fileId, status }) => [fileId, status]))

/**
 * The files whose waiting has ended since the list before; none at the first list, as an earlier page announced its uploads itself.
 * `uploaded`: those that were added in this page; one of them may be ready before the list ever showed it waiting.
 */
export function endedSince(
  before: Statuses | undefined,
  files: readonly KnowledgeFile[],
  uploaded: ReadonlySet<string | undefined> = new Set(),
): readonly KnowledgeFile[] {
  if (!before) return []
  const waited = (fileId: string) =>
    before.has(fileId) ? progressOf(before.get(fileId)) === 'waiting' : uploaded.has(fileId)
  return files.filter(({ fileId, status }) => progressOf(status) !== 'waiting' && waited(fileId))
}

/** So many files are announced by name, in so many characters. */
const NAMED_MAX = 3
const WORDS_MAX = 150

/** What is announced of files whose waiting ended: each by name, and a reason once after all that failed for it, or how many where that would be long. */
export function endedWords(files: readonly KnowledgeFile[]): string {
  if (files.length <= NAMED_MAX) {
    const ended = files.map((file) => ({
      name: nameOf(file),
      state: failureOf(file) ? 'FAILED' : 'INGESTED',
      note: noteOf(file) ?? '',
    }))
    ended.sort((one, other) => one.note.localeCompare(other.note))
    const words = ended
      .flatMap(({ name, state, note }, at) => [
        `${name} is ${state}.`,
        note === ended[at + 1]?.note ? '' : note,
      ])
      .filter(Boolean)
      .join(' ')
    if (words.length <= WORDS_MAX) return words
  }
  const failed = files.filter(failureOf).length
  const ready = files.length - failed
  return [ready > 0 && `${filesAre(ready)} INGESTED.`, failed > 0 && `${filesAre(failed)} FAILED.`]
    .filter(Boolean)
    .join(' ')
}

/** The files whose waiting ended with the latest reading of the list in which any did, to be announced. */
export function useEnded(
  files: readonly KnowledgeFile[] | undefined,
  uploads: readonly UploadItem[],
): readonly KnowledgeFile[] {
  const [seen, setSeen] = useState<{ files?: typeof files; ended: readonly KnowledgeFile[] }>({ ended: [] })
  if (files && files !== seen.files) {
    const before = seen.files && statusesOf(seen.files)
    const now = endedSince(before, files, new Set(uploads.map(({ fileId }) => fileId)))
    setSeen({ files, ended: now.length > 0 ? now : seen.ended })
  }
  return seen.ended
}
