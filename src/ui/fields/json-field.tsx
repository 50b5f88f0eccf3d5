import { type FieldValues, useController } from 'react-hook-form'
import { Button } from '../button'
import { useFieldCheck } from './field-checks'
import { FieldFrame } from './field-frame'
import { readJsonObject } from './json-text'
import type { BoundField } from './text-field'

/**
 * A JSON object as text. Value: the text as typed; turn it into the object for the request with `readJsonObject(text)`. What is no object holds
 * the form back by itself and says line, column and what is wrong. Empty text means no object. "Format" indents what is valid.
 */
export function JsonField<Values extends FieldValues>({
  control,
  name,
  rows = 4,
  ...frame
}: BoundField<Values> & { rows?: number }) {
  const { field, fieldState } = useController({ control, name })
  const text: string = field.value ?? ''
  const reading = readJsonObject(text)
  const problem = reading.ok
    ? frame.required && !reading.value
      ? 'Enter a JSON object.'
      : null
    : reading.reason
  useFieldCheck(name, () => problem)
  const judged = fieldState.isTouched || fieldState.error !== undefined
  const own = judged && fieldState.error?.type !== 'service' ? problem : null
  // A check of our own that has been mended must not linger until the next submit.
  const given = fieldState.error?.type === 'field' ? undefined : fieldState.error?.message
  return (
    <FieldFrame
      {...frame}
      message={own ?? given}
      beside={
        reading.ok && reading.value && text !== indent(reading.value) ? (
          <Button variant="link" onClick={() => field.onChange(indent(reading.value))}>
            Format
          </Button>
        ) : undefined
      }
    >
      {(aria) => (
        <textarea
          {...field}
          {...aria}
          value={text}
          rows={rows}
          spellCheck={false}
          placeholder="{ }"
          className="control field-sizing-content max-h-[60dvh] font-mono text-sm"
          style={{ minHeight: `${rows * 18 + 12}px` }}
        />
      )}
    </FieldFrame>
  )
}

function indent(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
