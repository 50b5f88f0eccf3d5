import { Upload } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { Button } from './button'
import { usePageDrop } from './use-page-drop'

// Loaded when something is dragged for the first time; a drop that is quicker is taken all the same.
const DropArea = lazy(async () => ({ default: (await import('./drop-area')).DropArea }))

/**
 * A button that picks files; with `wholePage` they can also be dropped anywhere on the page. Every file is handed over as it is: judging them
 * (kind, size, content) and saying what is wrong is the caller's, per file.
 * - `label`: the button, "Upload files"; `hint`: what is taken, shown while files are dragged
 * - `variant`: `secondary` once something is chosen, so that going on stands out
 * - `accept`: endings for the picker, `['.pdf', '.md']`; a drop is not held back by it
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
      {/* Hidden from everybody: the button opens it, and two controls of one name would confuse. */}
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={accept?.join(',')}
        onChange={({ target }) => {
          handOver([...(target.files ?? [])])
          // The same file chosen again is a change again.
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
