import { useRef, useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { Button } from '../../ui/button'
import { useNow } from '../../ui/clock'
import { Notice } from '../../ui/notice'
import { words } from './-file-panel-words'
import { isLate, keepWaiting, minutesOf, waitedFor, waitsOn } from './-wait'

const say = words.late

/** Says what may be the matter with a file that waits for too long, and offers what can be done; to look at it and to replace it is in the footer. */
export function LateNotice({
  file,
  onCheck,
  checking,
  onDeleteAndUpload,
}: {
  file: KnowledgeFile
  onCheck: () => void
  checking: boolean
  /** Deletes the file, after a question, and then uploads this one. */
  onDeleteAndUpload: (again: File) => void
}) {
  const now = useNow()
  const [, setKept] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const waited = waitedFor(file, now)
  if (waited === undefined || !isLate(waited)) return null
  if (waitsOn(file.fileId, now))
    return (
      <p role="status" className="text-sm text-ink-muted">
        {say.waitsOn(minutesOf(waited))}
      </p>
    )
  return (
    <Notice
      tone="warn"
      title={say.title(minutesOf(waited))}
      message={`${say.causes}\n${say.actions}`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" pending={checking} onClick={onCheck}>
            {say.checkNow}
          </Button>
          <Button
            size="sm"
            onClick={() => {
              keepWaiting(file.fileId, now)
              setKept(true)
            }}
          >
            {say.keepWaiting}
          </Button>
          <Button size="sm" onClick={() => input.current?.click()}>
            {say.deleteAndUpload}
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            accept=".pdf,.md"
            onChange={({ target }) => {
              const [again] = target.files ?? []
              if (again) onDeleteAndUpload(again)
              target.value = ''
            }}
          />
        </div>
      }
    />
  )
}
