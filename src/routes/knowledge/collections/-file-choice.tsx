import { useId } from 'react'
import type { KnowledgeFile } from '../../../contract/files'
import { Button } from '../../../ui/button'
import { countOf } from '../../../ui/numbers'
import { FileStatus, nameOf } from '../-file-status'

/** Chosen files by id, as they were when chosen. */
export type Chosen = ReadonlyMap<string, KnowledgeFile>

/** So many are shown at once; the search finds the others. */
const SHOWN_MAX = 200

/** Checkboxes of files, each labelled with its name, its status beside it. */
export function FileChoice({
  files,
  chosen,
  onChange,
}: {
  files: readonly KnowledgeFile[]
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}) {
  const id = useId()
  const shown = files.slice(0, SHOWN_MAX)
  const toggle = (file: KnowledgeFile) => {
    const next = new Map(chosen)
    if (!next.delete(file.fileId)) next.set(file.fileId, file)
    onChange(next)
  }
  if (files.length === 0) return <p role="status">No file matches.</p>
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <fieldset className="max-h-[45dvh] overflow-y-auto rounded-md border border-line">
        <legend className="sr-only">Files to add</legend>
        {shown.map((file) => (
          <div
            key={file.fileId}
            className="flex items-center gap-2 border-b border-line px-3 last:border-b-0 hover:bg-surface-sunken"
          >
            <input
              type="checkbox"
              id={`${id}${file.fileId}`}
              checked={chosen.has(file.fileId)}
              onChange={() => toggle(file)}
              className="size-4 shrink-0 accent-accent"
            />
            <label
              htmlFor={`${id}${file.fileId}`}
              className="min-w-0 grow cursor-pointer py-1.5 wrap-anywhere"
            >
              {nameOf(file)}
            </label>
            <FileStatus status={file.status} />
          </div>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
        <Button
          size="sm"
          variant="quiet"
          onClick={() => onChange(new Map([...chosen, ...shown.map((file) => [file.fileId, file] as const)]))}
        >
          {`Choose all ${countOf(shown.length, 'file')} shown`}
        </Button>
        {chosen.size > 0 && (
          <Button size="sm" variant="quiet" onClick={() => onChange(new Map())}>
            Choose none
          </Button>
        )}
        {files.length > SHOWN_MAX && (
          <span>{`${countOf(files.length - SHOWN_MAX, 'more file')} match. Search to see them.`}</span>
        )}
      </div>
    </div>
  )
}
