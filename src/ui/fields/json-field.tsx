import { type FieldValues, useController } from 'react-hook-form'
import { Button } from '../button'
import { useOwnCheck } from './field-checks'
import { type BoundField, FieldFrame } from './field-frame'
import { readJson, readJsonObject } from './json-text'

/**
 * A JSON object as text, or with `any` any JSON. Value: the text as typed; turn it into the object for the request with `readJsonObject(text)`.
 * What is none holds the form back by itself and says line, column and what is wrong. Empty text means none. "Format" indents what is valid.
 */
export function JsonField<Values extends FieldValues>({
  control,
  name,
  any = false,
  ...frame
}: BoundField<Values> & { any?: boolean }) {
  const { field, fieldState } = useController({ control, name })
  const text: string = field.value ?? ''
  const reading = any ? readJson(text) : readJsonObject(text)
  const missing = frame.required && reading.ok && !reading.value ? 'Enter a JSON object.' : null
  const message = useOwnCheck(name, reading.ok ? missing : reading.reason, fieldState)
  const indented = reading.ok && reading.value ? JSON.stringify(reading.value, null, 2) : text
  return (
    <FieldFrame
      {...frame}
      message={message}
      beside={
        text !== indented && (
          <Button variant="link" onClick={() => field.onChange(indented)}>
            Format
          </Button>
        )
      }
    >
      {(aria) => (
        <textarea
          {...field}
          {...aria}
          value={text}
          rows={4}
          spellCheck={false}
          placeholder="{ }"
          className="control field-sizing-content max-h-[60dvh] font-mono text-sm"
          style={{ minHeight: '84px' }}
        />
      )}
    </FieldFrame>
  )
}
