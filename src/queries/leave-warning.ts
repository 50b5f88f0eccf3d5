const holding = new Set<object>()

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

/** Leaving the page asks first while anything holds it; at other times it must not, or nobody heeds the question. */
export function holdPage(owner: object, busy: boolean): void {
  if (busy) holding.add(owner)
  else holding.delete(owner)
  if (holding.size > 0) globalThis.window?.addEventListener('beforeunload', askToStay)
  else globalThis.window?.removeEventListener('beforeunload', askToStay)
}
