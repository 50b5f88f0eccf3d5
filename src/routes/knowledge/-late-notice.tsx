import { useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { Button } from '../../ui/button'
import { useNow } from '../../ui/clock'
import { FileButton } from '../../ui/file-button'
import { Notice } from '../../ui/notice'
import { isLate, LATE_MS, minutesOf, waitedFor } from './-wait'

/** Until when nothing more is said in the panel of a file whose wait a person has accepted; forgotten with the page. */
const accepted = new Map<string, number>()

/** Says nothing more of this wait for as long again. */
export const keepWaiting = (fileId: string, now: number): void => void accepted.set(fileId, now + LATE_MS)

/** Whether a person said to keep waiting, and not so long ago. */
export const waitsOn = (fileId: string, now: number): boolean => now < (accepted.get(fileId) ?? 0)

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
  const [, setAccepted] = useState(false)
  const waited = waitedFor(file, now)
  if (waited === undefined || !isLate(waited)) return null
  if (waitsOn(file.fileId, now))
    return (
      <p role="status" className="text-sm text-ink-muted">
        {`Not INGESTED after ${minutesOf(waited)}. This page keeps checking while it is open.`}
      </p>
    )
  return (
    <Notice
      tone="warn"
      title={`Still not INGESTED after ${minutesOf(waited)}`}
      message={`Reading takes unusually long: the service may be busy or stuck, or the document very long.\nCheck again, keep waiting, look at the file, or delete it and upload it again.`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" pending={checking} onClick={onCheck}>
            Check now
          </Button>
          <Button
            size="sm"
            onClick={() => {
              keepWaiting(file.fileId, now)
              setAccepted(true)
            }}
          >
            Keep waiting
          </Button>
          <FileButton
            label="Delete and upload again"
            variant="secondary"
            size="sm"
            accept={['.pdf', '.md']}
            onFiles={([again]) => again && onDeleteAndUpload(again)}
          />
        </div>
      }
    />
  )
}
