import { isWire, type Wire } from '../../contract/reply'

/**
 * What a form changes: the fields that it would send now and that differ from what it would have sent before, each whole. A field that
 * was sent before and is not sent now is not among them.
 */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]),
    ),
  ) as Partial<Fields>

export const hasChanges = (changes: object): boolean => Object.keys(changes).length > 0

/**
 * Complaints about the fields of a form, without those about what it began with, unless that is empty: a service may hold more than the
 * contract takes.
 */
export function ofChanged(errors: object, values: unknown, begun: unknown): Wire {
  const left = Object.entries(errors).flatMap(([name, error]): [string, unknown][] => {
    const [value, before] = [values, begun].map((of) => (of as Wire | undefined)?.[name])
    if (isWire(error) && typeof error.message === 'string') {
      const isSet = Boolean(value) || value === 0
      return isSet && JSON.stringify(value) === JSON.stringify(before) ? [] : [[name, error]]
    }
    const within = ofChanged(error, value, before)
    return hasChanges(within) ? [[name, within]] : []
  })
  return Object.fromEntries(left)
}
