import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { describeError } from '../../queries/describe-error'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { errorWords } from './error-notice'
import { OutcomeBadge } from './outcome-badge'

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly isDone?: boolean
  }
}

/**
 * Stands in the place of a form whose write was done, so that nothing can send it again by mistake. It takes the focus.
 * - `title`: names the tab and is heard with the focus; the page's heading says it to the eye. `error`: the reply could not be read; `show`: links to where it is listed, the main one last; `another`, `onAnother`: begins anew; `onLeft`: does the same where the address of the form is asked for
 * again, as the palette does (else `onAnother`)
 */
export function SentOutcome({
  title,
  text,
  error,
  show,
  another,
  onAnother,
  onLeft = onAnother,
  children,
}: {
  title: string
  text?: ReactNode
  error?: unknown
  show: ReactNode
  another: string
  onAnother: () => void
  onLeft?: () => void
  children: ReactNode
}) {
  const outcome = useRef<HTMLElement>(null)
  // The route's title is that of the form. A next screen has set its own before this one goes.
  useEffect(() => {
    const before = document.title
    const now = `${title} · Switchboard`
    document.title = now
    return () => {
      if (document.title === now) document.title = before
    }
  }, [title])
  // The address may be that of the form already, so its place in the history says that this stands there.
  const router = useRouter()
  const leave = useEffectEvent(onLeft)
  useEffect(() => {
    void router.navigate({
      to: '.',
      search: true,
      state: { isDone: true },
      replace: true,
      ignoreBlocker: true,
    })
    return router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
      if (!pathChanged && !toLocation.state.isDone) leave()
    })
  }, [router])
  // The button that had the focus is gone with its dialog, which would give the focus to the page a turn later.
  useEffect(() => {
    const timer = setTimeout(() => {
      outcome.current?.focus({ preventScroll: true })
      // The form was left at its button, where this may be higher than the window.
      document.querySelector('h1')?.scrollIntoView({ block: 'center' })
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <section
      ref={outcome}
      tabIndex={-1}
      aria-label={title}
      className="flex max-w-[52rem] flex-col items-stretch gap-4"
    >
      {/* The next step in sight, however long what was made is. */}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div role="status" className="min-w-0 grow basis-56">
          <OutcomeBadge state="accepted" />
          {text && <div className="pt-2 text-ink-muted">{text}</div>}
        </div>
        <div className="buttons">
          <Button onClick={onAnother}>{another}</Button>
          {show}
        </div>
      </div>
      {error ? (
        <Notice tone="warn" {...errorWords(describeError(error))} title="Its reply could not be read" />
      ) : null}
      {children}
    </section>
  )
}
