import type { ReactNode } from 'react'
import type { Operation } from '../../contract/operation'
import { describeError, sentence } from '../../queries/describe-error'
import { toast } from '../../ui/toast-store'

/** Stands while a write waits for long. `closable`: what it stands in can be closed meanwhile. */
export const Waiting = ({ closable = false }: { closable?: boolean }) => (
  <p role="status" className="text-ink-muted">
    Waiting for the service's answer. {closable && 'You can close this; it goes on.'}
  </p>
)

/** Stands in the place of an answer of the agent that is to come. */
export const AnswerAwaited = ({ children = 'Waiting for the answer' }: { children?: ReactNode }) => (
  <p className="text-sm text-ink-muted">{children}</p>
)

/** What became of a write whose form was left before its answer came. */
export function tellElsewhere(error: Error | null, operation?: Operation) {
  if (error) {
    const { title, message } = describeError(error)
    toast({ tone: 'bad', title, message })
  } else if (operation?.done) toast({ title: sentence(operation.done) })
}
