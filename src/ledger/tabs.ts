/** Which tabs of this console are open, so that a write of a closed tab does not stay "sending" for ever. */
export interface Tabs {
  readonly own: string
  /** Ids of the open tabs, or `undefined` where the browser cannot say. */
  living(): Promise<ReadonlySet<string> | undefined>
}

const PREFIX = 'switchboard-tab-'

/**
 * Holds a Web Lock until this tab is gone. Where there are no locks (an insecure origin), the age of an entry decides
 * (D65).
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

/** An id for a tab or an entry; `crypto.randomUUID` exists only on secure origins. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
