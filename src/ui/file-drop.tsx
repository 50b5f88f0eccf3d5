import { Upload } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { useLatestEvents } from './use-latest-events'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes files dropped anywhere on the page, unless an element took the drop. Returns whether files are over the page. */
function usePageDrop(enabled: boolean, onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const events = useLatestEvents({ onFiles })
  useEffect(() => {
    if (!enabled) return
    const enter = (event: DragEvent) => {
      if (hasFiles(event)) setDragging(true)
    }
    const allow = (event: DragEvent) => {
      // Otherwise the browser opens the file.
      if (hasFiles(event)) event.preventDefault()
    }
    const leave = (event: DragEvent) => {
      // Null only when the pointer leaves the page.
      if (event.relatedTarget === null) setDragging(false)
    }
    const take = (event: DragEvent) => {
      setDragging(false)
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      events.onFiles([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('dragenter', enter)
    document.addEventListener('dragover', allow)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', take)
    return () => {
      document.removeEventListener('dragenter', enter)
      document.removeEventListener('dragover', allow)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', take)
    }
  }, [enabled, events])
  return dragging
}

// Loaded with the first drag. A drop before that works too.
const DropArea = lazy(async () => ({ default: (await import('./drop-area')).DropArea }))

/**
 * A button that picks files; with `wholePage` they can also be dropped anywhere on the page. The caller checks each file.
 * - `hint`: what is accepted, shown while files are dragged
 * - `accept`: endings for the picker, `['.pdf', '.md']`; drops ignore it
 */
export function FileDrop({
  label,
  hint,
  accept,
  onFiles,
  variant = 'primary',
  wholePage = false,
}: {
  label: string
  hint?: ReactNode
  accept?: readonly string[]
  onFiles: (files: File[]) => void
  variant?: 'primary' | 'secondary'
  wholePage?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const handOver = (files: File[]) => {
    if (files.length > 0) onFiles(files)
  }
  const dragging = usePageDrop(wholePage, handOver)
  return (
    <>
      {/* Hidden from everybody, because the button opens it. */}
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={accept?.join(',')}
        onChange={({ target }) => {
          handOver([...(target.files ?? [])])
          // So that choosing the same file again is a change.
          target.value = ''
        }}
      />
      <Button variant={variant} icon={Upload} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {dragging && (
        <Suspense>
          <DropArea label={label} hint={hint} onFiles={handOver} />
        </Suspense>
      )}
    </>
  )
}
