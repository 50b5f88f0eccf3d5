/**
 * Ends with one of the signals, or after so many milliseconds. Node 20 forgets a timeout that only `AbortSignal.any` knows when it collects memory, and
 * what should end never does: one with a listener of its own stays.
 */
export function within(milliseconds: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds)
  timeout.addEventListener('abort', () => {})
  return AbortSignal.any([...signals, timeout])
}
