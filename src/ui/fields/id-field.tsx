import { type FieldValues, useController } from 'react-hook-form'
import { FieldFrame } from './field-frame'
import { IdInput } from './id-input'
import type { Suggestion } from './suggestions'
import type { BoundField } from './text-field'

/**
 * An id that can be picked by name from what is known, or pasted. Value: the id as text, trimmed; nothing is refused for being unknown.
 * - `suggestions`: `{ id, label, note }[]`; `what`: the noun for the line below when an id is not among them ("phone number")
 */
export function IdField<Values extends FieldValues>({
  control,
  name,
  suggestions,
  what,
  ...frame
}: BoundField<Values> & { suggestions: readonly Suggestion[]; what: string }) {
  const { field, fieldState } = useController({ control, name })
  const value: string = field.value ?? ''
  const known = suggestions.find((suggestion) => suggestion.id === value)
  return (
    <FieldFrame
      {...frame}
      message={fieldState.error?.message}
      beside={
        known ? (
          <p>
            {known.label !== known.id && known.label}{' '}
            {known.note && <span className="text-ink-muted">{known.note}</span>}
          </p>
        ) : value !== '' && suggestions.length > 0 ? (
          <p className="text-ink-muted">No {what} with this id is known here. It is sent as it is.</p>
        ) : undefined
      }
    >
      {(aria) => (
        <IdInput
          {...aria}
          name={field.name}
          inputRef={field.ref}
          value={value}
          suggestions={suggestions}
          onText={(text) => field.onChange(text.trim())}
          onPick={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  )
}
