import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type Ref, useEffect, useEffectEvent, useId, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { classNames } from '../class-names'
import { shortenId } from '../short-id'
import { useOwnCheck } from './field-checks'
import { type BoundField, FieldFrame } from './field-frame'
import { doubtOf, moveInList, named, partlyNamed, type Suggestion, suggest } from './suggestions'

/**
 * An id that can be picked by name, or pasted. Value: the id as text, trimmed; an unknown id is not refused. A name that is typed whole becomes its
 * id when the field is left; part of one stays text, and holds the form back.
 * - `suggestions`: `{ id, label, note }[]`; `what`: the noun for the line below when an id is not among them ("phone number")
 */
export function IdField<Values extends FieldValues>({
  control,
  name,
  message,
  suggestions,
  what,
  ...frame
}: BoundField<Values> & { suggestions: readonly Suggestion[]; what: string }) {
  const { field, fieldState } = useController({ control, name })
  const value: string = field.value ?? ''
  // With the spaces around it, or no name of two words could be typed.
  const [typed, setTyped] = useState('')
  const [isTyping, setTyping] = useState(false)
  const doubt = doubtOf(suggestions, value, what)
  // What the service had all along is not for this field to doubt.
  const problem = isTyping || !fieldState.isDirty ? null : doubt
  const chosen = suggestions.find(({ id }) => id === value)
  const wrong = useOwnCheck(name, problem, fieldState) ?? message
  return (
    <FieldFrame
      {...frame}
      message={wrong}
      beside={
        // Has its room before it is known what has this id, so that the form does not move under the pointer.
        value !== '' && (
          <p className="min-h-lh text-ink-muted">
            {chosen
              ? chosen.note
              : // The service has said it, or more.
                !wrong &&
                doubt === null &&
                suggestions.length > 0 &&
                !named(suggestions, value) &&
                `No ${what} with this id is known here. It is sent as it is.`}{' '}
            {chosen && chosen.label !== chosen.id && (
              <code title={chosen.id} className="text-sm">
                {shortenId(chosen.id)}
              </code>
            )}
          </p>
        )
      }
    >
      {(aria) => (
        <IdInput
          {...aria}
          name={field.name}
          inputRef={field.ref}
          value={typed.trim() === value ? typed : value}
          shownAs={chosen && chosen.label !== chosen.id ? chosen.label : undefined}
          suggestions={suggestions}
          onText={(text) => {
            setTyped(text)
            setTyping(true)
            field.onChange(text.trim())
          }}
          onPick={field.onChange}
          onMeant={field.onChange}
          onBlur={() => {
            setTyping(false)
            field.onBlur()
          }}
        />
      )}
    </FieldFrame>
  )
}

/** How high the list is at most, and the least that is of use, in pixels. */
const LIST_MAX = 256
const LIST_LEAST = 96

/** Opens the list where it does not cover the button that sends the form, nor leave the window. */
function place(list: HTMLElement | null): void {
  const field = list?.parentElement?.getBoundingClientRect()
  if (!list || !field) return
  const button = list.closest('form')?.querySelector('[type=submit]')?.getBoundingClientRect()
  const end = button && button.top >= field.bottom ? Math.min(button.top, innerHeight) : innerHeight
  const room = end - field.bottom - 8
  const isAbove = room < Math.min(list.scrollHeight, LIST_LEAST) && field.top > room
  if (isAbove) Object.assign(list.style, { top: 'auto', bottom: '100%', marginBottom: '4px' })
  list.style.maxHeight = `${Math.min(LIST_MAX, isAbove ? field.top - 8 : Math.max(room, LIST_LEAST))}px`
}

/**
 * The input of an id: a combobox that suggests what is known and takes any other text as it is. The list opens on focus, and closes when the
 * text is a name or an id; Enter takes the only match, and never sends the form.
 * - `shownAs`: the name of the id, which stands in its place unless the list is open
 * - `onPick(id)`: a suggestion was chosen; `onMeant(id)`: the text, which was left, is the name of one; `onText(text)`: something was typed or pasted; `onEnter`: Enter with nothing to choose
 */
export function IdInput({
  value,
  shownAs,
  suggestions,
  onText,
  onPick,
  onMeant,
  onEnter,
  inputRef,
  ...input
}: {
  value: string
  shownAs?: string
  suggestions: readonly Suggestion[]
  onText: (text: string) => void
  onPick: (id: string) => void
  onMeant?: (id: string) => void
  onEnter?: () => void
  inputRef?: Ref<HTMLInputElement>
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onKeyDown' | 'ref'>) {
  const list = useId()
  const [wanted, setOpen] = useState<'focused' | 'asked' | 'typed' | false>(false)
  const [active, setActive] = useState(-1)
  // Not over the message of a field that is wrong. A form that moves the focus there has not drawn the message yet.
  const open = wanted === 'focused' && input['aria-invalid'] ? false : wanted
  const isDone = open === 'typed' && named(suggestions, value) !== undefined
  const offered = open && !isDone ? suggest(suggestions, value.trim()) : []
  const shown = offered.length > 0
  const isNamed = !open || isDone
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  // A name may be typed, and left, before it is known what has it.
  const [isHere, setHere] = useState(false)
  const meant = isHere ? undefined : named(suggestions, value)?.id
  const correct = useEffectEvent((id: string) => onMeant?.(id))
  useEffect(() => {
    if (meant !== undefined && meant !== value.trim()) correct(meant)
  }, [meant, value])
  const pick = (suggestion: Suggestion) => {
    onPick(suggestion.id)
    close()
  }
  return (
    <div className="relative">
      <input
        {...input}
        aria-describedby={
          [shownAs && `${list}n`, input['aria-describedby']].filter(Boolean).join(' ') || undefined
        }
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
          setOpen('typed')
          setActive(-1)
        }}
        onClick={() => setOpen('asked')}
        onFocus={({ currentTarget, relatedTarget }) => {
          setHere(true)
          // Not when a dialog has just opened.
          const around = currentTarget.closest('[role="dialog"], main')
          if (around?.contains(relatedTarget)) setOpen('focused')
        }}
        onBlur={(event) => {
          close()
          setHere(false)
          input.onBlur?.(event)
        }}
        onKeyDown={(event) => {
          // Its Enter confirms a word.
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            // It opens at what is chosen, else at its near end.
            const all = shown ? offered : suggest(suggestions, value.trim())
            const at = shown ? -1 : all.findIndex(({ id }) => id === value)
            setActive(at < 0 ? moveInList(event.key, active, all.length) : at)
            if (!shown) setOpen('asked')
          } else if (event.key === 'Escape' && shown) {
            close()
          } else if (event.key === 'Enter') {
            const text = value.trim()
            const isSent = event.ctrlKey || event.metaKey
            const fits = shown || partlyNamed(suggestions, text) ? suggest(suggestions, text) : []
            const only = fits.length === 1 && text !== '' && !isSent ? fits[0] : undefined
            const chosen = (isSent ? undefined : offered[active]) ?? named(suggestions, text) ?? only
            if (!isSent) event.preventDefault()
            if (chosen && chosen.id !== text) pick(chosen)
            else onEnter?.()
          }
        }}
        className={classNames('control font-mono', suggestions.length > 0 && 'pr-8!')}
      />
      {/* Its value is the id, so the name is read with it, also while the list is open. */}
      {shownAs && (
        <span
          id={`${list}n`}
          dir="auto"
          className={
            isNamed
              ? 'pointer-events-none absolute inset-px right-8 truncate rounded-md bg-surface-raised px-2 py-1 text-left'
              : 'sr-only'
          }
        >
          {shownAs}
        </span>
      )}
      {suggestions.length > 0 && (
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-2 right-2 text-ink-muted"
        />
      )}
      {shown && (
        <div
          id={list}
          ref={place}
          role="listbox"
          aria-label="Suggestions"
          // What scrolls would be the next stop of Tab, and is gone by then.
          tabIndex={-1}
          className="float absolute inset-x-0 top-full z-30 mt-1 overflow-y-auto p-1"
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
                'flex flex-wrap items-baseline gap-x-2 rounded-md px-2 py-1 wrap-anywhere',
                index === active ? 'bg-accent-soft' : 'hover:bg-surface-sunken',
              )}
            >
              <span>{suggestion.label}</span>
              {suggestion.note && <span className="text-sm text-ink-muted">{suggestion.note}</span>}
              {suggestion.id !== suggestion.label && (
                <code title={suggestion.id} className="ml-auto text-sm text-ink-muted">
                  {shortenId(suggestion.id)}
                </code>
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
