import { type ComponentProps, type Ref, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { classNames } from '../class-names'
import { type BoundField, Field } from './field-frame'
import { moveInList, type Suggestion, suggest } from './suggestions'

/**
 * An id that can be picked by name, or pasted. Value: the id as text, trimmed; nothing is refused for being unknown.
 * - `suggestions`: `{ id, label, note }[]`; `what`: the noun for the line below when an id is not among them ("phone number")
 */
export function IdField<Values extends FieldValues>({
  suggestions,
  what,
  ...bound
}: BoundField<Values> & { suggestions: readonly Suggestion[]; what: string }) {
  return (
    <Field
      {...bound}
      beside={(value = '') => {
        const known = suggestions.find(({ id }) => id === value)
        if (known)
          return (
            <p>
              {known.label !== known.id && known.label}{' '}
              {known.note && <span className="text-ink-muted">{known.note}</span>}
            </p>
          )
        return (
          value !== '' &&
          suggestions.length > 0 && (
            <p className="text-ink-muted">No {what} with this id is known here. It is sent as it is.</p>
          )
        )
      }}
    >
      {({ ref, value = '', onChange, ...control }) => (
        <IdInput
          {...control}
          inputRef={ref}
          value={value}
          suggestions={suggestions}
          onText={(text) => onChange(text.trim())}
          onPick={onChange}
        />
      )}
    </Field>
  )
}

/**
 * The input of an id: a combobox that suggests what is known and takes any other text as it is.
 * - `onPick(id)`: a suggestion was chosen; `onText(text)`: something was typed or pasted; `onEnter`: Enter with nothing chosen in the list
 */
export function IdInput({
  value,
  suggestions,
  onText,
  onPick,
  onEnter,
  inputRef,
  ...input
}: {
  value: string
  suggestions: readonly Suggestion[]
  onText: (text: string) => void
  onPick: (id: string) => void
  onEnter?: () => void
  inputRef?: Ref<HTMLInputElement>
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onKeyDown' | 'ref'>) {
  const list = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const offered = open ? suggest(suggestions, value.trim()) : []
  const shown = offered.length > 0
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const pick = (suggestion: Suggestion) => {
    onPick(suggestion.id)
    close()
  }
  return (
    <div className="relative">
      <input
        {...input}
        ref={inputRef}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={shown && active >= 0 ? `${list}${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onText(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
        onClick={() => setOpen(true)}
        onBlur={(event) => {
          close()
          input.onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            if (shown) setActive(moveInList(event.key, active, offered.length))
            else setOpen(true)
          } else if (event.key === 'Escape' && shown) {
            close()
          } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            const chosen = offered[active]
            if (chosen) {
              event.preventDefault()
              pick(chosen)
            } else if (onEnter) {
              event.preventDefault()
              onEnter()
            }
          }
        }}
        className="control font-mono"
      />
      {shown && (
        <div
          id={list}
          role="listbox"
          aria-label="Suggestions"
          className="float absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto p-1"
          // The field would lose focus, and the list close, before the click arrives.
          onPointerDown={(event) => event.preventDefault()}
        >
          {offered.map((suggestion, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: keys are handled by the field
            <div
              key={suggestion.id}
              id={`${list}${index}`}
              ref={index === active ? reveal : undefined}
              role="option"
              aria-selected={suggestion.id === value}
              onClick={() => pick(suggestion)}
              className={classNames(
                'flex flex-wrap items-baseline gap-x-2 rounded-md px-2 py-1',
                index === active ? 'bg-accent-soft' : 'hover:bg-surface-sunken',
              )}
            >
              <span>{suggestion.label}</span>
              {suggestion.note && <span className="text-sm text-ink-muted">{suggestion.note}</span>}
              {suggestion.id !== suggestion.label && (
                <code className="ml-auto truncate text-sm text-ink-muted">{suggestion.id}</code>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function reveal(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
