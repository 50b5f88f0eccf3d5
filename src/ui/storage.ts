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

/** Takes away the drafts of this tab under a name, also of the forms that began with something (`name ...`), that hold a text as one of their values. */
export function forgetDrafts(name: string, text: string | undefined): void {
  try {
    for (const [key, draft] of Object.entries<string>(sessionStorage))
      if (`${key} `.startsWith(`${DRAFT_PREFIX}${name} `) && text && draft.includes(JSON.stringify(text)))
        sessionStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}
