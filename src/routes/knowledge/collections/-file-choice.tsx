import { useState } from 'react'
import { type KnowledgeFile, progressOf } from '../../../contract/files'
import { Button } from '../../../ui/button'
import { countOf, formatCount } from '../../../ui/numbers'
import { Choices, type Chosen } from '../-choices'
import { FileStatus, filesAre, nameOf } from '../-file-status'

/** So many are shown at once; the search finds the others. */
const SHOWN_MAX = 200

/** Checkboxes of the files that can be answered from, each labelled with its name, its status beside it; also of others that are chosen already. */
export function FileChoice({
  files,
  chosen,
  onChange,
}: {
  files: readonly KnowledgeFile[]
  chosen: Chosen<KnowledgeFile>
  onChange: (chosen: Chosen<KnowledgeFile>) => void
}) {
  const [emptied, setEmptied] = useState<Chosen<KnowledgeFile>>()
  const offered = files.filter(({ fileId, status }) => progressOf(status) === 'ready' || chosen.has(fileId))
  const unready = files.length - offered.length
  const shown = offered.slice(0, SHOWN_MAX)
  const left = unready > 0 && `${filesAre(unready)} not INGESTED, so not offered.`
  const count = [
    `${countOf(shown.length, 'file')} shown`,
    chosen.size > 0 && `${formatCount(chosen.size)} chosen`,
  ]
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <p role="status" className={shown.length > 0 ? 'sr-only' : undefined}>
        {shown.length > 0 ? count.filter(Boolean).join(', ') : left || 'No file matches.'}
      </p>
      {shown.length > 0 && (
        <>
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
              variant="link"
              onClick={() =>
                onChange(new Map([...chosen, ...shown.map((file) => [file.fileId, file] as const)]))
              }
            >
              {`Choose all ${countOf(shown.length, 'file')} shown`}
            </Button>
            {chosen.size > 0 ? (
              <Button
                variant="link"
                onClick={() => {
                  setEmptied(chosen)
                  onChange(new Map())
                }}
              >
                Choose none
              </Button>
            ) : (
              emptied && (
                <Button variant="link" onClick={() => onChange(emptied)}>
                  {`Undo, choose ${countOf(emptied.size, 'file')}`}
                </Button>
              )
            )}
            {offered.length > SHOWN_MAX && (
              <span>{`${countOf(offered.length - SHOWN_MAX, 'more file')} match. Search to see them.`}</span>
            )}
            {left && <span>{left}</span>}
          </div>
        </>
      )}
    </div>
  )
}
