import type { KnowledgeFile } from '../../../contract/files'
import { Button } from '../../../ui/button'
import { countOf } from '../../../ui/numbers'
import { Choices, type Chosen } from '../-choices'
import { FileStatus, nameOf } from '../-file-status'

/** So many are shown at once; the search finds the others. */
const SHOWN_MAX = 200

/** Checkboxes of files, each labelled with its name, its status beside it. */
export function FileChoice({
  files,
  chosen,
  onChange,
}: {
  files: readonly KnowledgeFile[]
  chosen: Chosen<KnowledgeFile>
  onChange: (chosen: Chosen<KnowledgeFile>) => void
}) {
  const shown = files.slice(0, SHOWN_MAX)
  if (files.length === 0) return <p role="status">No file matches.</p>
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <Choices
        items={shown}
        idOf={({ fileId }) => fileId}
        nameOf={nameOf}
        beside={({ status }) => <FileStatus status={status} />}
        chosen={chosen}
        onChange={onChange}
      />
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
