import { useEffect, useState } from 'react'

/** `soon`: it will be needed, so that it is there in time; `now`: it is to be shown. */
export type Wanted = 'soon' | 'now' | undefined

/** What is to be shown and did not come is tried again so often, in milliseconds. */
const AGAIN_MS = 5_000

/**
 * Code that a screen does without at first. Unlike `lazy` it does not take the screen down when it does not arrive: what failed as `soon`
 * (`missed`) is tried again as `now`, and what failed as `now` is told as `failed`, with `retry`, until it comes by itself.
 *
 * - `load`: keep it outside the component
 */
export function useLate<Part>(load: () => Promise<Part>, wanted: Wanted) {
  const [state, setState] = useState<{ part?: Part; failedAs?: Wanted }>({})
  const { part, failedAs } = state
  const isMissing = part === undefined && wanted !== undefined && failedAs !== 'now' && failedAs !== wanted
  useEffect(() => {
    if (!isMissing) return
    load().then(
      (loaded) => setState({ part: loaded }),
      () => setState({ failedAs: wanted }),
    )
  }, [load, isMissing, wanted])
  const failed = failedAs === 'now'
  useEffect(() => {
    if (!failed) return
    const take = (loaded: Part) => setState({ part: loaded })
    const timer = setInterval(() => load().then(take, () => undefined), AGAIN_MS)
    return () => clearInterval(timer)
  }, [load, failed])
  return { part, missed: failedAs !== undefined, failed, retry: () => setState({}) }
}
