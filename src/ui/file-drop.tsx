import { Upload } from 'lucide-react'
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Button } from './button'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes files dropped anywhere on the page, unless an element took the drop. Returns whether files are over the page. */
function usePageDrop(enabled: boolean, onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    if (!enabled) return
    const stop = new AbortController()
    const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      document.addEventListener(type, react, { signal: stop.signal })
    on('dragenter', (event) => hasFiles(event) && setDragging(true))
    // Otherwise the browser opens the file.
    on('dragover', (event) => hasFiles(event) && event.preventDefault())
    // Null only when the pointer leaves the page.
    on('dragleave', (event) => event.relatedTarget === null && setDragging(false))
    on('drop', (event) => {
      setDragging(false)
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      take([...(event.dataTransfer?.files ?? [])])
    })
    return () => stop.abort()
  }, [enabled])
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
  ...button
}: {
  label: string
  hint?: ReactNode
  accept?: readonly string[]
  onFiles: (files: File[]) => void
  wholePage?: boolean
} & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'pending'>) {
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
      <Button {...button} variant={variant} icon={Upload} onClick={() => input.current?.click()}>
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
