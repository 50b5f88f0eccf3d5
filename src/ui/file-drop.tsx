import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { droppedIn } from './dropped'
import { FileButton } from './file-button'
import { mayWrite } from './role'
import { useLate } from './use-late'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

// Loaded with the first drag. A drop before that works too, and one without it.
const loadDropArea = () => import('./drop-area')

/** Hands over what is found in a folder; all that was given where the code for that does not come. */
const open = (
  given: File[],
  find: (part: typeof import('./drop-area'), given: File[]) => File[] | Promise<File[]>,
  take: (files: File[]) => void,
) =>
  void loadDropArea()
    .then((part) => find(part, given))
    .then(take, () => take(given))

/** Takes files dropped anywhere on the page, unless an element took the drop. Returns whether files are over the page. */
function usePageDrop(onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
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
      const { given, entries } = droppedIn(event.dataTransfer as DataTransfer)
      // Without a folder, a drop waits for nothing.
      if (!entries) return take(given)
      open(given, (part) => part.filesIn(entries), take)
    })
    return () => stop.abort()
  }, [])
  return dragging
}

type FileDropProps = ComponentProps<typeof FileButton> & { hint?: ReactNode; folder?: boolean }

/**
 * A button that picks files, which can also be dropped anywhere on the page; for a viewer neither. `hint`: what is accepted, shown while files are
 * dragged; `folder`: with a button for a folder, which can always be dropped.
 */
export const FileDrop = (props: FileDropProps) => mayWrite() && <Drop {...props} />

function Drop({ hint, folder, ...button }: FileDropProps) {
  const { label, onFiles } = button
  const handOver = (files: File[]) => {
    if (files.length > 0) onFiles(files)
  }
  const dragging = usePageDrop(handOver)
  const { part } = useLate(loadDropArea, dragging ? 'now' : undefined)
  return (
    <>
      {folder && (
        <FileButton
          folder
          label="Choose a folder"
          variant="secondary"
          onFiles={(files) => open(files, (part, given) => part.ownFiles(given), handOver)}
        />
      )}
      <FileButton {...button} />
      {dragging && !button.pending && part && <part.DropArea label={label} hint={hint} onFiles={handOver} />}
    </>
  )
}
