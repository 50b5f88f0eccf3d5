import type { KnowledgeFile } from '../../contract/files'
import { useNow } from '../../ui/clock'
import { formatDuration } from '../../ui/time-words'
import { words } from './-files-words'
import { isLate, minutesOf, waitedFor } from './-wait'

const say = words.waiting

/** How long a file has been waiting, against what is usual; nothing for one that does not wait. */
export function Waiting({ file, usualMs }: { file: KnowledgeFile; usualMs: number | undefined }) {
  const waited = waitedFor(file, useNow())
  if (waited === undefined) return null
  const late = isLate(waited)
  const usual = usualMs === undefined ? undefined : formatDuration(usualMs)
  const text = late ? say.late(minutesOf(waited)) : say.since(formatDuration(waited), usual)
  return (
    <span title={text} className={late ? 'ml-2 text-busy' : 'ml-2 text-ink-muted'}>
      {text}
    </span>
  )
}
