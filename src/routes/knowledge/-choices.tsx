import type { KeyboardEvent, ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox'

/** What was chosen by its id, as it was when chosen. */
export type Chosen<Item> = ReadonlyMap<string, Item>

/** Checkboxes of several things, each labelled with its name. `beside`: what else stands in its row. */
export function Choices<Item>({
  items,
  idOf,
  nameOf,
  beside,
  chosen,
  onChange,
}: {
  items: readonly Item[]
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  beside?: (item: Item) => ReactNode
  chosen: Chosen<Item>
  onChange: (chosen: Chosen<Item>) => void
}) {
  const toggle = (item: Item) => {
    const next = new Map(chosen)
    if (!next.delete(idOf(item))) next.set(idOf(item), item)
    onChange(next)
  }
  return (
    <ul
      className="max-h-[45dvh] divide-y divide-line overflow-y-auto rounded-md border border-line"
      onKeyDown={moveAlong}
    >
      {items.map((item) => (
        <li
          key={idOf(item)}
          // What has no room beside the name begins below it.
          className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-3 pl-9 hover:bg-surface-sunken"
        >
          <div className="-ml-6 min-w-0 grow">
            <Checkbox label={nameOf(item)} checked={chosen.has(idOf(item))} onChange={() => toggle(item)} />
          </div>
          {beside?.(item)}
        </li>
      ))}
    </ul>
  )
}

/** Arrows lead from box to box, as one led here from the search. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  boxes[boxes.indexOf(event.target as HTMLInputElement) + step]?.focus()
}
