import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Tooltip } from './tooltip'

/** A button of one icon (26 px) with an accessible name that is also its tooltip. Takes all attributes of a button. */
export function IconButton({
  label,
  icon: Icon,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & { label: string; icon: LucideIcon }) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={classNames(
          'inline-flex size-6.5 shrink-0 items-center justify-center rounded-md text-ink-muted hover:bg-line/60 hover:text-ink disabled:opacity-60',
          className,
        )}
      >
        <Icon size={16} aria-hidden />
      </button>
    </Tooltip>
  )
}
