const KEY = 'switchboard.plain-text'

/** Whether this browser's person prefers the plain text area to the editor. */
export function keepsPlainText(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}

export function keepPlainText(plain: boolean): void {
  try {
    if (plain) localStorage.setItem(KEY, 'true')
    else localStorage.removeItem(KEY)
  } catch {
    // Then it holds until the page is left.
  }
}
