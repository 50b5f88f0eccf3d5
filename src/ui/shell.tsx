import { Menu, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './button'
import { ProductName, Rail, type RailProps } from './rail'

/**
 * The frame of every page: skip link, rail (224 px, beside the page from 900 px on; below, behind a "Menu" button), main landmark `#main`.
 * It renders the same markup on the server and in the browser, so it can be painted before any script (D72).
 * `onFind`: opens what finds everything, by a button beside the name
 */
export function Shell({
  onFind,
  children,
  ...rail
}: Omit<RailProps, 'themeName' | 'corner'> & { onFind?: () => void; children?: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const find = (
    <IconButton
      icon={Search}
      label="Find"
      title="Find (Ctrl K)"
      aria-haspopup="dialog"
      onClick={onFind}
      className="ml-auto size-8 text-ink-muted hover:text-ink"
    />
  )
  return (
    <div className="rail:grid rail:grid-cols-[224px_minmax(0,1fr)]">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="fixed top-0 hidden h-dvh w-56 border-r border-line bg-surface-sunken rail:block">
        <Rail {...rail} themeName="rail-theme" corner={find} />
      </header>
      <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-surface-sunken px-2 rail:hidden">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
          className="flex h-8 items-center gap-2 rounded-md px-2 hover:bg-line/60"
        >
          <Menu size={16} aria-hidden />
          Menu
        </button>
        <ProductName />
        {find}
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 rail:col-start-2">
        {children}
      </main>
      {menuOpen && (
        <MenuDialog onClose={() => setMenuOpen(false)}>
          <Rail {...rail} themeName="menu-theme" />
        </MenuDialog>
      )}
    </div>
  )
}

/** The rail as a native modal dialog: focus stays inside, Esc closes, focus returns, and nothing has to be loaded for it. */
function MenuDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing here, not by leaving the tree, is what gives focus back to the menu button.
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc and the close button do by keyboard what a click outside does by pointer
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target; a click on a link leads away, and so does what opens a dialog.
        if (event.target === dialog.current || (event.target as Element).closest('a, [data-leaves-menu]'))
          onClose()
      }}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] animate-appear border-r border-line bg-surface-sunken text-ink backdrop:bg-scrim rail:hidden"
    >
      <div className="relative h-full">
        <IconButton icon={X} label="Close menu" onClick={onClose} className="absolute top-3 right-2 size-8" />
        {children}
      </div>
    </dialog>
  )
}
