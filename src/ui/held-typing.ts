import { focused } from './focused'

/** What is typed while the part that will take it is on its way. */
export interface HeldTyping {
  readonly field: HTMLTextAreaElement
  /** Where the focus was. */
  readonly from: HTMLElement | null
}

/** Takes what is typed from now on; a real field out of sight, so that every keyboard and language works. Esc gives up: the field is gone. */
export function holdTyping(label: string): HeldTyping {
  const from = focused()
  // Of several lines, since Enter may be typed, too.
  const field = document.createElement('textarea')
  field.ariaLabel = label
  field.className = 'sr-only'
  field.style.position = 'fixed'
  field.onkeydown = ({ key }) => {
    if (key === 'Escape') letGo({ field, from })
  }
  document.body.append(field)
  field.focus()
  return { field, from }
}

/** Ends it and gives the focus back. */
export function letGo({ field, from }: HeldTyping): void {
  field.remove()
  from?.focus()
}
