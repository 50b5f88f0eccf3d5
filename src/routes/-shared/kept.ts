import { type ReactNode, useState } from 'react'

/** Whether it is so, or was since this was drawn: a form that was open when the service turned out not to take it stays (D908). `isKnown`: `now` is no guess. */
export function useKept(now: boolean, isKnown = true): boolean {
  const [was, setWas] = useState(false)
  if (now && isKnown && !was) setWas(true)
  return now || was
}

/** Stands from when it may on, as `useKept` says. */
export const Kept = ({ may, children }: { may: boolean; children: ReactNode }) =>
  useKept(may) ? children : null
