import type { ReactNode } from 'react'
import { type DescribedError, describeError } from '../../queries/describe-error'
import { ErrorList, Notice } from '../../ui/notice'

/** What was said, and on its own line what to do. */
export const messageOf = ({ message, nextStep }: DescribedError) => `${message}\n${nextStep}`

/** An error in the words of a notice. */
export const errorWords = (described: DescribedError) => ({
  title: described.title,
  message: messageOf(described),
  detail: described.detail,
})

/**
 * An error where it arose: what was attempted, what the service said, the one thing to do next.
 * - `title`: in place of what was attempted, where it is more; `action`: a button that does it; `onDismiss`: it may be put away
 */
export function ErrorNotice({
  error,
  title,
  ...rest
}: {
  error: unknown
  title?: string
  action?: ReactNode
  onDismiss?: () => void
}) {
  if (!error) return null
  const described = describeError(error)
  return (
    <Notice tone="error" {...errorWords(described)} {...(title && { title })} {...rest}>
      <ErrorList errors={described.fields} />
    </Notice>
  )
}
