import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { useLate } from '../use-late'
import { useOwnCheck } from './field-checks'
import { type BoundField, FieldFrame } from './field-frame'
import { loadPhoneLibrary, phoneFormProblem, readPhone } from './phone'

/**
 * A phone number. What is typed stays as typed; below it stand the E.164 form, where it is another text, and the country, or the reason why it is none.
 * Value: the E.164 text when the number can be read, else what was typed, so that a schema for the wire judges the number and not its spaces.
 * A number that cannot be dialled holds the form back by itself. An empty one does so only with `required`.
 */
export function PhoneField<Values extends FieldValues>({ control, name, ...frame }: BoundField<Values>) {
  const { field, fieldState } = useController({ control, name })
  // Without the numbering plans the form of the number is still checked, and the service has the last word.
  const { part: library } = useLate(loadPhoneLibrary, 'soon')
  const value: string = field.value ?? ''
  const [typed, setTyped] = useState({ text: value, value })
  // Another value than the one written from here came from outside (a reset, a draft): it is then what stands in the field.
  const text = typed.value === value ? typed.text : value

  const read = (input: string) => (input.trim() !== '' && library ? readPhone(input, library) : undefined)
  const write = (input: string) => {
    const reading = read(input)
    const next = reading?.ok ? reading.e164 : input.trim()
    setTyped({ text: input, value: next })
    field.onChange(next)
  }

  const reading = read(text)
  const isMissing = text.trim() === '' && !frame.required
  const problem = reading ? (reading.ok ? null : reading.reason) : isMissing ? null : phoneFormProblem(text)
  const message = useOwnCheck(name, problem, fieldState)
  return (
    <FieldFrame
      {...frame}
      message={message}
      beside={
        reading?.ok && (
          <>
            <p className="flex flex-wrap gap-x-2">
              {reading.e164 !== text.trim() && <span className="font-mono">{reading.e164}</span>}
              {reading.country && <span className="text-ink-muted">{reading.country}</span>}
            </p>
            {reading.doubt && <p className="text-busy">{reading.doubt}</p>}
          </>
        )
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
            if (text !== '') write(text)
            field.onBlur()
          }}
          onChange={(event) => write(event.target.value)}
          className="control sm:max-w-80"
        />
      )}
    </FieldFrame>
  )
}
