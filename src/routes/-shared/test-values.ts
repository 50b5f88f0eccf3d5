import { useSyncExternalStore } from 'react'
import { NOT_STORED, redact } from '../../contract/redact'
import { isWire } from '../../contract/reply'
import { readStored, writeStored } from '../../ui/storage'

type Values = Readonly<Record<string, string>>

const held = new Map<string, Values>()
const listeners = new Set<() => void>()

const placeOf = (of: string) => `switchboard.test-values.${of}`

function valuesOf(of: string): Values {
  const before = held.get(of)
  if (before) return before
  const values = restore(of)
  held.set(of, values)
  return values
}

function restore(of: string): Values {
  try {
    const stored: unknown = JSON.parse(readStored(placeOf(of), 'sessionStorage') ?? 'null')
    const entries = Object.entries(isWire(stored) ? stored : {})
    return Object.fromEntries(
      entries.filter(
        (each): each is [string, string] => typeof each[1] === 'string' && each[1] !== NOT_STORED,
      ),
    )
  } catch {
    return {}
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Values to try an agent's variables with, the same wherever this tab shows them. `of`: the agent, or the form of a new one. */
export function useTestValues(of: string): [Values, (values: Values) => void] {
  const values = useSyncExternalStore(subscribe, () => valuesOf(of))
  const change = (next: Values) => {
    held.set(of, next)
    writeStored(placeOf(of), JSON.stringify(redact(next)), 'sessionStorage')
    for (const listener of listeners) listener()
  }
  return [values, change]
}

/** The values that are sent: an empty one leaves the default. */
export const givenOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
