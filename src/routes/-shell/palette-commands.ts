import type { LinkProps } from '@tanstack/react-router'
import {
  Bot,
  FileText,
  FlaskConical,
  Keyboard,
  Layers,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  Monitor,
  Moon,
  Phone,
  Plus,
  Search,
  Sun,
  Upload,
} from 'lucide-react'
import { isPathId } from '../../contract/operation'
import type { Command, CommandGroup } from '../../ui/command-dialog'
import { rail } from '../../ui/rail-items'
import { matchesSearch } from '../../ui/search-box'
import type { Theme } from '../../ui/theme'
import { type Thing, thingOf } from '../-shared/record-target'
import { mayStandInAddress } from '../-shared/search-text'
import { LEADER } from './keys'
import { addressOf, type Known, launchOf, recentThings, thingsWithId } from './known-things'

/** What taking a command does. */
export type Action =
  | { readonly link: LinkProps }
  | { readonly theme: Theme }
  | { readonly overlay: 'keys' | 'signOut' }
  | { readonly ask: string }

export interface PaletteCommand extends Command {
  readonly action: Action
}

export interface PaletteGroup extends CommandGroup {
  readonly commands: readonly PaletteCommand[]
}

/** How many of one kind are shown; the rest is a search on its screen away. */
const MOST = 6
const RECENT = 5

const to = (link: LinkProps, label: string, icon: LucideIcon, note?: string): PaletteCommand => ({
  id: `${JSON.stringify(link)} ${label}`,
  label,
  icon,
  note,
  action: { link },
})
const ICONS = {
  agent: Bot,
  version: Bot,
  file: FileText,
  collection: Layers,
  call: Phone,
  thread: MessagesSquare,
  run: FlaskConical,
  scenarios: FlaskConical,
}
/** Under a title that says of which kind it is. */
const titled = ({ link, label, kind }: Thing) => to(link, label, ICONS[kind])
const thing = (one: Thing) => ({ ...titled(one), note: one.kind })

const screens = rail.flatMap(({ items }) =>
  items.map(({ label, to: screen, icon, letter }) =>
    to({ to: screen as LinkProps['to'] }, label, icon, `${LEADER} ${letter}`),
  ),
)
const creations = [
  to({ to: '/agents/new' }, 'New agent', Bot),
  to({ to: '/agents', search: { add: true } }, 'Add agent by id', Plus),
  to({ to: '/knowledge/files' }, 'Upload files', Upload, 'on the Files screen'),
  to({ to: '/knowledge/collections', search: { new: true } }, 'New collection', Layers),
  to({ to: '/calls', search: { place: true } }, 'Place call', Phone),
  to({ to: '/calls/batch/new' }, 'New batch of calls', Phone),
  to({ to: '/threads/new' }, 'New thread', MessagesSquare),
  to({ to: '/testing-lab/generate' }, 'Generate scenarios', FlaskConical),
  to({ to: '/testing-lab/run' }, 'Run scenarios', FlaskConical),
]
const themes = (now: Theme): PaletteCommand[] =>
  (
    [
      ['light', 'Light theme', Sun],
      ['dark', 'Dark theme', Moon],
      ['system', 'Theme of this computer', Monitor],
    ] as const
  ).map(([theme, label, icon]) => ({
    id: `theme ${theme}`,
    label,
    icon,
    note: theme === now ? 'now' : undefined,
    action: { theme },
  }))
const help: PaletteCommand = {
  id: 'keys',
  label: 'Show all keys',
  icon: Keyboard,
  note: '?',
  action: { overlay: 'keys' },
}
const signOut: PaletteCommand = {
  id: 'sign out',
  label: 'Sign out',
  icon: LogOut,
  action: { overlay: 'signOut' },
}
const ask = (text: string): PaletteCommand => ({
  id: 'ask',
  label: text ? `Ask your documents: ${text}` : 'Ask your documents',
  icon: Search,
  action: { ask: text },
})

/** Whether a word means the command itself, not what is asked. */
const isNameOfAsk = (text: string): boolean => !/\s|\?$/.test(text) && matchesSearch(text, [ask('').label])

interface Matching<T> {
  readonly found: readonly T[]
  readonly more: boolean
}

/** The first few that match, each once by its `keyOf`; looks no further than it must, because there may be a hundred thousand. */
function firstMatching<T>(
  all: Iterable<T>,
  text: string,
  textsOf: (one: T) => readonly (string | undefined)[],
  keyOf: (one: T) => unknown = (one) => one,
): Matching<T> {
  const found = new Map<unknown, T>()
  for (const one of all) {
    if (!matchesSearch(text, textsOf(one)) || found.has(keyOf(one))) continue
    if (found.size === MOST) return { found: [...found.values()], more: true }
    found.set(keyOf(one), one)
  }
  return { found: [...found.values()], more: false }
}

function* launchesOf({ rows, names }: Known): Generator<Thing> {
  for (const row of rows) {
    const launch = launchOf(row, names)
    if (launch) yield launch
  }
}

/** Whether a text may be an id that is not known here: one word, not a plain word and not a phone number. */
export const mayBeId = (text: string): boolean =>
  text.length >= 8 && isPathId(text) && /[a-z]/i.test(text) && /[\d_-]/.test(text)

/** What the palette offers for a text, best first. */
export function paletteGroups(text: string, known: Known, theme: Theme): readonly PaletteGroup[] {
  const wanted = text.trim()
  const create = known.role === 'viewer' ? [] : creations
  const others = known.role ? [help, signOut] : [help]
  if (wanted === '')
    return withCommands([
      ['Recent', recentThings(known, RECENT).map(thing)],
      ['Go to', screens],
      ['Create', create],
      ['Ask', known.mayAsk ? [ask('')] : []],
      ['Theme', themes(theme)],
      ['Help', others],
    ])

  const exact = thingsWithId(wanted, known).map(thing)
  const matching = (group: string, commands: readonly PaletteCommand[]) =>
    [group, commands.filter(({ label }) => matchesSearch(wanted, [label, group]))] as const
  const agents = firstMatching(known.agents, wanted, ({ name, agentId }) => [name, agentId])
  const files = firstMatching(known.files, wanted, ({ fileName, fileId }) => [fileName, fileId])
  const collections = firstMatching(known.collections, wanted, ({ name, id }) => [name, id])
  const launches = firstMatching(launchesOf(known), wanted, ({ label, kind }) => [label, kind], addressOf)
  const some = <T>(
    { found, more }: Matching<T>,
    of: (one: T) => Thing,
    screen: LinkProps['to'],
    label: string,
  ) => [
    ...found.map((one) => titled(of(one))),
    ...(more && mayStandInAddress(wanted)
      ? [to({ to: screen, search: { q: wanted } }, label, Search, wanted)]
      : []),
  ]
  const groups = withCommands([
    ['This id', exact],
    matching('Go to', screens),
    matching('Create', create),
    ['Agents', some(agents, thingOf.agent, '/agents', 'Search agents')],
    ['Files', some(files, thingOf.file, '/knowledge/files', 'Search files')],
    ['Collections', some(collections, thingOf.collection, '/knowledge/collections', 'Search collections')],
    ['Calls, threads and runs', launches.found.map(thing)],
    matching('Theme', themes(theme)),
    matching('Help', others),
    [
      'Use this id, which is not known here',
      exact.length === 0 && mayBeId(wanted) ? usesOf(wanted, known) : [],
    ],
    // Last, so that Enter takes what may be meant by name.
    ['Ask', known.mayAsk ? [ask(isNameOfAsk(wanted) ? '' : wanted)] : []],
  ])
  return once(groups)
}

/** Where an id that is not known here can be used; each place says itself whether the service knows it. */
const usesOf = (version: string, { role }: Known): PaletteCommand[] => [
  to(thingOf.agent({ agentId: version }).link, 'Open as agent', Bot),
  ...(role === 'viewer'
    ? []
    : [
        to({ to: '/calls', search: { place: true, version } }, 'Place a call with this version', Phone),
        to({ to: '/threads/new', search: { version } }, 'Start a thread with this version', MessagesSquare),
      ]),
  to(thingOf.file({ fileId: version }).link, 'Open as file', FileText),
  to(thingOf.collection({ id: version }).link, 'Open as collection', Layers),
]

const withCommands = (
  groups: readonly (readonly [title: string, commands: readonly PaletteCommand[]])[],
): readonly PaletteGroup[] =>
  groups.flatMap(([title, commands]) => (commands.length > 0 ? [{ title, commands }] : []))

/** Each command at its first place only: what is found by its id is not offered by its name again. */
function once(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  const seen = new Set<string>()
  return withCommands(
    groups.map(({ title, commands }) => [
      title,
      commands.filter(({ id }) => {
        const isNew = !seen.has(id)
        seen.add(id)
        return isNew
      }),
    ]),
  )
}
