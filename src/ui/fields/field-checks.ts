import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { ControllerFieldState } from 'react-hook-form'

/** What a field itself finds wrong before the form's schema is asked: a sentence, or null. */
export type FieldCheck = () => string | null | Promise<string | null>

/** The checks of one form, by field path. FormShell holds them, fields fill them in. */
export const FieldChecks = createContext<Map<string, FieldCheck> | null>(null)

/**
 * Lets a field hold back the form it is in. The schema of a form knows the wire, not what was typed: only the field knows of a phone number
 * of a country that does not exist, or of JSON with a missing comma (D73).
 */
export function useFieldCheck(name: string, check: FieldCheck): void {
  const checks = useContext(FieldChecks)
  const latest = useEffectEvent(check)
  useEffect(() => {
    if (!checks) return
    const run = () => latest()
    checks.set(name, run)
    return () => {
      if (checks.get(name) === run) checks.delete(name)
    }
  }, [checks, name])
}

/**
 * Holds the form back by `problem`, and returns the field's message: its own, which is more exact than the schema's, once somebody was in
 * the field; a message of the service is newer than both.
 */
export function useOwnCheck(
  name: string,
  problem: string | null,
  { isTouched, error }: ControllerFieldState,
): string | undefined {
  useFieldCheck(name, () => problem)
  const own = (isTouched || error) && error?.type !== 'service' ? problem : null
  // A check of our own that has been mended must not linger until the next submit.
  return own ?? (error?.type === 'field' ? undefined : error?.message)
}
