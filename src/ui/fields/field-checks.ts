import { createContext, useContext, useEffect } from 'react'
import type { ControllerFieldState } from 'react-hook-form'

/** What fields of one form themselves find wrong, by field path. FormShell holds it, fields fill it in. */
export const FieldProblems = createContext<Map<string, string> | null>(null)

/**
 * Holds the form back by `problem`, and returns the field's message. The schema of a form knows the wire, not what was typed: only the field knows
 * of a phone number of a country that does not exist, or of JSON with a missing comma (D73). Its own message is more exact than the schema's, once
 * somebody was in the field; a message of the service is newer than both.
 */
export function useOwnCheck(
  name: string,
  problem: string | null,
  { isTouched, error }: ControllerFieldState,
): string | undefined {
  const problems = useContext(FieldProblems)
  useEffect(() => {
    if (problem !== null) problems?.set(name, problem)
    return () => void problems?.delete(name)
  }, [problems, name, problem])
  const own = (isTouched || error) && error?.type !== 'service' ? problem : null
  // A check of our own that has been mended must not linger until the next submit.
  return own ?? (error?.type === 'field' ? undefined : error?.message)
}
