import { useId } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { FieldMessage } from './field-frame'
import type { BoundField } from './text-field'

/** A box to tick, its label behind it. Value: boolean. */
export function CheckboxField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  disabled,
}: BoundField<Values>) {
  const { field, fieldState } = useController({ control, name })
  const id = useId()
  const message = fieldState.error?.message
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start gap-2">
        <input
          id={id}
          ref={field.ref}
          name={field.name}
          type="checkbox"
          checked={field.value === true}
          disabled={disabled}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.target.checked)}
          aria-invalid={message ? true : undefined}
          aria-describedby={[message && `${id}m`, hint && `${id}h`].filter(Boolean).join(' ') || undefined}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
      </div>
      <FieldMessage id={`${id}m`} message={message} />
      {hint && (
        <div id={`${id}h`} className="pl-6 text-sm text-ink-muted">
          {hint}
        </div>
      )}
    </div>
  )
}
