import type { Suggestion as KnownId } from '../../queries/suggestions'
import type { Suggestion } from '../../ui/fields/suggestions'

const words = { used: 'used before', sample: 'sample' }

/** What is known of ids, as the fields offer it. */
export function offered(ids: readonly KnownId[] | undefined): readonly Suggestion[] {
  return (ids ?? []).map(({ value, label, source }) => ({
    id: value,
    label: label || value,
    note: words[source],
  }))
}
