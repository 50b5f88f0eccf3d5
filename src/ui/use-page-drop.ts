import { useEffect, useState } from 'react'
import { useLatestEvents } from './use-latest-events'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page, and tells whether some are being dragged over it. A drop that an element of the page
 * has taken for itself is left to it. `enabled`: whether drops are wanted at all.
 */
export function usePageDrop(enabled: boolean, onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const events = useLatestEvents({ onFiles })
  useEffect(() => {
    if (!enabled) return
    const enter = (event: DragEvent) => {
      if (hasFiles(event)) setDragging(true)
    }
    const allow = (event: DragEvent) => {
      // Without this the browser opens the file in the console's place.
      if (hasFiles(event)) event.preventDefault()
    }
    const leave = (event: DragEvent) => {
      // Between two elements of the page there is always another that is entered.
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
