import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { FieldFrame } from './field-frame'
import type { BoundField } from './text-field'

/** A number as it is typed: null when empty, NaN when it is none, so that the form's schema refuses it in its own words. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^[+-]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** A number. Value: number, null when empty, NaN when it cannot be read (a schema refuses NaN). No wheel, no spin buttons. `unit` stands behind it. */
export function NumberField<Values extends FieldValues>({
  control,
  name,
  unit,
  ...frame
}: BoundField<Values> & { unit?: string }) {
  const { field, fieldState } = useController({ control, name })
  const [typed, setTyped] = useState<string | null>(null)
  const known: unknown = field.value
  const shown = typeof known === 'number' && !Number.isNaN(known) ? String(known) : ''
  // What is typed stays ("1." on the way to "1.5") as long as it means the value; a reset from outside wins.
  const text = typed !== null && Object.is(readNumber(typed), known ?? null) ? typed : shown
  return (
    <FieldFrame {...frame} message={fieldState.error?.message}>
      {(aria) => (
        <div className="flex items-center gap-2">
          <input
            {...field}
            {...aria}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setTyped(event.target.value)
              field.onChange(readNumber(event.target.value))
            }}
            className="control max-w-40"
          />
          {unit && <span className="text-ink-muted">{unit}</span>}
        </div>
      )}
    </FieldFrame>
  )
}
