import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Button } from '../button'
import { shortenId } from '../short-id'
import { FieldFrame } from './field-frame'
import { IdInput } from './id-input'
import type { Suggestion } from './suggestions'
import type { BoundField } from './text-field'

/** The ids of a pasted text: separated by commas, white space or line breaks, each once, without those there already. */
export function readIds(text: string, present: readonly string[]): string[] {
  const ids = text.split(/[\s,;]+/).filter(Boolean)
  return [...new Set(ids)].filter((id) => !present.includes(id))
}

/**
 * Several ids or slugs, picked by name or pasted (a list at once). Value: string[]. Each stands as a chip that can be removed.
 * - `suggestions`, `what`: as in IdField ("collection")
 */
export function IdsField<Values extends FieldValues>({
  control,
  name,
  suggestions,
  what,
  ...frame
}: BoundField<Values> & { suggestions: readonly Suggestion[]; what: string }) {
  const { field, fieldState } = useController({ control, name })
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const ids: readonly string[] = field.value ?? []
  const add = (typed: string) => {
    const added = readIds(typed, ids)
    if (added.length > 0) field.onChange([...ids, ...added])
    setText('')
  }
  return (
    <FieldFrame {...frame} message={fieldState.error?.message ?? fieldState.error?.root?.message}>
      {(aria) => (
        <div className="flex flex-col gap-2">
          {ids.length > 0 && (
            <ul className="flex flex-wrap gap-1" aria-label={`Chosen: ${frame.label}`}>
              {ids.map((id) => {
                const label = suggestions.find((suggestion) => suggestion.id === id)?.label ?? shortenId(id)
                return (
                  <li key={id} className="flex h-7 max-w-full items-center rounded-md bg-accent-soft pl-2">
                    <span title={id} className="truncate">
                      {label}
                    </span>
                    <button
                      type="button"
                      aria-label={`Remove ${label}`}
                      onClick={() => {
                        field.onChange(ids.filter((other) => other !== id))
                        input.current?.focus()
                      }}
                      className="flex size-7 items-center justify-center rounded-md hover:bg-line/60"
                    >
                      <X size={14} aria-hidden />
                    </button>
                  </li>
                )
              })}
            </ul>
          )}
          <div className="flex items-start gap-2">
            <div className="min-w-0 grow">
              <IdInput
                {...aria}
                name={field.name}
                inputRef={(element) => {
                  input.current = element
                  field.ref(element)
                }}
                value={text}
                suggestions={suggestions.filter((suggestion) => !ids.includes(suggestion.id))}
                onText={setText}
                onPick={add}
                onEnter={() => add(text)}
                onBlur={() => {
                  // What was pasted and not confirmed would be lost without a word.
                  add(text)
                  field.onBlur()
                }}
              />
            </div>
            <Button onClick={() => add(text)}>Add {what}</Button>
          </div>
        </div>
      )}
    </FieldFrame>
  )
}
