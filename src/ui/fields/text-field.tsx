import type { ComponentProps } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { classNames } from '../class-names'
import { FieldFrame, type FieldProps } from './field-frame'

/** A field bound to a form: `control` of useForm and the path of its value. */
export type BoundField<Values extends FieldValues> = FieldProps & {
  control: Control<Values>
  name: FieldPath<Values>
}

/**
 * One line of text. Value: string.
 * - `mono`: for slugs and codes; `type`: `email`, `url`, `password`; `autoComplete` is off unless named; `placeholder` only for a format
 */
export function TextField<Values extends FieldValues>({
  control,
  name,
  mono,
  type = 'text',
  autoComplete = 'off',
  placeholder,
  autoFocus,
  ...frame
}: BoundField<Values> & { mono?: boolean } & Pick<
    ComponentProps<'input'>,
    'type' | 'autoComplete' | 'placeholder' | 'autoFocus'
  >) {
  const { field, fieldState } = useController({ control, name })
  return (
    <FieldFrame {...frame} message={fieldState.error?.message}>
      {(aria) => (
        <input
          {...field}
          {...aria}
          value={field.value ?? ''}
          type={type}
          autoComplete={autoComplete}
          placeholder={placeholder}
          // biome-ignore lint/a11y/noAutofocus: only where the caller opens a dialog for this one field
          autoFocus={autoFocus}
          spellCheck={!mono}
          className={classNames('control', mono && 'font-mono')}
        />
      )}
    </FieldFrame>
  )
}
