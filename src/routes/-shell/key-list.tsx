import { Fragment } from 'react'
import { rail } from '../../ui/rail-items'
import { globalKeys, LEADER } from './keys'

/** One line of the list of keys: presses one after the other, or one of several; each of one key or of several held together. */
interface KeyRow {
  readonly presses: readonly (readonly string[])[]
  readonly join: 'then' | 'or'
  readonly does: string
}

interface KeyGroup {
  readonly title: string
  readonly rows: readonly KeyRow[]
}

const row = (does: string, ...presses: (string | readonly string[])[]): KeyRow => ({
  does,
  join: 'then',
  presses: presses.map((press) => (typeof press === 'string' ? [press] : press)),
})

const either = (does: string, ...keys: string[]): KeyRow => ({ ...row(does, ...keys), join: 'or' })

const DOES: Readonly<Record<(typeof globalKeys)[number]['opens'], string>> = {
  palette: 'Open the palette: go to, create, find, choose the theme',
  keys: 'Show all keys',
}

/** How the command key is called here: Cmd on Apple's machines, else Ctrl. */
export const commandName = (platform = globalThis.navigator?.platform ?? ''): string =>
  /^(?:Mac|iP)/.test(platform) ? 'Cmd' : 'Ctrl'

/** Every key of the console. What works everywhere comes from the tables that the shortcuts obey. */
export function keyGroups(command = commandName()): readonly KeyGroup[] {
  const overlays = globalKeys.map((each) =>
    row(DOES[each.opens], each.command ? [command, each.key.toUpperCase()] : each.key),
  )
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
        row('Save the version in the form', [command, 'S']),
      ],
    },
  ]
}

/** All keys of the console, in groups. */
export function KeyList() {
  return (
    <div className="-mb-4 gap-8 sm:columns-2">
      {keyGroups().map(({ title, rows }) => (
        <section key={title} aria-label={title} className="flex break-inside-avoid flex-col gap-1 pb-4">
          <h3 className="font-semibold">{title}</h3>
          <dl className="flex flex-col text-sm">
            {rows.map(({ does, join, presses }) => (
              <div key={does} className="flex items-baseline justify-between gap-4 border-b border-line py-1">
                <dt>{does}</dt>
                <dd className="shrink-0">
                  {presses.map((held, at) => (
                    <Fragment key={held.join()}>
                      {at > 0 && <span className="text-ink-muted"> {join} </span>}
                      {held.map((key, place) => (
                        <Fragment key={key}>
                          {place > 0 && <span className="text-ink-muted"> + </span>}
                          <kbd className="inline-block min-w-6 rounded-md border border-line px-1.5 text-center font-sans">
                            {key}
                          </kbd>
                        </Fragment>
                      ))}
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
