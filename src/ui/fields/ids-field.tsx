import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { announce } from '../announce'
import { Button, IconButton } from '../button'
import { shortenId } from '../short-id'
import { useOwnCheck } from './field-checks'
import { type BoundField, FieldFrame } from './field-frame'
import { IdInput } from './id-field'
import { doubtOfSeveral, idsOf, named, pick, type Suggestion } from './suggestions'

/**
 * Several ids or slugs, picked by name or pasted (a list at once). Value: string[]. Each stands as a chip that can be removed. A text that is
 * part of names, or no id by its look, stays text and holds the form back.
 * - `suggestions`, `what`: as in IdField ("collection")
 * - `ordered`: their order counts and can be changed, with the buttons or Alt and the arrow keys
 * - `spaced`: what is chosen are no ids and may hold spaces, such as tags
 */
export function IdsField<Values extends FieldValues>({
  control,
  name,
  suggestions,
  what,
  ordered = false,
  spaced = false,
  ...frame
}: BoundField<Values> & {
  suggestions: readonly Suggestion[]
  what: string
  ordered?: boolean
  spaced?: boolean
}) {
  const { field, fieldState } = useController({ control, name })
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const chips = useRef<HTMLUListElement>(null)
  const ids: readonly string[] = field.value ?? []
  const open = suggestions.filter(({ id }) => !ids.includes(id))
  const [isUnclear, setUnclear] = useState(false)
  const doubt = spaced ? null : doubtOfSeveral(suggestions, ids, text, what)
  const message = useOwnCheck(field.name, isUnclear ? doubt : null, fieldState)
  const add = (typed: string) => {
    const added = pick(suggestions, typed, ids, spaced)
    if (added.length > 0) field.onChange([...ids, ...added])
    setText('')
    setUnclear(false)
  }
  /** Takes what was typed, unless it is in doubt: then the person has to say which. */
  const take = () => {
    if (doubt === null) add(text)
    else setUnclear(true)
    field.onBlur()
  }
  // A name may be typed, and left, before it is known what has it.
  const meant = isUnclear ? named(suggestions, text)?.id : undefined
  const resolved = idsOf(suggestions, meant === undefined ? ids : [...ids, meant])
  const isMeant = !spaced && resolved.join() !== ids.join()
  const correct = useEffectEvent(() => {
    field.onChange(resolved)
    if (meant === undefined) return
    setText('')
    setUnclear(false)
  })
  useEffect(() => {
    if (isMeant) correct()
  }, [isMeant])
  const move = (id: string, by: -1 | 1) => {
    const from = ids.indexOf(id)
    const to = from + by
    if (to < 0 || to >= ids.length) return
    field.onChange(ids.with(from, ids[to] ?? id).with(to, id))
    announce(`${id} is now number ${to + 1} of ${ids.length}`)
    // The chip is drawn anew at its place; the key that was pressed must go on working.
    requestAnimationFrame(() => {
      const buttons = [...(chips.current?.children[to]?.querySelectorAll('button') ?? [])]
      const same = buttons.find((button) => button.dataset.by === String(by) && !button.ariaDisabled)
      ;(same ?? buttons.find((button) => !button.ariaDisabled))?.focus()
    })
  }
  return (
    <FieldFrame {...frame} message={message ?? fieldState.error?.root?.message}>
      {(aria) => (
        <div className="flex flex-col gap-2">
          {ids.length > 0 && (
            <ul ref={chips} className="flex flex-wrap gap-1" aria-label={`Chosen: ${frame.label}`}>
              {ids.map((id, index) => {
                const name = suggestions.find((suggestion) => suggestion.id === id)?.label
                const label = name ?? (spaced ? id : shortenId(id))
                return (
                  <li
                    key={id}
                    className="flex h-7 max-w-full items-center rounded-md bg-accent-soft pl-2"
                    onKeyDown={(event) => {
                      if (!ordered || !event.altKey || !/^Arrow(Left|Right)$/.test(event.key)) return
                      event.preventDefault()
                      move(id, event.key === 'ArrowLeft' ? -1 : 1)
                    }}
                  >
                    <span title={id} dir="auto" className="truncate">
                      {label}
                    </span>
                    {ordered &&
                      ids.length > 1 &&
                      ([-1, 1] as const).map((by) => (
                        <IconButton
                          key={by}
                          data-by={by}
                          icon={by < 0 ? ArrowLeft : ArrowRight}
                          iconSize={14}
                          label={`Move ${label} ${by < 0 ? 'earlier' : 'later'}`}
                          aria-disabled={!ids[index + by]}
                          onClick={() => move(id, by)}
                          className="size-6"
                        />
                      ))}
                    <IconButton
                      icon={X}
                      iconSize={14}
                      label={`Remove ${label}`}
                      onClick={() => {
                        field.onChange(ids.filter((other) => other !== id))
                        input.current?.focus()
                      }}
                      className="size-7"
                    />
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
                suggestions={open}
                onText={(typed) => {
                  setText(typed)
                  setUnclear(false)
                }}
                onPick={add}
                onEnter={take}
                // What was pasted and not confirmed would be lost without a word.
                onBlur={take}
              />
            </div>
            <Button onClick={() => add(text)}>Add {what}</Button>
          </div>
        </div>
      )}
    </FieldFrame>
  )
}
