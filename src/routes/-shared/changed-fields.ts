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
