import { FieldFrame } from '../../ui/fields/field-frame'

/** Chooses one of some collections by its id. `none`: the words for no collection; `optional`: they are a choice, too. */
export function CollectionSelect({
  label,
  hint,
  none,
  optional = false,
  choices,
  value,
  onChange,
}: {
  label: string
  hint?: string
  none: string
  optional?: boolean
  choices: readonly { readonly id: string; readonly label: string }[]
  value: string
  onChange: (id: string) => void
}) {
  return (
    <FieldFrame label={label} hint={hint} required={!optional}>
      {(field) => (
        <select
          {...field}
          className="control"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{none}</option>
          {choices.map((each) => (
            <option key={each.id} value={each.id}>
              {each.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
