import { useQuery } from '@tanstack/react-query'
import type { KnowledgeFile } from '../../contract/files'
import { fileQueries } from '../../queries/files'
import { useNow } from '../../ui/clock'
import { type Expected, expectedWait, isLate, minutesOf, waitedFor, waitWords } from './-wait'

/** Of each list once, not for each of its files. */
const expected = new WeakMap<readonly KnowledgeFile[], Expected>()

function expectedOf(files: readonly KnowledgeFile[] = []): Expected {
  const before = expected.get(files)
  if (before) return before
  const found = expectedWait(files)
  expected.set(files, found)
  return found
}

/** How long a file has been waiting, against what is to be expected. */
export function Waiting({ file }: { file: KnowledgeFile }) {
  const { data } = useQuery(fileQueries.list())
  const waited = waitedFor(file, useNow())
  if (waited === undefined) return null
  const late = isLate(waited)
  const text = late
    ? `still not INGESTED after ${minutesOf(waited)}`
    : waitWords(waited, expectedOf(data?.items))
  return (
    <span title={text} className={late ? 'ml-2 text-busy' : 'ml-2 text-ink-muted'}>
      {text}
    </span>
  )
}
