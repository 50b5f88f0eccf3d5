/** A change of a text: what stands from `start` to `end` (UTF-16 code units, the end not included) becomes `text`. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A variable that got another name; `from` nothing: one that is new, `to` nothing: one that is gone. */
export interface Rename {
  readonly from: string
  readonly to: string
}

/** What is selected of a text, as of `TextChange`; a cursor ends where it starts. */
export interface TextCursor {
  readonly start: number
  readonly end: number
}

/** What can be done with the text of a prompt field from outside, whichever way it is edited. */
export interface TextHandle {
  focus(): void
  /** Where the cursor is, while the text has the focus. */
  cursor(): TextCursor | null
  /** Selects a part, brings it into sight and gives it the focus. */
  select(start: number, end: number): void
  /**
   * Makes changes as one step that Undo takes back. With `rename`, taking that step back (or doing it again) tells `onRenamed`,
   * so that what was renamed elsewhere can follow.
   */
  change(changes: readonly TextChange[], rename?: Rename): void
  /** The text as it stands now, also what was typed a moment ago. */
  text(): string
}

/** What mends a finding: another text in its place, something done elsewhere, or both; then `rename` is as for `change`. */
export interface TextFix {
  readonly label: string
  readonly insert?: string
  readonly run?: () => void
  readonly rename?: Rename
}

/** Something to be said about a part of the text. `more`: other parts of which the same is to be said. */
export interface TextFinding {
  readonly start: number
  readonly end: number
  readonly more?: readonly { readonly start: number; readonly end: number }[]
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly fixes: readonly TextFix[]
}

/** What the editor offers after `{{`. */
export interface TextCompletion {
  readonly name: string
  /** Small print beside it, such as "required". */
  readonly detail?: string
}
