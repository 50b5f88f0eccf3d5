let region: HTMLElement | undefined

/** Has screen readers say something short, once, without moving anything. One region for the whole page, however many buttons use it. */
export function announce(words: string): void {
  if (!region) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'sr-only'
    document.body.append(region)
  }
  const spoken = region
  // A region is heard when it changes, not when it appears; emptied first, the same words are heard twice.
  spoken.textContent = ''
  setTimeout(() => {
    spoken.textContent = words
  }, 50)
}
