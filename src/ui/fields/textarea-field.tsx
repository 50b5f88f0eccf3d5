import type { ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { classNames } from '../class-names'
import { formatCount } from '../numbers'
import { FieldFrame } from './field-frame'
import type { BoundField } from './text-field'

/**
 * Several lines of text. Value: string. Grows with its text up to 60 % of the window.
 * - `rows`: height when empty (4); `mono`: for code; `max`: shows "1,204 of 100,000 characters" from nine tenths on
 * - `beside`: something of the caller's below the text, e.g. the variables it uses
 */
export function TextareaField<Values extends FieldValues>({
  control,
  name,
  rows = 4,
  mono,
  max,
  beside,
  ...frame
}: BoundField<Values> & { rows?: number; mono?: boolean; max?: number; beside?: ReactNode }) {
  const { field, fieldState } = useController({ control, name })
  const text: string = field.value ?? ''
  const near = max !== undefined && text.length > max * 0.9
  return (
    <FieldFrame
      {...frame}
      message={fieldState.error?.message}
      beside={
        near || beside ? (
          <>
            {beside}
            {near && (
              <p className="text-ink-muted">
                {formatCount(text.length)} of {formatCount(max)} characters
              </p>
            )}
          </>
        ) : undefined
      }
    >
      {(aria) => (
        <textarea
          {...field}
          {...aria}
          value={text}
          rows={rows}
          spellCheck={!mono}
          className={classNames('control field-sizing-content max-h-[60dvh]', mono && 'font-mono text-sm')}
          // field-sizing drops the height that `rows` gives
          style={{ minHeight: `${rows * 20 + 12}px` }}
        />
      )}
    </FieldFrame>
  )
}
