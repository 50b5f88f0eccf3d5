/** Which tabs of this console are open, so that a write of a closed tab does not stay "sending" for ever. */
export type Tabs = Awaited<ReturnType<typeof joinTabs>>

const PREFIX = 'switchboard-tab-'

/**
 * Holds a Web Lock until this tab is gone. Where there are no locks (an insecure origin), the age of an entry decides
 * (D65). `browser`: how the ids of all its tabs begin, where those of other browsers are seen, too.
 */
export async function joinTabs(locks: LockManager | null, browser = '') {
  const own = browser + newId()
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

/** Whether a tab of this browser is open; `undefined` where the browser cannot say. */
export async function isTabOpen(id: string): Promise<boolean | undefined> {
  const { held } = (await globalThis.navigator?.locks?.query()) ?? {}
  return held?.some(({ name }) => name === PREFIX + id)
}

/** An id for a tab or an entry; `crypto.randomUUID` exists only on secure origins. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Holds a lock until this page is gone. False where there are no locks, or this one is refused. */
export function hold(locks: LockManager | null, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const holding = locks?.request(name, () => {
      resolve(true)
      return new Promise<never>(() => undefined)
    })
    if (holding) holding.catch(() => resolve(false))
    else resolve(false)
  })
}
