let region: HTMLElement | undefined

/** Lets screen readers say something short. The whole page has one region for it. */
export function announce(words: string): void {
  if (!region) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'sr-only'
    document.body.append(region)
  }
  const spoken = region
  // Screen readers react to changes, so it is emptied first: the same words can be heard twice.
  spoken.textContent = ''
  setTimeout(() => {
    spoken.textContent = words
  }, 50)
}
