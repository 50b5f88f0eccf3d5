import { useLayoutEffect, useRef, useState } from 'react'

type Handlers = Record<string, (...args: never[]) => void>

/** The same handlers object on every render, calling what the last render gave: rows can be memoised and still see the present. */
export function useLatestEvents<Events extends Handlers>(events: Events): Events {
  const latest = useRef(events)
  useLayoutEffect(() => {
    latest.current = events
  })
  const [stable] = useState(() => {
    const entries = Object.keys(events).map((name) => [
      name,
      (...args: never[]) => latest.current[name]?.(...args),
    ])
    return Object.fromEntries(entries) as Events
  })
  return stable
}
