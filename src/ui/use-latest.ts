import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The present value, for what is called later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
