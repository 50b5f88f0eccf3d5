import { type ReactNode, useId } from 'react'
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  useController,
} from 'react-hook-form'

/** What every field takes: its label, a hint (the wire name where it differs, what it is for), and whether it has to be filled. */
export type FieldProps = { label: string; hint?: ReactNode; required?: boolean; disabled?: boolean }

/** A field bound to a form: `control` of useForm and the path of its value; `message`: what is wrong with it already. */
export type BoundField<Values extends FieldValues> = FieldProps & {
  control: Control<Values>
  name: FieldPath<Values>
  message?: string
}

/** The attributes that tie a control to its label, hint and message. Spread them on the control. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  disabled: boolean | undefined
}

/** A field of a form whose message is the form's. `children` draws its control; `beside(value)`: as of FieldFrame. */
export function Field<Values extends FieldValues>({
  control,
  name,
  message,
  beside,
  children,
  ...frame
}: BoundField<Values> & {
  beside?: (value: ControllerRenderProps<Values>['value']) => ReactNode
  children: (control: ControllerRenderProps<Values> & ControlProps) => ReactNode
}) {
  const { field, fieldState } = useController({ control, name })
  return (
    <FieldFrame {...frame} message={fieldState.error?.message ?? message} beside={beside?.(field.value)}>
      {(aria) => children({ ...field, ...aria })}
    </FieldFrame>
  )
}

/**
 * Label above, control, hint and message below. "Optional" stands beside the label, outside it, so that the accessible name is the label alone.
 * - `message`: what is wrong; `beside`: more below the control that belongs to it (a count, what was recognised), read out with it
 */
export function FieldFrame({
  label,
  hint,
  required = false,
  disabled,
  message,
  beside,
  children,
}: FieldProps & { message?: string; beside?: ReactNode; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [message && `${id}m`, beside && `${id}b`, hint && `${id}h`].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {!required && <span className="text-sm text-ink-muted">Optional</span>}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': message ? true : undefined,
        'aria-required': required || undefined,
        disabled,
      })}
      <FieldMessage id={`${id}m`} message={message} />
      {beside && (
        <div id={`${id}b`} className="text-sm">
          {beside}
        </div>
      )}
      {hint && (
        <div id={`${id}h`} className="text-sm text-ink-muted [&_code]:text-ink">
          {hint}
        </div>
      )}
    </div>
  )
}

/** The message of a field. The element is always there, so that a change is announced. */
export function FieldMessage({ id, message }: { id: string; message: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-sm text-bad empty:hidden">
      {message}
    </p>
  )
}
