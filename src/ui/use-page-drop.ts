import { type RefObject, useEffect } from 'react'
import { useLatestEvents } from './use-latest-events'

/**
 * Takes files that are dropped anywhere on the page but on `area`, which takes its own: a quick drop may come before the area has spread over the
 * page. `enabled`: whether drops are wanted at all.
 */
export function usePageDrop(
  area: RefObject<HTMLElement | null>,
  enabled: boolean,
  onFiles: (files: File[]) => void,
): void {
  const events = useLatestEvents({ onFiles })
  useEffect(() => {
    if (!enabled) return
    const take = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0 || area.current?.contains(event.target as Node)) return
      event.preventDefault()
      events.onFiles(files)
    }
    document.addEventListener('drop', take)
    return () => document.removeEventListener('drop', take)
  }, [area, enabled, events])
}
