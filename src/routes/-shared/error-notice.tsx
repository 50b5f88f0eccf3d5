import type { ReactNode } from 'react'
import { type DescribedError, describeError } from '../../queries/describe-error'
import { ErrorList, Notice, type NoticeDetails } from '../../ui/notice'

/** "Answer of the service: 409, CONFLICT" as a name and a value. */
function detailsOf({ detail }: DescribedError): NoticeDetails {
  const [, name = '', value = ''] = /^(\D+?):? (\d.*)$/.exec(detail ?? '') ?? []
  return name ? [[name, value]] : [['Detail', detail]]
}

/** What was said, and on its own line what to do. */
export const messageOf = ({ message, nextStep }: DescribedError) => `${message}\n${nextStep}`

/** An error in the words of a notice. */
export const errorWords = (described: DescribedError) => ({
  title: described.title,
  message: messageOf(described),
  details: detailsOf(described),
})

/**
 * An error where it arose: what was attempted, what the service said, the one thing to do next.
 * - `action`: a button that does it; `onDismiss`: it may be put away
 */
export function ErrorNotice({
  error,
  ...rest
}: {
  error: unknown
  action?: ReactNode
  onDismiss?: () => void
}) {
  if (!error) return null
  const described = describeError(error)
  return (
    <Notice tone="error" {...errorWords(described)} {...rest}>
      <ErrorList errors={described.fields} />
    </Notice>
  )
}
