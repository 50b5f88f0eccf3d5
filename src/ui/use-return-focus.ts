import { useRef } from 'react'

/** The element a person would call "where I was": for an item of a menu, the button that opened the menu. */
function originOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  const origin = opener ?? element
  return origin instanceof HTMLElement && origin !== document.body ? origin : null
}

/**
 * Handlers for a dialog opened by state rather than by a trigger: they remember where focus was, and give it back on closing. Where that
 * element has gone (a table row that was scrolled away or deleted), `fallback` says where instead, at last the main landmark.
 */
export function useReturnFocus(fallback?: () => HTMLElement | null) {
  const origin = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      origin.current = originOf(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const before = origin.current
      const target = before?.isConnected ? before : (fallback?.() ?? document.getElementById('main'))
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
