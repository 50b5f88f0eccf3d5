import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

/** `primary`: the main action; `secondary`: others; `quiet`: no frame, for rows and bars; `danger`: cannot be undone; `link`: inside text. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'
/** `md` is 32 px high, `sm` 26 px (tables, bars). */
export type ButtonSize = 'md' | 'sm'

const looks: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-accent-ink hover:bg-accent/88',
  secondary: 'border-line-strong bg-surface-raised hover:bg-surface-sunken',
  quiet: 'border-transparent hover:bg-line/60',
  danger: 'border-transparent bg-bad text-surface-raised hover:bg-bad/88',
  link: 'border-transparent text-accent underline underline-offset-2 hover:text-ink',
}

/** The classes of a button, for a link that looks like one: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  const shape =
    variant === 'link'
      ? 'inline-flex items-center gap-1.5 rounded-md'
      : classNames(
          'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border whitespace-nowrap',
          size === 'md' ? 'h-8 px-3' : 'h-6.5 px-2 text-sm',
        )
  return classNames(
    shape,
    looks[variant],
    'aria-disabled:cursor-default aria-disabled:opacity-60 disabled:cursor-default disabled:opacity-60',
  )
}

/**
 * A button, by default of type "button".
 * - `writes`: what it begins changes something, so that a viewer does not see it (D483)
 * - `pending`: shows a spinner and ignores clicks; screen readers hear `pendingLabel`. Pass `false`, not undefined, before,
 *   so that the live region exists.
 */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  writes = false,
  pending,
  pendingLabel = 'Working',
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  writes?: boolean
  pending?: boolean
  pendingLabel?: string
  children: ReactNode
}) {
  return (
    <>
      <button
        {...rest}
        type={type}
        // Not `disabled`, which would drop the focus.
        aria-disabled={pending || rest['aria-disabled'] || undefined}
        aria-busy={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : onClick}
        className={classNames('relative', buttonClass(variant, size), writes && 'viewer:hidden', className)}
      >
        {Icon && (pending ? <Spinner /> : <Icon size={16} aria-hidden className="shrink-0" />)}
        {pending && !Icon && (
          <span className="absolute inset-0 flex items-center justify-center">
            <Spinner />
          </span>
        )}
        <span className={pending && !Icon ? 'opacity-0' : undefined}>{children}</span>
      </button>
      {pending !== undefined && (
        <span role="status" className="sr-only">
          {pending ? pendingLabel : ''}
        </span>
      )}
    </>
  )
}

/** A button that is an icon. `label`: accessible name and tooltip; with `aria-disabled` it ignores clicks, but keeps the focus. Give its size in `className`. */
export function IconButton({
  icon: Icon,
  iconSize = 16,
  label,
  'aria-disabled': off,
  className,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon
  iconSize?: 14 | 16
  label: string
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-md hover:bg-line/60 aria-disabled:cursor-default aria-disabled:opacity-40',
        className,
      )}
    >
      <Icon size={iconSize} aria-hidden />
    </button>
  )
}

function Spinner() {
  return <LoaderCircle size={16} aria-hidden className="shrink-0 animate-spin" />
}
