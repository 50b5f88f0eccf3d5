import { useState } from 'react'
import type { Replacement } from '../../../queries/replacements'
import { FileDrop } from '../../../ui/file-drop'
import { formatBytes } from '../../../ui/numbers'
import { words } from './-replace-words'

/** Asks for the content again, which a reload lost. Name and size have to be those it began with. */
export function ChooseAgain({
  job,
  onChosen,
}: {
  job: Replacement
  /** Tells whether it is the same file. */
  onChosen: (content: File) => boolean
}) {
  const [other, setOther] = useState<File>()
  const { sourceName, size } = job.fresh
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileDrop
        wholePage
        label={words.content.choose}
        accept={['.pdf', '.md']}
        onFiles={([chosen]) => {
          if (chosen) setOther(onChosen(chosen) ? undefined : chosen)
        }}
      />
      <p className="wrap-anywhere text-ink-muted">{words.content.expected(sourceName, formatBytes(size))}</p>
      <p role="alert" className="wrap-anywhere text-bad empty:hidden">
        {other && words.content.other(other.name, formatBytes(other.size))}
      </p>
    </div>
  )
}
