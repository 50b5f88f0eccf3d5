import { useId } from 'react'
import { classNames } from './class-names'
import { formatCount } from './numbers'

/** One choice of a filter with the number of rows it would show; `count` may be absent while loading. */
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
          {choice.count !== undefined && <span className="opacity-90">{formatCount(choice.count)}</span>}
        </button>
      ))}
    </fieldset>
  )
}

/**
 * Narrows a list to one of several values, or shows all: a label and a native select.
 * - `tight`: in a bar of filters, where the words of `all` say what it is on narrow screens and nothing moves when the choices come
 * - `all`: the words of "all of them"; `value`, `onChange`: state of the caller (the URL), `undefined` for all
 */
export function Choice<Value extends string>({
  label,
  all,
  choices,
  value,
  onChange,
  tight = false,
}: {
  label: string
  all: string
  tight?: boolean
  choices: readonly { readonly value: Value; readonly label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className={classNames('text-ink-muted', tight && 'max-sm:sr-only')}>
        {label}
      </label>
      <select
        id={id}
        className={classNames('control', tight ? 'w-36 sm:w-44' : 'max-w-56')}
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
