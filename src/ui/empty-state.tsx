import type { ReactNode } from 'react'
import { Button } from './button'
import { LOOK_ONLY, mayWrite } from './role'

/**
 * Why a list is empty: cases that must not look alike.
 * - `nothing-yet`: what this is for, how the first one is made, and the button that makes it; a viewer does not see the last two
 * - `no-match`: filters hide everything; `onClear` clears them
 */
export function EmptyState(
  props:
    | { kind: 'nothing-yet'; title: string; text?: ReactNode; how?: string; action?: ReactNode }
    | { kind: 'no-match'; title?: string; text?: ReactNode; onClear: () => void },
) {
  const yet = props.kind === 'nothing-yet'
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-8 sm:mx-auto sm:max-w-[28rem] sm:items-center sm:text-center">
      <div role={yet ? undefined : 'status'}>
        <p className="font-semibold">{props.title ?? 'Nothing matches'}</p>
        <p className="text-ink-muted">
          {props.text} {yet && props.how && (mayWrite() ? props.how : LOOK_ONLY)}
        </p>
      </div>
      {yet ? props.action : <Button onClick={props.onClear}>Clear filters</Button>}
    </div>
  )
}
