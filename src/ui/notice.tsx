import { CircleAlert, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button'
import { classNames } from './class-names'
import type { PlacedError } from './fields/field-errors'
import { LOOK_ONLY } from './role'

/** `error`: something failed; `warn`: it may not be what one wants; `info`: worth knowing. */
export type NoticeTone = 'error' | 'warn' | 'info'

const tones: Record<NoticeTone, { icon: LucideIcon; look: string; iconLook: string }> = {
  error: { icon: CircleAlert, look: 'border-bad/40 bg-bad-soft', iconLook: 'text-bad' },
  warn: { icon: TriangleAlert, look: 'border-busy/40 bg-busy-soft', iconLook: 'text-busy' },
  info: { icon: Info, look: 'border-line bg-surface-sunken', iconLook: 'text-ink-muted' },
}

/**
 * Says in place what happened, and stays until dismissed or mended. Errors interrupt screen readers, the others wait.
 * - `title`: what is wrong, one sentence; `message`: the service's own words or what would be right; `detail`: small print, such as the status
 * - `action`: one next step (a Button or a link); `onDismiss`: shows "Dismiss"; `quiet`: stands beside what says it, and is not told
 */
export function Notice({
  tone = 'info',
  title,
  message,
  detail,
  action,
  onDismiss,
  quiet,
  children,
}: {
  tone?: NoticeTone
  title: ReactNode
  message?: ReactNode
  detail?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  quiet?: boolean
  children?: ReactNode
}) {
  const { icon: Icon, look, iconLook } = tones[tone]
  return (
    <div
      role={quiet ? undefined : tone === 'error' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-2 rounded-md border px-3 py-2', look)}
    >
      <Icon size={16} aria-hidden className={classNames('mt-0.5 shrink-0', iconLook)} />
      <div className="flex min-w-0 grow flex-col items-start gap-1">
        <p className="font-semibold">{title}</p>
        {message && <p className="max-w-full whitespace-pre-line">{message}</p>}
        {detail && <p className="text-sm">{detail}</p>}
        {children}
        {action && <div className="pt-1">{action}</div>}
      </div>
      {onDismiss && <IconButton icon={X} label="Dismiss" onClick={onDismiss} className="-mr-1 size-6" />}
    </div>
  )
}

/** Stands for a viewer where an operator finds a form or a question (D544). */
export const LookOnly = () => <Notice title={`${LOOK_ONLY} An operator can do this.`} />

/** What was said of single fields, where no field on the screen can show it. */
export function ErrorList({ errors }: { errors: readonly PlacedError[] }) {
  return (
    errors.length > 0 && (
      <ul className="list-disc pl-4 text-sm">
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path && <code>{path}</code>} {message}
          </li>
        ))}
      </ul>
    )
  )
}
