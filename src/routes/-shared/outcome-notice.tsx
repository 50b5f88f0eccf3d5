import type { Launch } from '../../queries/calls'
import { Notice } from '../../ui/notice'

/** Why a recorded write was refused, or that it may have been done, with what to do then. Nothing for other outcomes. */
export function OutcomeNotice({
  of: { state, error },
  refused,
  unknown,
  next,
}: {
  of: Pick<Launch, 'state' | 'error'>
  refused: string
  unknown: string
  next: string
}) {
  if (state === 'refused') return <Notice tone="error" title={refused} message={error?.message} />
  if (state !== 'unknown') return null
  return <Notice tone="warn" title={unknown} message={[error?.message, next].filter(Boolean).join('\n')} />
}
