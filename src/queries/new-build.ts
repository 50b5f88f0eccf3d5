/** Whether files of this page's build are gone: the console was updated under it (D681). Read it when it is needed, as it changes. */
export let isUpdated = false

/**
 * Sees for every file of the build whether it is there, whoever asks for it: a screen, a dialog, a write, a worker. Where a server is away nothing is answered;
 * 404 says that it has another build. It is seen before whoever asked is told.
 */
export function watchBuild(onUpdate: () => void): void {
  new PerformanceObserver((list) => {
    const files = list.getEntries() as PerformanceResourceTiming[]
    if (!files.some(({ name, responseStatus }) => responseStatus === 404 && name.includes('/assets/'))) return
    isUpdated = true
    onUpdate()
  }).observe({ type: 'resource' })
}

/** Whether the page is being reloaded because it was updated: drafts are there again afterwards, so they hold nobody up. */
export let isReloading = false

export function reloadPage(): void {
  isReloading = true
  location.reload()
}

/** What browsers say when code that is loaded late does not come: Chrome, Firefox, Safari. */
const MISSING_PART = /imported module|module script failed/i

export const isPartMissing = (error: unknown): boolean => MISSING_PART.test(String(error))
