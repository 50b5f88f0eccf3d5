import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './button'
import { classNames } from './class-names'
import { applyCspNonce } from './csp-nonce'
import { keepForList, useReturnFocus } from './use-return-focus'

applyCspNonce()

/** The second half of a double click comes no later than this after the first, in milliseconds. */
const DOUBLE_CLICK_MS = 500

/** What a dialog and a side panel take. */
export interface DialogProps {
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}

/**
 * A modal dialog. Esc, the close button and a click outside ask for closing; focus goes in, stays in, and returns to where it was.
 * - `onClose`: asked for; it is open as long as the caller draws it, so it can be refused while work is under way
 * - `title` is its accessible name, `description` one line below
 * - `footer`: buttons at the end, the main one last; a FormShell inside brings its own
 * - `size`: `md` 30 rem (default), `lg` 52 rem (a table or an editor); on narrow screens it takes the full width
 * - `top`: stands at the top, where how high it gets is not known before, so that it grows downwards alone
 * - `returnFocus`: where focus goes if the element that had it is gone
 */
export function Dialog({
  onClose,
  title,
  description,
  footer,
  size = 'md',
  top,
  returnFocus,
  children,
}: DialogProps & { size?: 'md' | 'lg'; top?: boolean; returnFocus?: () => HTMLElement | null }) {
  const focus = useReturnFocus(returnFocus)
  const openedAt = useRef(0)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-appear grid-cols-1 place-items-center overflow-y-auto bg-scrim p-3">
          <Radix.Content
            {...focus}
            onOpenAutoFocus={(event) => {
              openedAt.current = performance.now()
              focus.onOpenAutoFocus(event)
            }}
            // Only a press on what surrounds it closes it: not one on a toast above it, which may be gone when this is heard of. The first
            // half of a double click opened it; the second, which falls beside it, must not close it.
            onPointerDownOutside={(event) => {
              const { timeStamp, target } = event.detail.originalEvent
              const isAround = (target as Element).querySelector('[role=dialog]')
              if (!isAround || timeStamp - openedAt.current < DOUBLE_CLICK_MS) event.preventDefault()
            }}
            onEscapeKeyDown={keepForList}
            // The trap goes round without scrolling to what it gives the focus (D703).
            onKeyUp={({ key, target }) => {
              if (key === 'Tab') (target as Element).scrollIntoView({ block: 'nearest' })
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              'float relative flex w-full flex-col gap-4 p-4',
              size === 'lg' ? 'max-w-[52rem]' : 'max-w-[30rem]',
              top && 'self-start',
            )}
          >
            {/* In sight also where the dialog is higher than the window; its description need not be. */}
            <div
              className={classNames(
                'sticky -top-3 z-10 -mx-4 -mt-4 rounded-t-md bg-surface-raised pt-4 pr-12 pl-4',
                description ? '-mb-4' : '-mb-2 pb-2',
              )}
            >
              <DialogTitle title={title} />
            </div>
            {description && <DialogText>{description}</DialogText>}
            {children}
            {footer && <div className="buttons">{footer}</div>}
            {/* Last in order, so that the first field gets focus and not the cross. */}
            <div className="pointer-events-none absolute inset-y-0 right-4 pt-4">
              <div className="pointer-events-auto sticky top-1 z-10">
                <CloseButton />
              </div>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DialogTitle = ({ title, description }: Pick<DialogProps, 'title' | 'description'>) => (
  <>
    <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
    {description && <DialogText>{description}</DialogText>}
  </>
)

const DialogText = ({ children }: { children: ReactNode }) => (
  <Radix.Description className="text-ink-muted">{children}</Radix.Description>
)

/** The cross of a dialog or a side panel. Only inside one. */
export function CloseButton() {
  return (
    <Radix.Close asChild>
      <IconButton icon={X} label="Close" className="-mt-1 -mr-1 size-8" />
    </Radix.Close>
  )
}
