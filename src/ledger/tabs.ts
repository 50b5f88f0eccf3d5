/** Which tabs of this console are open, so that a write of a closed tab does not stay "sending" for ever. */
export type Tabs = Awaited<ReturnType<typeof joinTabs>>

const PREFIX = 'switchboard-tab-'

/**
 * Holds a Web Lock until this tab is gone. Where there are no locks (an insecure origin), the age of an entry decides
 * (D65).
 */
export async function joinTabs(locks: LockManager | null) {
  const own = newId()
  const isHeld = await hold(locks, PREFIX + own)
  return {
    own,
    /** Ids of the open tabs, or `undefined` where the browser cannot say. */
    async living(): Promise<ReadonlySet<string> | undefined> {
      if (!locks || !isHeld) return undefined
      const { held: all = [] } = await locks.query()
      return new Set(all.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])))
    },
  }
}

/** An id for a tab or an entry; `crypto.randomUUID` exists only on secure origins. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

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

  const keysOfOthers = (): string[] =>
    attempt(() => {
      const all = storage()
      const keys = Array.from({ length: all.length }, (_, at) => all.key(at))
      return keys.filter((key): key is string => key !== null && key !== own && key.startsWith(prefix))
    }) ?? []
  const takeOne = (key: string, take: (text: string) => boolean) =>
    attempt(() => {
      const text = storage().getItem(key)
      if (text !== null && take(text)) storage().removeItem(key)
    })
  return {
    /** Writes this page's text; `undefined` removes it. */
    write: (text: string | undefined): void =>
      attempt(() => (text === undefined ? storage().removeItem(own) : storage().setItem(own, text))),
    /** Hands over the texts of closed pages, one by one. A text stays for a later page if `take` returns false. */
    async takeOver(take: (text: string) => boolean): Promise<void> {
      // Each page holds a lock named like its note. Whoever gets the lock knows that the page is gone, and takes the note alone.
      const taking = keysOfOthers().map((key) =>
        locks
          ? locks
              .request(key, { signal: AbortSignal.timeout(patienceMs) }, () => takeOne(key, take))
              .catch(() => undefined)
          : takeOne(key, take),
      )
      await Promise.all(taking)
    },
  }
}

/** Holds a lock until this page is gone. False where there are no locks, or this one is refused. */
function hold(locks: LockManager | null, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const holding = locks?.request(name, () => {
      resolve(true)
      return new Promise<never>(() => undefined)
    })
    if (holding) holding.catch(() => resolve(false))
    else resolve(false)
  })
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
