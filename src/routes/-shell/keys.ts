/** What opens over every screen, by its key. `command`: with Ctrl, or with Cmd where that is usual, also while somebody types. */
export const globalKeys = [
  {
    opens: 'palette',
    key: 'k',
    command: true,
    does: 'Open the palette: go to, create, find, choose the theme',
  },
  { opens: 'keys', key: '?', command: false, does: 'Show all keys' },
] as const

/** `ask`: what was asked in the palette, answered by the documents. */
export type Overlay = (typeof globalKeys)[number]['opens'] | 'ask' | 'signOut'

/** After this key, the letter of a screen goes there. */
export const LEADER = 'g'
