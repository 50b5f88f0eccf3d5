import { variablesIn } from '../../contract/placeholders'
import { fieldOf, spokenFields } from '../../contract/version-content'

type Values = Readonly<Record<string, string>>

/** The variables of some versions with their defaults: those that are declared, and those that only a text uses. */
export function variablesOf(contents: readonly unknown[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const content of contents) {
    for (const { name, defaultValue } of fieldOf(content, 'prompt.variables'))
      if (name.trim() !== '') found.set(name.trim(), defaultValue)
    const texts = spokenFields.map(({ path }) => fieldOf(content, path))
    for (const name of variablesIn(texts.join('\n'))) if (!found.has(name)) found.set(name, '')
  }
  return found
}

/** One field for each variable. They are no fields of a form: Enter in one sends nothing. */
export function ValueFields({
  variables,
  values,
  onChange,
}: {
  variables: ReadonlyMap<string, string>
  values: Values
  onChange: (values: Values) => void
}) {
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {[...variables].map(([name, defaultValue]) => (
        <label key={name} className="flex min-w-0 flex-col gap-1">
          <span className="truncate text-sm">Test value of {name}</span>
          <input
            value={Object.hasOwn(values, name) ? values[name] : ''}
            placeholder={defaultValue}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
            }}
            onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            className="control"
          />
        </label>
      ))}
    </div>
  )
}
