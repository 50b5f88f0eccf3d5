import { type ReactNode, useEffect } from 'react'
import { classNames } from './class-names'

/**
 * A page inside the shell: header line, then content. The title is the page's only `h1`. As text it names the tab, too; as an element, such as a
 * person's number, it does not, because browsers store titles in their history.
 * - `title`, `context`: one line of what this is or what it is about; `action`: the one primary action, on the right
 * - `back`: a link above the title, e.g. `<Link to="/agents">Agents</Link>`
 * - `width`: `full` for lists (default), `form` for 44 rem; `aside`: stands beside a form on wide screens, below it on narrow ones
 * - `fill`: the content gets the rest of the window's height and scrolls inside (tables); give it one child that grows
 */
export function Page({
  title,
  context,
  action,
  back,
  width = 'full',
  aside,
  fill = false,
  children,
}: {
  title: ReactNode
  context?: ReactNode
  action?: ReactNode
  back?: ReactNode
  width?: 'full' | 'form'
  aside?: ReactNode
  fill?: boolean
  children?: ReactNode
}) {
  useEffect(() => {
    if (typeof title === 'string') document.title = `${title} · Switchboard`
  }, [title])
  return (
    <div className={classNames('flex flex-col gap-4 px-4 pt-4 rail:px-6', fill ? 'list-page' : 'pb-4')}>
      <header className="relative flex min-h-11 shrink-0 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-56">
          {back && (
            <p className="text-sm text-ink-muted [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2">
              {back}
            </p>
          )}
          <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
          {context && <p className="text-ink-muted">{context}</p>}
        </div>
        {action && <div className="flex flex-wrap items-center gap-2 *:grow">{action}</div>}
      </header>
      {aside ? (
        <Beside aside={aside}>{children}</Beside>
      ) : (
        <div
          className={classNames(
            'flex min-w-0 flex-col gap-4',
            width === 'form' && 'w-full max-w-[44rem]',
            // The room below is at the end of what is there, which may be higher than the window.
            fill && 'min-h-0 grow after:min-h-px',
          )}
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** A form and what stands beside it, or below it where it is narrow. */
export function Beside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid gap-6 @min-[57rem]:grid-cols-[minmax(0,44rem)_minmax(16rem,26rem)]">
        <div className="min-w-0">{children}</div>
        <aside className="min-w-0">{aside}</aside>
      </div>
    </div>
  )
}

/** A part of a page under its own heading. `hint`: one line below it. `action`: on the right of the heading. */
export function Section({
  title,
  hint,
  action,
  children,
}: {
  title: string
  hint?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-48">
          <h2 className="font-semibold wrap-anywhere">{title}</h2>
          {hint && <p className="text-sm text-ink-muted">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Names and values of one record, in two columns; one column where it is narrow. What has no value is left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
