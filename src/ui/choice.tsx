/**
 * Narrows a list to one of several values, or shows all: a label and a native select.
 * - `all`: the words of "all of them"; `value`, `onChange`: state of the caller (the URL), `undefined` for all
 */
export function Choice<Value extends string>({
  label,
  all,
  choices,
  value,
  onChange,
}: {
  label: string
  all: string
  choices: readonly { readonly value: Value; readonly label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}) {
  return (
    <label className="flex items-center gap-2">
      <span className="text-ink-muted">{label}</span>
      <select
        className="control max-w-56"
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
    </label>
  )
}
