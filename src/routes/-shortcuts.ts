import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rail } from '../ui/rail-items'

/** How long after `g` the letter of a screen may come, in milliseconds. */
const PATIENCE_MS = 1_500

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** `g` and then the letter of a screen goes there, unless somebody is typing or a dialog is open. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('[role=dialog], dialog[open]')) return
      const screen = rail.flatMap(({ items }) => items).find(({ letter }) => letter === event.key)
      if (screen && event.timeStamp - since < PATIENCE_MS) {
        event.preventDefault()
        void navigate({ to: screen.to })
      }
      since = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [navigate])
}
