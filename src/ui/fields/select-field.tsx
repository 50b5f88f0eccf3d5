import { type FieldValues, useController } from 'react-hook-form'
import { FieldFrame } from './field-frame'
import type { BoundField } from './text-field'

/** One choice of a select. */
export type SelectOption = { value: string; label: string }

/**
 * One of a few known values, as a native select. Value: string; "" is nothing chosen, shown as `emptyLabel` where given. A value that is not
 * among the options is kept and shown raw. For ids use IdField: the interface cannot list everything.
 */
export function SelectField<Values extends FieldValues>({
  control,
  name,
  options,
  emptyLabel,
  ...frame
}: BoundField<Values> & { options: readonly SelectOption[]; emptyLabel?: string }) {
  const { field, fieldState } = useController({ control, name })
  const value: string = field.value ?? ''
  const known = value === '' || options.some((option) => option.value === value)
  return (
    <FieldFrame {...frame} message={fieldState.error?.message}>
      {(aria) => (
        <select {...field} {...aria} value={value} className="control">
          {(emptyLabel !== undefined || value === '') && <option value="">{emptyLabel ?? 'Choose'}</option>}
          {!known && <option value={value}>{value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
