import type { FieldValues, Resolver } from 'react-hook-form'
import { isWire, type Wire } from '../../contract/reply'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a form changes: the fields that it would send now and that differ from what it would have sent before, each whole. A field that
 * was sent before and is not sent now is not among them.
 */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof Fields])),
  ) as Partial<Fields>

export const hasChanges = (changes: object): boolean => Object.keys(changes).length > 0

/**
 * Complaints about the fields of a form, without those about what it began with, unless that is empty: a service may hold more than the
 * contract takes. A row of a list is known by what it holds, because rows move. That a name stands twice is wrong with both, unless its list is as it
 * began (`isOld`).
 */
export function ofChanged(errors: object, values: unknown, begun: unknown, isOld = false): Wire {
  const left = Object.entries(errors).flatMap(([name, error]): [string, unknown][] => {
    // What is said of a list as a whole.
    const of = (all: unknown) => (name === 'root' ? all : (all as Wire | undefined)?.[name])
    const value = of(values)
    const before = Array.isArray(begun) ? (begun.find((each) => isSame(each, value)) ?? of(begun)) : of(begun)
    if (isWire(error) && typeof error.message === 'string') {
      const isSet = Boolean(value) || value === 0
      return isSet && isSame(value, before) && (isOld || !/ twice$/.test(error.message))
        ? []
        : [[name, error]]
    }
    const within = ofChanged(error, value, before, isOld || (Array.isArray(value) && isSame(value, before)))
    return hasChanges(within) ? [[name, within]] : []
  })
  return Object.fromEntries(left)
}

/** Judges a form as `resolver` does, but for what is as it began (D1065). */
export const judgeChanges =
  <Values extends FieldValues>(
    resolver: Resolver<Values, unknown, Values>,
    begun: Values,
  ): Resolver<Values, unknown, Values> =>
  async (values, context, options) => {
    const judged = await resolver(values, context, options)
    const errors = ofChanged(judged.errors, values, begun)
    return hasChanges(errors) ? { values: {}, errors: errors as never } : { values, errors: {} }
  }
