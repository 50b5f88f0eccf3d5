import { useId } from 'react'
import { classNames } from './class-names'
import { formatCount } from './numbers'

/** One choice of a filter with the number of rows it would show; `count` is `undefined` while loading; its room stands then. */
export type FilterChoice<Value extends string> = { value: Value; label: string; count?: number }

/**
 * Filters of which one holds, each with its count: "All 12", "Ingested 9". Buttons that are pressed or not, in a group named `label`.
 * - `value`, `onChange`: state of the caller (the URL); give "all" its own choice
 */
export function FilterChips<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly FilterChoice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={classNames(
            'inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 text-sm whitespace-nowrap',
            choice.value === value
              ? 'border-accent bg-accent-soft text-accent'
              : 'border-line hover:border-line-strong',
          )}
        >
          {choice.label}
          {'count' in choice && (
            <span className="min-w-[2ch] opacity-90">
              {choice.count !== undefined && formatCount(choice.count)}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

/**
 * Narrows a list to one of several values, or shows all: a label and a native select.
 * - `all`: the words of "all of them"; `value`, `onChange`: state of the caller (the URL), `undefined` for all
 * - `hideLabel`: for screen readers only, where `all` and the values say what it is about
 */
export function Choice<Value extends string>({
  label,
  hideLabel = false,
  all,
  choices,
  value,
  onChange,
}: {
  label: string
  hideLabel?: boolean
  all: string
  choices: readonly { readonly value: Value; readonly label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'whitespace-nowrap text-ink-muted'}>
        {label}
      </label>
      <select
        id={id}
        className={classNames(
          'control min-w-24',
          hideLabel ? 'w-32!' : 'max-w-72',
          value && 'border-accent! bg-accent-soft!',
        )}
        value={value ?? ''}
        onChange={({ target }) => onChange(choices.find((choice) => choice.value === target.value)?.value)}
      >
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}
