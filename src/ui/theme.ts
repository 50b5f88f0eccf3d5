import { useSyncExternalStore } from 'react'
import { writeStored } from './storage'

/** `system` follows the operating system and is stored as the absence of a choice. */
export type Theme = 'light' | 'dark' | 'system'

/** theme-script.js, which stands in the page itself, reads the same key before the first paint (D71). */
export const themeKey = 'switchboard.theme'

const listeners = new Set<() => void>()

/** Shows the theme at once, and stores it. */
export function chooseTheme(theme: Theme): void {
  const isSystem = theme === 'system'
  if (isSystem) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  writeStored(themeKey, isSystem ? null : theme)
  for (const listener of listeners) listener()
}

/** What is on the element, which is right even where storage is refused. */
function shownTheme(): Theme {
  const shown = document.documentElement.dataset.theme
  return shown === 'light' || shown === 'dark' ? shown : 'system'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The chosen theme, kept in step between the rail and the menu. On the server it is `system`. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme, () => 'system')
}
