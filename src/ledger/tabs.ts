/** Which tabs of this console live, so that a write whose tab was closed does not stay "sending" for ever. */
export interface Tabs {
  /** Id of this tab. */
  readonly own: string
  /** Ids of the tabs that live, or `undefined` where the browser cannot tell. */
  living(): Promise<ReadonlySet<string> | undefined>
}

const PREFIX = 'switchboard-tab-'

/**
 * Marks this tab as living with a Web Lock that it holds until it is gone, however it goes. Where there are no locks
 * (a page that is not served from a trustworthy address), the age of an entry must decide (D65).
 */
export async function joinTabs(locks: LockManager | null): Promise<Tabs> {
  const own = newId()
  const held =
    locks &&
    (await new Promise<boolean>((resolve) => {
      const holding = locks.request(PREFIX + own, () => {
        resolve(true)
        return new Promise<never>(() => undefined)
      })
      holding.catch(() => resolve(false))
    }))
  return {
    own,
    async living() {
      if (!locks || !held) return undefined
      const { held: all = [] } = await locks.query()
      return new Set(all.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])))
    },
  }
}

/** An id for a tab or an entry; `crypto.randomUUID` exists only on trustworthy addresses. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
