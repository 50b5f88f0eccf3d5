import { Ellipsis, type LucideIcon } from 'lucide-react'
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'

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

const load = () => import('./menu-popup')
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }))

/**
 * A menu of actions on one thing. The page stays scrollable while it is open. In a long table there is one in every row: until it is first opened it
 * is a plain button, which also keeps the code of menus out of the first load (D74).
 * - `label`: accessible name of the button, naming the thing: "Actions for pricing.pdf"
 * - `items`: the actions; false and null are skipped; `trigger`: another button than the three dots (a Button, or an element that takes a button's props)
 */
export function Menu({
  label,
  items,
  trigger,
}: {
  label: string
  items: readonly (MenuItem | false | null)[]
  trigger?: ReactElement<ComponentProps<'button'>>
}) {
  const [wanted, setWanted] = useState(false)
  const button = trigger ?? (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="inline-flex size-6.5 shrink-0 items-center justify-center rounded-md text-ink-muted hover:bg-line/60 hover:text-ink aria-expanded:bg-line/60"
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  )
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setWanted(true)
    },
  })
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <MenuPopup trigger={button} items={items} />
    </Suspense>
  )
}
