import { createContext, useContext, useEffect, useRef } from 'react'

/** What a field itself finds wrong before the form's schema is asked: a sentence, or null. */
export type FieldCheck = () => string | null | Promise<string | null>

/** The checks of one form, by field path. Kept by FormShell, filled by fields. */
export const FieldChecks = createContext<Map<string, FieldCheck> | null>(null)

/**
 * Lets a field hold back the form it is in. The schema of a form knows the wire, not what was typed: a phone number of a country that does
 * not exist, or JSON with a missing comma, is known to the field alone (D73).
 */
export function useFieldCheck(name: string, check: FieldCheck): void {
  const checks = useContext(FieldChecks)
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    if (!checks) return
    const run = () => latest.current()
    checks.set(name, run)
    return () => {
      if (checks.get(name) === run) checks.delete(name)
    }
  }, [checks, name])
}
