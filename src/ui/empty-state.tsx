import type { ReactNode } from 'react'
import { Button } from './button'
import { Notice, type NoticeDetails } from './notice'

/**
 * Why a list is empty: three cases that must not look alike.
 * - `nothing-yet`: what this is for, and the button that makes the first one
 * - `no-match`: filters hide everything; `onClear` clears them
 * - `failed`: the list could not be loaded; why, and retry
 */
export type EmptyStateProps =
  | { kind: 'nothing-yet'; title: string; text: ReactNode; action?: ReactNode }
  | { kind: 'no-match'; title?: string; text?: ReactNode; onClear: () => void }
  | {
      kind: 'failed'
      title: string
      message?: ReactNode
      details?: NoticeDetails
      onRetry: () => void
      retrying?: boolean
    }

export function EmptyState(props: EmptyStateProps) {
  if (props.kind === 'failed') {
    return (
      <div className="p-4">
        <Notice
          tone="error"
          title={props.title}
          message={props.message}
          details={props.details}
          action={
            <Button onClick={props.onRetry} pending={props.retrying ?? false} pendingLabel="Trying again">
              Try again
            </Button>
          }
        />
      </div>
    )
  }
  const yet = props.kind === 'nothing-yet'
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-8 sm:mx-auto sm:max-w-md sm:items-center sm:text-center">
      <div role={yet ? undefined : 'status'}>
        <p className="font-semibold">{yet ? props.title : (props.title ?? 'Nothing matches')}</p>
        <p className="text-ink-muted">{props.text}</p>
      </div>
      {yet ? props.action : <Button onClick={props.onClear}>Clear filters</Button>}
    </div>
  )
}
