import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { type ControllerRenderProps, type FieldValues, useController } from 'react-hook-form'
import { classNames } from '../class-names'
import { formatCount } from '../numbers'
import { type BoundField, Field, FieldMessage } from './field-frame'

/**
 * One line of text. Value: string.
 * - `mono`: for slugs and codes; `autoComplete` is off unless named; `placeholder` only for a format
 */
export function TextField<Values extends FieldValues>({
  mono,
  type = 'text',
  autoComplete = 'off',
  placeholder,
  autoFocus,
  ...bound
}: BoundField<Values> & { mono?: boolean } & Pick<
    ComponentProps<'input'>,
    'type' | 'autoComplete' | 'placeholder' | 'autoFocus'
  >) {
  return (
    <Field {...bound}>
      {(control) => (
        <input
          {...control}
          value={control.value ?? ''}
          type={type}
          autoComplete={autoComplete}
          placeholder={placeholder}
          // biome-ignore lint/a11y/noAutofocus: only where the caller opens a dialog for this one field
          autoFocus={autoFocus}
          spellCheck={!mono}
          className={classNames('control', mono && 'font-mono')}
        />
      )}
    </Field>
  )
}

/**
 * Several lines of text. Value: string. Grows with its text up to 60 % of the window.
 * - `rows`: height when empty; `max`: as of `countNear`; `beside`: something of the caller's below the text
 */
export function TextareaField<Values extends FieldValues>({
  rows = 4,
  max,
  beside,
  ...bound
}: BoundField<Values> & { rows?: number; max?: number; beside?: ReactNode }) {
  return (
    <Field
      {...bound}
      beside={(text = '') => {
        const count = countNear(text, max)
        return (
          (beside || count) && (
            <>
              {beside}
              {count}
            </>
          )
        )
      }}
    >
      {(control) => (
        <textarea
          {...control}
          value={control.value ?? ''}
          rows={rows}
          className="control field-sizing-content max-h-[60dvh]"
          // field-sizing drops the height that `rows` gives
          style={{ minHeight: `${rows * 20 + 12}px` }}
        />
      )}
    </Field>
  )
}

/** "1,204 of 100,000 characters", from nine tenths of `max` on. */
export const countNear = (text: string, max: number | undefined): ReactNode =>
  max !== undefined &&
  text.length > max * 0.9 && (
    <p className="text-ink-muted">
      {formatCount(text.length)} of {formatCount(max)} characters
    </p>
  )

/**
 * One of a few values, as a native select. Value: string; "" is nothing chosen, shown as `emptyLabel` where given. A value that is not
 * among the options stays and is shown raw. For ids use IdField: the interface cannot list everything.
 */
export function SelectField<Values extends FieldValues>({
  options,
  emptyLabel,
  ...bound
}: BoundField<Values> & { options: readonly { value: string; label: string }[]; emptyLabel?: string }) {
  return (
    <Field {...bound}>
      {({ value = '', ...control }) => (
        <select {...control} value={value} className="control">
          {(emptyLabel !== undefined || value === '') && <option value="">{emptyLabel ?? 'Choose'}</option>}
          {value !== '' && !options.some((option) => option.value === value) && (
            <option value={value}>{value}</option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A number as it is typed: null when empty, NaN when it is none, so that the form's schema refuses it in its own words. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^[+-]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** A number. Value: as of `readNumber`. No wheel, no spin buttons. `unit` stands behind it. */
export function NumberField<Values extends FieldValues>({
  unit,
  ...bound
}: BoundField<Values> & { unit?: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field {...bound}>
      {({ value = null, onChange, ...control }) => (
        <div className="flex items-center gap-2">
          <input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            // What is typed stays ("1." on the way to "1.5") as long as it means the value; a reset from outside wins.
            value={typed !== null && Object.is(readNumber(typed), value) ? typed : shownNumber(value)}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(readNumber(event.target.value))
            }}
            className="control max-w-40"
          />
          {unit && <span className="text-ink-muted">{unit}</span>}
        </div>
      )}
    </Field>
  )
}

const shownNumber = (value: unknown) =>
  typeof value === 'number' && !Number.isNaN(value) ? String(value) : ''

/** What ties a checkbox to a boolean of a form. */
export const tickOf = <Values extends FieldValues>({
  ref,
  name,
  value,
  onBlur,
  onChange,
}: ControllerRenderProps<Values>): ComponentProps<'input'> => ({
  ref,
  name,
  type: 'checkbox',
  checked: value === true,
  onBlur,
  onChange: (event) => onChange(event.target.checked),
})

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
          {...tickOf(field)}
          id={id}
          disabled={disabled}
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
