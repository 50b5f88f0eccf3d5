/**
 * Makes everything around an element unreachable by pointer, keyboard and screen reader while it fills the window. What speaks up by itself
 * (live regions) stays. Returns what takes it back.
 */
export function isolate(element: HTMLElement): () => void {
  const changed: HTMLElement[] = []
  for (let here = element; here.parentElement && here !== document.body; here = here.parentElement) {
    for (const sibling of here.parentElement.children) {
      if (sibling === here || !(sibling instanceof HTMLElement) || sibling.inert) continue
      if (sibling.matches('[aria-live], [role=status], [role=alert], script, style')) continue
      sibling.inert = true
      changed.push(sibling)
    }
  }
  const before = document.documentElement.style.overflow
  document.documentElement.style.overflow = 'hidden'
  return () => {
    for (const each of changed) each.inert = false
    document.documentElement.style.overflow = before
  }
}
