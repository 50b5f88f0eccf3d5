import { rail } from '../../ui/rail-items'
import { globalKeys, LEADER, type Overlay } from './keys'

/** One line of the list of keys: presses one after the other, or one of several; each of one key or of several held together. */
export interface KeyRow {
  readonly presses: readonly (readonly string[])[]
  readonly join: 'then' | 'or'
  readonly does: string
}

export interface KeyGroup {
  readonly title: string
  readonly rows: readonly KeyRow[]
}

const overlayWords: Readonly<Record<Overlay, string>> = {
  palette: 'Open the palette: go to, create, find, choose the theme',
  keys: 'Show all keys',
}

const row = (does: string, ...presses: (string | readonly string[])[]): KeyRow => ({
  does,
  join: 'then',
  presses: presses.map((press) => (typeof press === 'string' ? [press] : press)),
})

const either = (does: string, ...keys: string[]): KeyRow => ({ ...row(does, ...keys), join: 'or' })

/** How the command key is called here: Cmd on Apple's machines, else Ctrl. */
export const commandName = (platform = globalThis.navigator?.platform ?? ''): string =>
  /^(?:Mac|iP)/.test(platform) ? 'Cmd' : 'Ctrl'

/** Every key of the console. What works everywhere comes from the tables that the shortcuts obey. */
export function keyGroups(command = commandName()): readonly KeyGroup[] {
  const overlays = (Object.keys(globalKeys) as Overlay[]).map((name) => {
    const pressed: { key: string; command?: true } = globalKeys[name]
    return row(overlayWords[name], pressed.command ? [command, pressed.key.toUpperCase()] : pressed.key)
  })
  return [
    { title: 'Everywhere', rows: [...overlays, row('Search the list that is shown', '/')] },
    {
      title: 'Go to a screen',
      rows: rail.flatMap(({ items }) => items.map(({ label, letter }) => row(label, LEADER, letter))),
    },
    {
      title: 'In a list',
      rows: [
        either('Next or previous row', '↓', '↑'),
        either('First or last row', 'Home', 'End'),
        either('A page up or down', 'Page Up', 'Page Down'),
        row('Open the row', 'Enter'),
        row('Select the row', 'Space'),
        row('Select all rows', [command, 'A']),
      ],
    },
    {
      title: 'In a dialog, a panel or a form',
      rows: [
        row('Close, and go back to where it was opened', 'Esc'),
        row('Send the form', [command, 'Enter']),
      ],
    },
  ]
}
