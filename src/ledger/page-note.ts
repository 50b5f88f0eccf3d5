import { ifStored } from './storage'
import { hold, newId } from './tabs'

/**
 * Opens a short text of this page under a name, which outlives the page, such as the progress of uploads. `localStorage` is
 * written at once, also while a page is closing; a database is not (D105). A storage that is full, forbidden or broken
 * stores nothing and breaks nothing.
 */
export async function openPageNote(
  name: string,
  {
    storage = () => localStorage,
    locks = globalThis.navigator?.locks ?? null,
    // A reloading page releases its lock a moment after the next one starts.
    patienceMs = 2_000,
  }: { storage?: () => Storage; locks?: LockManager | null; patienceMs?: number } = {},
) {
  const prefix = `switchboard-${name}-`
  const own = prefix + newId()
  await hold(locks, own)
  // On an insecure origin, where there are none, pages ask each other.
  const others = locks ? undefined : new BroadcastChannel(prefix)
  others?.addEventListener('message', ({ data }) => {
    if (data === `Is ${own} open?`) others.postMessage(`${own} is open.`)
  })

  const keysOfOthers = (): string[] =>
    ifStored(() => {
      const all = storage()
      const keys = Array.from({ length: all.length }, (_, at) => all.key(at))
      return keys.filter((key): key is string => key !== null && key !== own && key.startsWith(prefix))
    }) ?? []
  const isOpen = (key: string): Promise<boolean> =>
    new Promise((resolve) => {
      others?.addEventListener('message', ({ data }) => data === `${key} is open.` && resolve(true))
      others?.postMessage(`Is ${key} open?`)
      setTimeout(resolve, patienceMs, false)
    })
  const takeOne = (key: string, take: (text: string) => boolean) =>
    ifStored(() => {
      const text = storage().getItem(key)
      if (text !== null && take(text)) storage().removeItem(key)
    })
  return {
    /** Writes this page's text; `undefined` removes it. */
    write: (text: string | undefined): void =>
      ifStored(() => (text === undefined ? storage().removeItem(own) : storage().setItem(own, text))),
    /** Hands over the texts of closed pages, one by one. A text stays for a later page if `take` returns false. */
    async takeOver(take: (text: string) => boolean): Promise<void> {
      // Each page holds a lock named like its note. Whoever gets the lock knows that the page is gone, and takes the note alone.
      const taking = keysOfOthers().map(async (key) =>
        locks
          ? locks
              .request(key, { signal: AbortSignal.timeout(patienceMs) }, () => takeOne(key, take))
              .catch(() => undefined)
          : (await isOpen(key)) || takeOne(key, take),
      )
      await Promise.all(taking)
    },
  }
}
