/** What opens over every screen, by its key. `command`: with Ctrl, or with Cmd where that is usual, also while somebody types. */
export const globalKeys = [
  { opens: 'palette', key: 'k', command: true },
  { opens: 'keys', key: '?', command: false },
] as const

/** `ask`: a question, answered by the documents. */
export type Overlay = (typeof globalKeys)[number]['opens'] | 'ask' | 'signOut'

/** After this key, the letter of a screen goes there. */
export const LEADER = 'g'
