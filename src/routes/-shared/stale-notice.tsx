import { describeError } from '../../queries/describe-error'
import { Notice } from '../../ui/notice'
import { messageOf } from './error-notice'

/** Above rows that could not be read anew: they stay, and the page goes on by itself when the service is back. */
export function StaleNotice({
  error,
  title = 'The list could not be refreshed. It shows what was last read.',
}: {
  error: unknown
  title?: string
}) {
  if (!error) return null
  return <Notice tone="warn" title={title} message={messageOf(describeError(error))} />
}
