import type { PointerEvent } from 'react'

/** What is cut off is shown on hover; looked for only then, because measuring every cell takes long. */
export function tellCut({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('*:not(.sr-only, input)')]
  cell.title = parts.some(
    (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflow !== 'visible',
  )
    ? cell.innerText
    : ''
}
