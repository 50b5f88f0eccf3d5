import { createContext, useRef, useState } from 'react'

/** Where a side panel gives the focus back to: the row that is open, even if the panel came from a link. */
export const ReturnFocus = createContext<(() => HTMLElement | null) | undefined>(undefined)

function focused(): HTMLElement | null {
  const element = document.activeElement
  return element instanceof HTMLElement && element !== document.body ? element : null
}

/**
 * Handlers for a dialog opened by state rather than by a trigger: they remember where focus was, and give it back on closing. Where that
 * element has gone (a table row that was scrolled away or deleted), `fallback` says where instead, at last the main landmark.
 */
export function useReturnFocus(fallback?: () => HTMLElement | null) {
  // A field that takes the focus by itself has it before the dialog is open.
  const [before] = useState(focused)
  const origin = useRef(before)
  return {
    onOpenAutoFocus: () => {
      if (!before?.isConnected) origin.current = focused()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const { current } = origin
      const target = current?.isConnected ? current : (fallback?.() ?? document.getElementById('main'))
      target?.focus()
    },
  }
}

/** Esc in a field whose list of suggestions is open closes that list, not the dialog around it. */
export function keepForList(event: KeyboardEvent): void {
  const focused = document.activeElement
  if (focused?.getAttribute('role') === 'combobox' && focused.getAttribute('aria-expanded') === 'true') {
    event.preventDefault()
  }
}
