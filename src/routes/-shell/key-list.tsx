import { Fragment } from 'react'
import { keyGroups } from './key-rows'

/** All keys of the console, in groups. */
export function KeyList() {
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {keyGroups().map(({ title, rows }) => (
        <section key={title} aria-label={title} className="flex flex-col gap-1">
          <h3 className="font-semibold">{title}</h3>
          <dl className="flex flex-col text-sm">
            {rows.map(({ does, join, presses }) => (
              <div key={does} className="flex items-baseline justify-between gap-4 border-b border-line py-1">
                <dt>{does}</dt>
                <dd className="shrink-0">
                  {presses.map((held, at) => (
                    <Fragment key={held.join()}>
                      {at > 0 && <span className="text-ink-muted"> {join} </span>}
                      {held.map((key, place) => (
                        <Fragment key={key}>
                          {place > 0 && <span className="text-ink-muted"> + </span>}
                          <kbd className="inline-block min-w-6 rounded-md border border-line px-1.5 text-center font-sans">
                            {key}
                          </kbd>
                        </Fragment>
                      ))}
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
