import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** `good`: done; `waiting`: not begun; `busy`: in progress; `bad`: failed; `unknown`: a value without meaning to us. */
export type Tone = 'good' | 'waiting' | 'busy' | 'bad' | 'unknown'

/** `look`: of the icon and the words; `back`: behind them. */
export const tones: Record<Tone, { icon: LucideIcon; look: string; back: string }> = {
  good: { icon: CircleCheck, look: 'text-good', back: 'bg-good-soft' },
  waiting: { icon: CircleDashed, look: 'text-unknown', back: 'bg-unknown-soft' },
  busy: { icon: CircleDashed, look: 'text-busy', back: 'bg-busy-soft' },
  bad: { icon: CircleX, look: 'text-bad', back: 'bg-bad-soft' },
  unknown: { icon: CircleHelp, look: 'text-unknown', back: 'bg-unknown-soft' },
}

/** Icon, words and colour of a status. Unknown values are shown raw. `title`: text on hover; default: the words. */
export function StatusBadge({
  tone,
  icon,
  title,
  children,
}: {
  tone: Tone
  icon?: LucideIcon
  title?: string
  children: ReactNode
}) {
  const Icon = icon ?? tones[tone].icon
  return (
    <span
      title={title ?? (typeof children === 'string' ? children : undefined)}
      className={classNames(
        'inline-flex h-5.5 max-w-full items-center gap-1 rounded-md px-1.5 align-middle text-sm whitespace-nowrap',
        tones[tone].look,
        tones[tone].back,
      )}
    >
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{children}</span>
    </span>
  )
}
