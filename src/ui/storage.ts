/** What the names begin with under which a tab stores drafts of forms. */
export const DRAFT_PREFIX = 'switchboard.draft.'

/** Text that this browser stores, or this tab; `null` where there is none, or the browser refuses. */
export function readStored(
  key: string,
  where: 'localStorage' | 'sessionStorage' = 'localStorage',
): string | null {
  try {
    return globalThis[where].getItem(key)
  } catch {
    return null
  }
}

/** Stores text, or removes it. */
export function writeStored(
  key: string,
  text: string | null,
  where: 'localStorage' | 'sessionStorage' = 'localStorage',
): void {
  try {
    if (text === null) globalThis[where].removeItem(key)
    else globalThis[where].setItem(key, text)
  } catch {
    // What the page shows holds until it is left.
  }
}
