import { isWire, type Wire } from '../../contract/reply'

/**
 * What a reply holds beside the record that was read out of it, so that nothing the service said is lost: the fields around its wrapper, or all
 * of a reply in which no record was found.
 */
export function besideRecord(reply: unknown, recordId: string | undefined): Wire {
  if (reply === undefined || reply === null || reply === '') return {}
  if (!isWire(reply)) return { reply }
  if (recordId === undefined) return reply
  const holds = (value: unknown): boolean =>
    String(value) === recordId || (isWire(value) && Object.values(value).some(holds))
  // Bare: the record is the reply, and its other fields are shown with it.
  if (Object.values(reply).some((value) => !isWire(value) && holds(value))) return {}
  return Object.fromEntries(
    Object.entries(reply).flatMap(([name, value]): [string, unknown][] => {
      if (!holds(value)) return [[name, value]]
      const inner = besideRecord(value, recordId)
      return Object.keys(inner).length > 0 ? [[name, inner]] : []
    }),
  )
}
