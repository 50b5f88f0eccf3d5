import { useSyncExternalStore } from 'react'

/** `system` follows the operating system and is stored as the absence of a choice. */
export type Theme = 'light' | 'dark' | 'system'

/** theme-script.js, which stands in the page itself, reads the same key before the first paint (D71). */
export const themeKey = 'switchboard.theme'

const listeners = new Set<() => void>()

/** The stored theme; `system` when none is stored or storage is refused. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Stores the theme and shows it at once. Without storage it holds until the page is left. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // The choice is on the screen already; only keeping it failed.
  }
  for (const listener of listeners) listener()
}

/** The theme shown now: what is on the element, which is right even where storage is refused. */
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
