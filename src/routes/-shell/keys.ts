/** A key that works on every screen. `command`: with Ctrl, or with Cmd where that is usual, also while somebody types. */
export interface GlobalKey {
  readonly key: string
  readonly command?: true
}

/** What opens over every screen, by its key. The shortcuts obey this table, and the list of keys is made from it. */
export const globalKeys = {
  palette: { key: 'k', command: true },
  keys: { key: '?' },
} as const satisfies Readonly<Record<string, GlobalKey>>

export type Overlay = keyof typeof globalKeys

/** After this key, the letter of a screen goes there. */
export const LEADER = 'g'
