import * as Radix from '@radix-ui/react-dropdown-menu'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names'

/** One line of a menu. `danger`: for what cannot be undone. `disabled`: why not belongs into `hint`. `separated`: a line above it. */
export type MenuItem = {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  hint?: ReactNode
  separated?: boolean
}

/**
 * A menu of actions on one thing. The page stays scrollable while it is open.
 * - `label`: accessible name of the button, naming the thing: "Actions for pricing.pdf"
 * - `items`: the actions; false and null are skipped; `trigger`: another button than the three dots (must take a ref)
 */
export function Menu({
  label,
  items,
  trigger,
}: {
  label: string
  items: readonly (MenuItem | false | null)[]
  trigger?: ReactElement
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        {trigger ?? (
          <button
            type="button"
            aria-label={label}
            title={label}
            className="inline-flex size-6.5 shrink-0 items-center justify-center rounded-md text-ink-muted hover:bg-line/60 hover:text-ink aria-expanded:bg-line/60"
          >
            <Ellipsis size={16} aria-hidden />
          </button>
        )}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="float z-50 max-w-80 min-w-44 animate-appear p-1"
        >
          {items.map(
            (item) =>
              item && (
                <Radix.Item
                  key={item.label}
                  disabled={item.disabled}
                  onSelect={item.onSelect}
                  className={classNames(
                    'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 outline-none data-disabled:text-ink-muted',
                    item.danger ? 'text-bad data-highlighted:bg-bad-soft' : 'data-highlighted:bg-accent-soft',
                    item.separated &&
                      'relative mt-2.25 before:absolute before:inset-x-0 before:-top-1.25 before:border-t before:border-line',
                  )}
                >
                  {item.icon && <item.icon size={16} aria-hidden className="shrink-0" />}
                  <span>
                    {item.label}
                    {item.hint && <span className="block text-sm text-ink-muted">{item.hint}</span>}
                  </span>
                </Radix.Item>
              ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
