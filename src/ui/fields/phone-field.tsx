import { useEffect, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { useFieldCheck } from './field-checks'
import { FieldFrame } from './field-frame'
import { loadPhoneLibrary, type PhoneReading, phoneFormProblem, readPhone } from './phone'
import type { BoundField } from './text-field'

type Library = Awaited<ReturnType<typeof loadPhoneLibrary>>

/**
 * A phone number. What is typed stays as typed; below it stand the E.164 form and the country, or the reason why it is none.
 * Value: the E.164 text when the number can be read, else what was typed, so that a schema for the wire judges the number and not its spaces.
 * A number that cannot be dialled holds the form back by itself. An empty one does so only with `required`.
 */
export function PhoneField<Values extends FieldValues>({ control, name, ...frame }: BoundField<Values>) {
  const { field, fieldState } = useController({ control, name })
  const [library, setLibrary] = useState<Library | null>(null)
  const value: string = field.value ?? ''
  const [typed, setTyped] = useState({ text: value, value })
  // Another value than the one written from here came from outside (a reset, a draft): it is then what stands in the field.
  const text = typed.value === value ? typed.text : value

  const read = (input: string, plans: Library | null): PhoneReading | null =>
    input.trim() === '' || !plans ? null : readPhone(input, plans)
  const write = (input: string, plans: Library | null) => {
    const reading = read(input, plans)
    const next = reading?.ok ? reading.e164 : input.trim()
    setTyped({ text: input, value: next })
    field.onChange(next)
  }

  useEffect(() => {
    let here = true
    // Without the numbering plans the form of the number is still checked, and the service has the last word.
    loadPhoneLibrary().then(
      (plans) => here && setLibrary(plans),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [])

  const problem = (plans: Library | null): string | null => {
    if (text.trim() === '') return frame.required ? phoneFormProblem('') : null
    const reading = read(text, plans)
    if (!reading) return phoneFormProblem(text)
    return reading.ok ? null : reading.reason
  }
  useFieldCheck(name, () => problem(library))

  const reading = read(text, library)
  const judged = fieldState.isTouched || fieldState.error !== undefined
  const own = judged && fieldState.error?.type !== 'service' ? problem(library) : null
  const given = fieldState.error?.type === 'field' ? undefined : fieldState.error?.message
  return (
    <FieldFrame
      {...frame}
      // The field's own reason is more exact than the schema's; a message of the service is newer than both.
      message={own ?? given}
      beside={
        reading?.ok ? (
          <>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-mono">{reading.e164}</span>
              {reading.country && <span className="text-ink-muted">{reading.country}</span>}
            </p>
            {reading.doubt && <p className="text-busy">{reading.doubt}</p>}
          </>
        ) : undefined
      }
    >
      {(aria) => (
        <input
          ref={field.ref}
          name={field.name}
          {...aria}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={text}
          onBlur={() => {
            // Plans that arrived after the last key are applied when the field is left.
            if (text !== '') write(text, library)
            field.onBlur()
          }}
          onChange={(event) => write(event.target.value, library)}
          className="control max-w-80"
        />
      )}
    </FieldFrame>
  )
}
