import type { PointerEvent } from 'react'

/** The least height of a line: parts of letters may stand out of one that is whole. */
const LINE_PX = 16

/** What is cut off is shown on hover; looked for only then, because measuring every cell takes long. */
export function tellCut({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('*:not(.sr-only, input)')]
  cell.title = parts.some(
    (part) =>
      (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + LINE_PX / 2) &&
      getComputedStyle(part).overflow !== 'visible',
  )
    ? cell.innerText
    : ''
}
