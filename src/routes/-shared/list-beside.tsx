import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names'

/** More stand in the list itself. */
const LISTED = 100

export interface ListedBeside {
  readonly key: string
  readonly link: LinkProps
  readonly title: string
  /** How it stands, in one or two short lines. */
  readonly state: ReactNode
}

/** One thing of a list with the others beside it, where the page is wide enough for both. */
export function ListBeside({
  label,
  items,
  shown,
  children,
}: {
  label: string
  items: readonly ListedBeside[]
  shown: string
  children: ReactNode
}) {
  return (
    <div className="@container min-w-0">
      <div className="grid items-start gap-6 @min-[75rem]:grid-cols-[18rem_minmax(0,1fr)]">
        <nav
          aria-label={label}
          className="sticky top-4 hidden max-h-[calc(100dvh-8rem)] flex-col divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface-raised @min-[75rem]:flex"
        >
          {items.slice(0, LISTED).map(({ key, link, title, state }) => (
            <Link
              key={key}
              {...link}
              aria-current={key === shown ? 'page' : undefined}
              className={classNames(
                'flex flex-col gap-1 px-3 py-2 text-sm -outline-offset-2',
                key === shown ? 'bg-accent-soft' : 'hover:bg-surface-sunken',
              )}
            >
              <span className="font-semibold break-words">{title}</span>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">{state}</span>
            </Link>
          ))}
        </nav>
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
      </div>
    </div>
  )
}
