import {
  Bot,
  FileText,
  FlaskConical,
  History,
  House,
  Layers,
  type LucideIcon,
  MessagesSquare,
  Phone,
  Settings,
  Wrench,
} from 'lucide-react'

/** One screen in the rail. `letter` is the second key of the "g then a letter" shortcut. */
export type RailItem = { label: string; to: string; icon: LucideIcon; letter: string }
/** A group of the rail; `label` is null for what stands above all groups, or below them at the foot. */
export type RailGroup = { label: string | null; foot?: true; items: readonly RailItem[] }

/** The screens that exist, in the order of the rail. Add one here when its route is there, never before. */
export const rail: readonly RailGroup[] = [
  { label: null, items: [{ label: 'Overview', to: '/', icon: House, letter: 'o' }] },
  {
    label: 'Build',
    items: [
      { label: 'Agents', to: '/agents', icon: Bot, letter: 'a' },
      { label: 'Tools', to: '/tools', icon: Wrench, letter: 't' },
    ],
  },
  {
    label: 'Knowledge',
    items: [
      { label: 'Files', to: '/knowledge/files', icon: FileText, letter: 'f' },
      { label: 'Collections', to: '/knowledge/collections', icon: Layers, letter: 'c' },
    ],
  },
  {
    label: 'Operate',
    items: [
      { label: 'Calls', to: '/calls', icon: Phone, letter: 'l' },
      { label: 'Threads', to: '/threads', icon: MessagesSquare, letter: 'h' },
      { label: 'Testing lab', to: '/testing-lab', icon: FlaskConical, letter: 'e' },
    ],
  },
  { label: 'Record', items: [{ label: 'Activity', to: '/activity', icon: History, letter: 'r' }] },
  { label: null, foot: true, items: [{ label: 'Settings', to: '/settings', icon: Settings, letter: 's' }] },
]

/** Whether the screen at `to` is the one shown, or the parent of the one shown, at `path`. */
export function isCurrent(to: string, path: string): boolean {
  if (to === '/') return path === '/'
  return path === to || path.startsWith(`${to}/`)
}
