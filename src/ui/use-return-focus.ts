import { createContext, useRef, useState } from 'react'
import { focused } from './focused'

/** Where a side panel gives the focus back to: the row that is open, even if the panel came from a link. */
export const ReturnFocus = createContext<(() => HTMLElement | null) | undefined>(undefined)

/** Where dialogs that are open give the focus back to; one that comes in the place of another goes back there, too. */
const openers = new WeakMap<Element, HTMLElement>()

/** What can take the focus: in a menu that closed meanwhile, what opens it. */
const reach = (element: HTMLElement | null) =>
  element?.isConnected
    ? (element.closest('details:not([open])')?.querySelector('summary') ?? element)
    : undefined

/**
 * Handlers for a dialog opened by state rather than by a trigger: they remember where focus was, and give it back on closing. Where that
 * element has gone (a table row that was scrolled away or deleted), `fallback` says where instead, at last the main landmark.
 */
export function useReturnFocus(fallback?: () => HTMLElement | null) {
  // A field that takes the focus by itself has it before the dialog is open.
  const [before] = useState(focused)
  const [beneath] = useState(() => openers.get(before?.closest('[role=dialog]') ?? document.body))
  const origin = useRef(before)
  return {
    onOpenAutoFocus: (event: Event) => {
      const target = event.target as Element
      // Only now: a dialog beneath takes the focus back until this one is open.
      const first = target.querySelector<HTMLElement>('[data-first]')
      if (first) event.preventDefault()
      first?.focus()
      if (!before?.isConnected) origin.current = beneath ?? focused()
      if (origin.current) openers.set(target, origin.current)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = reach(origin.current) ?? fallback?.() ?? document.getElementById('main')
      target?.focus()
    },
  }
}

/** What Esc closes or empties itself: a field whose list of suggestions is open, and a search box with something in it. */
const OWN = '[role=combobox][aria-expanded=true], [type=search][aria-keyshortcuts]:not(:placeholder-shown)'

/** Esc there is not for the dialog around it, nor for the panel beside it. */
export function keepForList(event: KeyboardEvent): void {
  if (document.activeElement?.matches(OWN)) event.preventDefault()
}
