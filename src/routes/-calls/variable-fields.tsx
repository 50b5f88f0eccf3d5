import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form'
import { type DeclaredVariable, lintValues } from '../../contract/variable-lint'
import { Button } from '../../ui/button'
import { PairsField } from '../../ui/fields/pairs-field'
import { TextField } from '../../ui/fields/text-field'
import { type CallFormValues, keyOf } from './call-form'
import { words } from './form-words'

/** One field a variable of the version, and rows for others. */
export function VariableFields({
  form,
  declared,
  isKnown,
}: {
  form: UseFormReturn<CallFormValues>
  declared: readonly DeclaredVariable[]
  /** Whether this browser knows what the version declares; only then another name is worth a word. */
  isKnown: boolean
}) {
  const { control } = form
  const extra = useWatch({ control, name: 'extra' })
  const named = extra.map(({ name }) => name.trim()).filter((name) => name !== '')
  const unknown = isKnown
    ? lintValues(declared, Object.fromEntries(named.map((name) => [name, 'x']))).filter(
        ({ kind }) => kind === 'unknown',
      )
    : []
  /** The value goes to the variable that was meant; one that has a value already keeps it. */
  const use = (name: string, meant: string) => {
    const row = extra.find((each) => each.name.trim() === name)
    const place = `declared.${keyOf(meant)}` as 'declared.x'
    if (!form.getValues(place)) form.setValue(place, row?.value ?? '', { shouldDirty: true })
    form.setValue(
      'extra',
      extra.filter((each) => each !== row),
      { shouldDirty: true },
    )
    form.setFocus(place)
  }
  return (
    <div className="flex flex-col gap-4">
      {declared.map(({ name, required, defaultValue }) => (
        <TextField
          key={name}
          control={control}
          name={`declared.${keyOf(name)}` as FieldPath<CallFormValues>}
          label={name}
          required={required && defaultValue.trim() === ''}
          placeholder={defaultValue}
          hint={defaultValue && words.form.defaultHint(defaultValue)}
        />
      ))}
      <PairsField control={control} name="extra" label={words.form.more} />
      <ul role="status" className="flex flex-col gap-1 text-sm text-busy empty:hidden">
        {unknown.map(({ name, message, suggestion }) => (
          <li key={name} className="flex flex-wrap items-center gap-2">
            {message}
            {suggestion && (
              <Button size="sm" onClick={() => use(name, suggestion)}>
                {words.form.takeName(suggestion)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
