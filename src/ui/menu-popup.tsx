import * as Radix from '@radix-ui/react-dropdown-menu'
import { type ReactElement, useState } from 'react'
import { classNames } from './class-names'
import type { MenuItem } from './menu'

/** The menu itself with the button it belongs to, open from the start. Only Menu uses it, and loads it when it is first wanted. */
export function MenuPopup({
  trigger,
  items,
}: {
  trigger: ReactElement
  items: readonly (MenuItem | false | null)[]
}) {
  const [open, setOpen] = useState(true)
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
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
