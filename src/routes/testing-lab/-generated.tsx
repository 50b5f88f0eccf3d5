import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isWire } from '../../contract/reply'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { OtherFields } from '../../ui/other-fields'
import { ErrorNotice } from '../-shared/error-notice'
import { words } from './-generate-words'
import type { Generation } from './generate'

/** What came back, whatever its shape, and where to go on. */
export function Generated({
  done: { reply, error },
  agentId,
  onAnother,
}: {
  done: Generation
  agentId: string | undefined
  onAnother: () => void
}) {
  const outcome = useRef<HTMLElement>(null)
  useEffect(() => outcome.current?.focus(), [])
  const items = reply?.items ?? []
  const unreadable = reply?.unreadable.length ?? 0
  const writers = [...new Set(items.flatMap(({ generatedBy }) => generatedBy ?? []))]
  const title = items.length > 0 ? words.done(items.length) : words.doneNone
  return (
    <section ref={outcome} tabIndex={-1} aria-label={title} className="flex max-w-[52rem] flex-col gap-4">
      <div role="status">
        <p className="font-semibold">{title}</p>
        {items.length === 0 && <p className="text-ink-muted">{words.doneNoneText}</p>}
        {writers.length > 0 && <p className="text-ink-muted">{words.writtenBy(writers.join('; '))}</p>}
      </div>
      <ErrorNotice error={error} />
      {unreadable > 0 && <Notice tone="warn" title={words.unreadable(unreadable)} />}
      <div className="flex flex-wrap gap-2">
        {items.length > 0 && (
          <Link
            to="/testing-lab/run"
            search={{ agent: agentId, scenarios: items.map(({ id }) => id).join(',') }}
            className={buttonClass('primary')}
          >
            {words.runThese}
          </Link>
        )}
        <Link to="/testing-lab" search={{ agent: agentId }} className={buttonClass()}>
          {words.show}
        </Link>
        <Button onClick={onAnother}>{words.another}</Button>
      </div>
      {items.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {items.map((scenario) => (
            <li key={scenario.id} className="flex flex-col gap-1 px-3 py-2 text-sm">
              <p>
                <span className="font-semibold break-words">{scenario.name}</span>{' '}
                <code className="text-ink-muted">{scenario.id}</code>
              </p>
              {scenario.tags && scenario.tags.length > 0 && (
                <p className="text-ink-muted">{scenario.tags.join(', ')}</p>
              )}
              {scenario.instructions && (
                <p className="break-words whitespace-pre-wrap">{scenario.instructions}</p>
              )}
              <p className="break-words text-ink-muted">{scenario.expectedOutcome || words.noOutcome}</p>
            </li>
          ))}
        </ul>
      )}
      {reply && (items.length === 0 || unreadable > 0) && (
        <OtherFields
          fields={isWire(reply.raw) ? reply.raw : { [words.answer]: reply.raw ?? null }}
          title={words.answer}
        />
      )}
    </section>
  )
}
