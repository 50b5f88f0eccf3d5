import { DRAFT_PREFIX } from './storage'

/** Takes away the drafts of this tab that were sent, of a form and of those like it that began with something (`name ...`), and that hold a text as one of their values. */
export function forgetDrafts(name: string, text: string | undefined): void {
  try {
    for (const [key, draft] of Object.entries<string>(sessionStorage))
      if (
        `${key} `.startsWith(`${DRAFT_PREFIX}${name} `) &&
        text &&
        draft.includes(JSON.stringify(text)) &&
        JSON.parse(draft).$sent
      )
        sessionStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}
