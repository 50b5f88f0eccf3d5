import type { ReactNode } from 'react'
import { describeError } from '../queries/describe-error'
import { Notice } from '../ui/notice'

/**
 * An error where it arose: what was attempted, what the service said, the one thing to do next.
 * - `action`: a button that does it; `onDismiss`: it may be put away
 */
export function ErrorNotice({
  error,
  action,
  onDismiss,
}: {
  error: unknown
  action?: ReactNode
  onDismiss?: () => void
}) {
  if (!error) return null
  const { title, message, nextStep, detail } = describeError(error)
  return (
    <Notice
      tone="error"
      title={title}
      message={`${message} ${nextStep}`}
      details={[['Details', detail]]}
      action={action}
      onDismiss={onDismiss}
    />
  )
}
