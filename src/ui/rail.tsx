import { type ReactNode, useId } from 'react'
import { isCurrent, rail } from './rail-items'
import { ThemeSwitch } from './theme-switch'

/** What a rail link is made of. Spread it on the router's link or on a plain `<a href={to}>`. */
export type RailLinkProps = { to: string; className: string; 'aria-current'?: 'page'; children: ReactNode }

export interface RailProps {
  /** The address shown, to mark the current screen. */
  path: string
  renderLink: (link: RailLinkProps) => ReactNode
  /** Beside the name of a screen, such as how much goes on there; nothing that screen readers need. */
  aside?: (to: string) => ReactNode
  /** What the console is connected to, and who is signed in: two short lines of each fit without moving anything. */
  connection?: ReactNode
  themeName: string
  corner?: ReactNode
}

/** The mark and the name of the console. */
export function ProductName() {
  return (
    <span className="flex items-center gap-2 font-semibold">
      <svg viewBox="0 0 32 32" width={20} height={20} aria-hidden="true">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <g fill="none" strokeWidth="2.6" strokeLinecap="round" className="stroke-accent-ink">
          <circle cx="10" cy="9.5" r="2.4" />
          <circle cx="22" cy="9.5" r="2.4" />
          <circle cx="10" cy="22.5" r="2.4" />
          <path d="M12 11.2 20.3 20.8" />
        </g>
        <circle cx="22" cy="22.5" r="3.4" className="fill-accent-ink" />
      </svg>
      Switchboard
    </span>
  )
}

/** The contents of the rail: product, groups of links, connection and theme at the foot. Shown beside the page or inside the menu. */
export function Rail({ path, renderLink, aside, connection, themeName, corner }: RailProps) {
  const ids = useId()
  return (
    <div className="rail-parts">
      <div className="flex h-14 items-center pr-2 pl-4">
        <ProductName />
        {corner}
      </div>
      <nav aria-label="Main" className="flex flex-col gap-4 overflow-y-auto px-2 py-1">
        {rail.map((group, index) => {
          const labelId = group.label ? `${ids}${index}` : undefined
          return (
            <div key={group.items[0]?.to} className={group.foot && 'mt-auto'}>
              {group.label && (
                <h2 id={labelId} className="px-2 pb-1 text-sm text-ink-muted">
                  {group.label}
                </h2>
              )}
              <ul aria-labelledby={labelId} className="flex flex-col gap-px">
                {group.items.map(({ label, to, icon: Icon }) => {
                  const current = isCurrent(to, path)
                  return (
                    <li key={to}>
                      {renderLink({
                        to,
                        className: railLinkClass,
                        'aria-current': current ? 'page' : undefined,
                        children: (
                          <>
                            <Icon size={16} aria-hidden />
                            {label}
                            {aside?.(to)}
                          </>
                        ),
                      })}
                    </li>
                  )
                })}
              </ul>
            </div>
          )
        })}
      </nav>
      <div className="flex flex-col gap-3 border-t border-line p-3">
        <div className="flex grow flex-col gap-3 text-sm text-ink-muted">{connection}</div>
        <ThemeSwitch name={themeName} />
      </div>
    </div>
  )
}

// The look of the current link hangs on aria-current, so that the prerendered shell and the router's own links need no second class.
const railLinkClass =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-ink-muted hover:bg-line/60 hover:text-ink -outline-offset-2 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'
