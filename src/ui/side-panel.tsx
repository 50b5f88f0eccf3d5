import * as Radix from '@radix-ui/react-dialog'
import { type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names'
import { CloseButton, type DialogProps, DialogTitle } from './dialog'
import { roomyScreen, useMedia, wideScreen } from './media'
import { keepForList, ReturnFocus, useReturnFocus } from './use-return-focus'

/**
 * Details of the row that is open, at the right edge (28 rem). The list stays usable beside it: another row can be opened while it stands, and
 * from 1200 px on (1600 px for a wide one) the page gives it room. Below 900 px it covers the page and is modal, because nothing behind it
 * could be seen. Esc and the cross close it.
 * - `wide`: 44 rem, for something to read in; beside what it goes with only where both have room, from 1600 px on
 * - `partner`: it goes with what stands on the page; below 1200 px it covers that
 * - `over`: it stands above a dialog, and is modal as that is; `first`: gets the focus; `onEscape`: comes before Esc closes it
 * - `next`: done when the page is free again, in place of giving the focus back
 */
export function SidePanel({
  onClose,
  title,
  description,
  footer,
  wide = false,
  partner = false,
  over = false,
  first,
  next,
  onEscape = keepForList,
  children,
}: DialogProps & {
  wide?: boolean
  partner?: boolean
  over?: boolean
  first?: RefObject<HTMLElement | null>
  next?: RefObject<(() => void) | undefined>
  onEscape?: (event: KeyboardEvent) => void
}) {
  const beside = useMedia(partner ? roomyScreen : wideScreen) && !over
  const focus = useReturnFocus()
  const openRow = useContext(ReturnFocus)
  const content = useRef<HTMLDivElement>(null)
  const covers = !beside && !over
  // Not before the panel knows where the focus was.
  const [isOpen, setOpen] = useState(false)
  const takesPage = covers && isOpen
  useLayoutEffect(() => (takesPage ? coverPage(content.current) : undefined), [takesPage])
  return (
    <Radix.Root open onOpenChange={onClose} modal={over}>
      <Radix.Portal>
        {over ? (
          <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        ) : (
          covers && <div data-covers className="fixed inset-0 z-20 animate-appear bg-scrim" />
        )}
        <Radix.Content
          ref={content}
          onEscapeKeyDown={onEscape}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus(event)
            setOpen(true)
            if (!first?.current) return
            event.preventDefault()
            first.current.focus()
          }}
          data-beside={beside ? (!wide ? 'usual' : partner ? 'partner' : 'wide') : undefined}
          onCloseAutoFocus={(event) => {
            // The row that is open now, which need not be the one that opened the panel first.
            const row = openRow?.()
            if (next?.current) {
              event.preventDefault()
              next.current()
            } else if (row) {
              event.preventDefault()
              row.focus()
            } else focus.onCloseAutoFocus(event)
          }}
          // A click on the list opens another row; it must not close the panel first.
          onInteractOutside={beside ? (event) => event.preventDefault() : undefined}
          onFocusOutside={(event) => event.preventDefault()}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'float fixed inset-y-0 right-0 flex w-full animate-slide flex-col rounded-r-none max-sm:rounded-none max-sm:border-x-0',
            over ? 'z-40' : 'z-30',
            !wide
              ? 'sm:max-w-[28rem]'
              : partner && beside
                ? 'max-w-[28rem] min-[1600px]:max-w-[44rem]'
                : 'rail:max-w-[44rem]',
          )}
        >
          <div className="flex shrink-0 items-start gap-3 border-b border-line p-4">
            <div className="min-w-0 grow">
              <DialogTitle title={title} description={description} />
            </div>
            <CloseButton />
          </div>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4 -outline-offset-2"
          >
            {children}
          </div>
          {footer && (
            <div className="flex shrink-0 flex-wrap justify-end gap-1.5 border-t border-line p-2 sm:gap-2 sm:px-4 sm:py-3">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Takes the page away from pointer, keyboard and screen reader while a panel covers it; returns what gives it back. Radix would draw the panel
 * anew where it becomes modal, and a phone that is turned would lose what was typed (D616).
 */
function coverPage(panel: HTMLElement | null) {
  const page = document.getElementById('root')
  if (page?.contains(document.activeElement)) panel?.focus()
  page?.setAttribute('inert', '')
  page?.setAttribute('aria-hidden', 'true')
  return () => {
    page?.removeAttribute('inert')
    page?.removeAttribute('aria-hidden')
  }
}
