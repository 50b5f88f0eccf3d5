import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Page } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { CallFate } from './-call-fate'
import type { Accepted } from './-dispatch-form'
import { words } from './-form-words'

/** What stands in the place of the form when the service took the call: nothing is left that could send it again by mistake. */
export function AcceptedCall({ accepted, onAnother }: { accepted: Accepted; onAnother: () => void }) {
  const { values, reply, error } = accepted
  const result = reply?.record
  const outcome = useRef<HTMLElement>(null)
  // The button that had the focus is gone with its dialog, which would give the focus to the page a turn later.
  useEffect(() => {
    const timer = setTimeout(() => outcome.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const untold = <p className="text-ink-muted">{words.outcome.untold}</p>
  return (
    <Page
      title={words.form.title}
      context={words.form.context}
      back={<Link to="/calls">{words.form.back}</Link>}
      width="form"
    >
      <section
        ref={outcome}
        tabIndex={-1}
        aria-label={words.outcome.accepted}
        className="flex flex-col items-start gap-4"
      >
        <div role="status">
          <OutcomeBadge state="accepted" />
          <p className="pt-2 font-semibold">{words.outcome.accepted}</p>
        </div>
        <ErrorNotice error={error} />
        <Facts
          facts={[
            [
              words.form.toPhoneNumber,
              <span className="font-mono" key="to">
                {values.toPhoneNumber}
              </span>,
            ],
            [words.outcome.callId, result?.id && <IdText id={result.id} name="call id" whole />],
            [words.outcome.status, result?.status],
          ]}
        />
        {result?.id ? <CallFate callId={result.id} untold={untold} /> : untold}
        {result && <OtherFields fields={result.other} />}
        {reply && <OtherFields fields={reply.beside} title={words.outcome.beside} />}
        <div className="flex flex-wrap gap-2">
          <Link to="/calls" className={buttonClass('primary')}>
            {words.outcome.show}
          </Link>
          <Button onClick={onAnother}>{words.outcome.another}</Button>
        </div>
      </section>
    </Page>
  )
}
