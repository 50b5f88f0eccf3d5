/** The row of a table by the table's name and the row's key, to give it the focus; without a key the current one. Null while it is not in the document. */
export function findRow(table: string, key?: string): HTMLElement | null {
  const within = document.querySelector(`table[aria-label="${CSS.escape(table)}"]`)
  return key === undefined ? (within?.querySelector('tr[tabindex="0"]') ?? null) : rowElement(within, key)
}

/** The row of that key within a part of the page. */
export function rowElement(within: Element | null, key: string): HTMLElement | null {
  return within?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"]`) ?? null
}

/** A change that takes what was pressed for it away: the focus goes to the current row, without rows to the header. */
export const keepingFocus = (within: { readonly current: Element | null }, change: () => void) => () => {
  const find = (what: string) => within.current?.querySelector<HTMLElement>(what)
  const target = find('tr[tabindex="0"]') ?? find('button')
  target?.focus({ preventScroll: true })
  change()
}
