/** What the names begin with under which drafts are stored. */
export const DRAFT_PREFIX = 'switchboard.draft.'

/** The names of the drafts that this tab stores, without a form being loaded. */
export function draftNames(): readonly string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(DRAFT_PREFIX))
      .map((key) => key.slice(DRAFT_PREFIX.length))
  } catch {
    return []
  }
}
