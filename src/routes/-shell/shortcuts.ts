import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { isTyping } from '../../ui/focused'
import { rail } from '../../ui/rail-items'
import { globalKeys, LEADER, type Overlay } from './keys'

/** How long after `g` the letter of a screen may come, in milliseconds. */
const PATIENCE_MS = 1_500

/** Whether something modal stands before the page: it must be answered first. */
const isBehind = () =>
  document.querySelector('dialog[open]') ??
  document.getElementById('main')?.closest('[aria-hidden="true"], [inert]')

/**
 * `g` and then the letter of a screen goes there, and single keys open what they stand for, unless somebody is typing or a dialog is
 * open. With Ctrl or Cmd they work while typing, too, but not from behind a modal dialog. `open` must stay the same function.
 */
export function useShortcuts(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate()
  // Who sees the screen may press its keys: an effect after painting would come too late on a busy machine.
  useLayoutEffect(() => {
    let since = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey
      if (event.altKey || event.defaultPrevented) return
      if (
        command
          ? event.shiftKey || isBehind()
          : isTyping(event.target) || document.querySelector('[role=dialog], dialog[open]')
      )
        return
      // A capital with Caps Lock.
      const pressed = globalKeys.find(
        (each) => each.key === event.key.toLowerCase() && each.command === command,
      )
      if (pressed) {
        event.preventDefault()
        open(pressed.opens)
      }
      if (command) return
      const screen = rail.flatMap(({ items }) => items).find(({ letter }) => letter === event.key)
      if (screen && event.timeStamp - since < PATIENCE_MS) {
        event.preventDefault()
        void navigate({ to: screen.to })
      }
      since = event.key === LEADER ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [navigate, open])
}
