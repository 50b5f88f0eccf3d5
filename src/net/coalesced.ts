/** Runs `work`, one at a time; asked meanwhile, it runs once more. Resolves when nobody asks any more. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isAsked = false
  const run = async () => {
    try {
      while (isAsked) {
        isAsked = false
        await work()
      }
    } finally {
      running = undefined
    }
  }
  return () => {
    isAsked = true
    running ??= run()
    return running
  }
}
